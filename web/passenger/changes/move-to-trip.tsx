import { useSignal } from '@preact/signals';
import type { Schemas } from '../../api/operations.ts';
import { Problem } from '../../api/problem.ts';
import { to } from '../../api/settings.ts';
import { Asked, useAsked } from '../../parts/asked.tsx';
import type { Destination } from '../../parts/changing/day-and-trip.tsx';
import { changeButton, QuotedAmounts } from '../../parts/changing/quote.tsx';
import { SeatPicker } from '../../parts/changing/seat-picker.tsx';
import { Refused, useSending } from '../../parts/form.tsx';
import { useSendOnce } from '../../parts/send-once.ts';
import { toast } from '../../parts/toast.tsx';
import { digits } from '../../words/digits.ts';
import { rideOf } from '../seats/ride.ts';
import { api } from '../session.ts';
import { w } from '../words.ts';
import type { ChangeProps } from './change-props.ts';
import { holdSeats } from './hold-seats.ts';

type Quote = Schemas['ChangeQuote'];

/** The form that moves a booking: seats on the new trip, the cost, and the button that makes the change. */
export function MoveToTrip({ trip, map, booking, reread }: ChangeProps & Destination<Schemas['Trip']>) {
  const words = w.value.changing;
  const count = booking.seats_count;
  const chosen = useSignal<readonly string[]>([]);
  const sending = useSending();
  const sendOnce = useSendOnce();
  const path = { id: booking.id };
  const { stops } = rideOf(trip);
  const quote = useAsked(
    (signal) => api.post('/api/bookings/{id}/change-quote', { path, body: { schedule_id: trip.id, ...stops }, signal }),
    [trip.id],
  );

  const change = async ({ to_pay, to_refund }: Quote): Promise<void> => {
    if (map && chosen.value.length < count) {
      sending.refuse(words.newSeats(digits(count), count === 1));
      return;
    }
    const lost = map ? await holdSeats(trip.id, stops, chosen.value, booking.seats) : undefined;
    if (lost) {
      chosen.value = chosen.value.filter((seat) => !lost.seats.includes(seat));
      sending.refuse(lost.sentence);
      await reread();
      return;
    }
    const seats = map ? { seat_numbers: [...chosen.value] } : { seats: count };
    const body = { schedule_id: trip.id, ...stops, ...seats, to_pay, to_refund };
    try {
      const made = await sendOnce(body, (key) => api.post('/api/bookings/{id}/change', { path, body, key }));
      toast(words.changed);
      location.assign(to(made.booking_status === 'PENDING_PAYMENT' ? `/pay/${made.id}` : `/bookings/${made.id}`));
    } catch (error) {
      if (!(error instanceof Problem && error.code === 'QUOTE_CHANGED')) throw error;
      quote.set(error.document['quote'] as Quote);
      sending.refuse(words.quoteChanged);
    }
  };

  return (
    <>
      {map && (
        <>
          <p class="faint">{words.newSeats(digits(count), count === 1)}</p>
          <SeatPicker map={map} count={count} own={[]} chosen={chosen} chosenOf={words.chosenOf} />
        </>
      )}
      <section class="change-quote" aria-label={words.quote}>
        <Asked of={quote}>
          {(offer) => (
            <>
              <QuotedAmounts offer={offer} words={words} />
              <p>{offer.to_pay > 0 ? words.oldStays : words.atOnce}</p>
              <Refused sentence={sending.sentence} />
              <button
                type="button"
                class="main"
                aria-busy={sending.isBusy.value}
                onClick={() => void sending.send(() => change(offer))}
              >
                {changeButton(offer, words)}
              </button>
            </>
          )}
        </Asked>
      </section>
    </>
  );
}
