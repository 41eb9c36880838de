import { useSignal } from '@preact/signals';
import { useLocation } from 'preact-iso/router';
import type { Schemas } from '../../../api/operations.ts';
import { Problem } from '../../../api/problem.ts';
import { to } from '../../../api/settings.ts';
import { Asked, useAsked } from '../../../parts/asked.tsx';
import type { Destination } from '../../../parts/changing/day-and-trip.tsx';
import { changeButton, QuotedAmounts } from '../../../parts/changing/quote.tsx';
import { SeatPicker } from '../../../parts/changing/seat-picker.tsx';
import { Form, SendButton, useSending } from '../../../parts/form.tsx';
import { useSendOnce } from '../../../parts/send-once.ts';
import { toast } from '../../../parts/toast.tsx';
import { OpenShift } from '../../counter/open-shift.tsx';
import { useOwnShift } from '../../counter/own-shift.ts';
import { api, may } from '../../session.ts';
import { w } from '../../words.ts';
import type { ChangeProps } from './change-props.ts';
import { type Fee, FeeChoice, type Payment, PaymentChoice, paymentIn } from './fee-and-payment.tsx';
import { NewPassengers, type Typed, passengersIn } from './new-passengers.tsx';
import type { ChangeTrip } from './road.ts';

type Quote = Schemas['ChangeQuote'];

/** The form that moves a booking: seats on the new trip, names, the cost, the payment, and the button. */
export function MoveToTrip({ trip, map, booking, reread }: ChangeProps & Destination<ChangeTrip>) {
  const words = w.value.changing;
  const count = booking.seats_count;
  const chosen = useSignal<readonly string[]>([]);
  const typed = useSignal<Readonly<Record<string, Typed>>>({});
  const fee = useSignal<Fee>('tiers');
  const payment = useSignal<Payment>({ by: 'CASH', reference: '', received: '' });
  const shift = useOwnShift();
  const sending = useSending();
  const sendOnce = useSendOnce();
  const { route } = useLocation();
  const path = { id: booking.id };
  const quote = useAsked(
    (signal) =>
      api.post('/api/operator/bookings/{id}/change-quote', {
        path,
        body: { schedule_id: trip.id, ...trip.stops, fee: fee.value },
        signal,
      }),
    [trip.id, fee.value],
  );

  const change = async ({ to_pay, to_refund }: Quote): Promise<void> => {
    if (map && chosen.value.length < count) {
      sending.refuse(words.chooseSeats(count));
      return;
    }
    const seats = map
      ? { seat_numbers: [...chosen.value], passengers: passengersIn(chosen.value, typed.value) }
      : { seats: count };
    const body = {
      schedule_id: trip.id,
      ...trip.stops,
      fee: fee.value,
      to_pay,
      to_refund,
      ...seats,
      ...(to_pay > 0 && paymentIn(payment.value)),
    };
    try {
      const made = await sendOnce(body, (key) => api.post('/api/operator/bookings/{id}/change', { path, body, key }));
      toast(words.changed(made.booking_code));
      route(to(`/portal/bookings/${made.id}`));
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      if (error.code === 'SEATS_TAKEN') await reread();
      if (error.code === 'NO_OPEN_SHIFT') shift.set(null);
      if (error.code === 'QUOTE_CHANGED') quote.set(error.document['quote'] as Quote);
      throw error;
    }
  };

  const lacksShift = shift.state.value.is === 'here' && shift.state.value.value === null;
  return (
    <>
      {map && (
        <>
          <p class="faint">{words.chooseSeats(count)}</p>
          <SeatPicker map={map} count={count} own={[]} chosen={chosen} chosenOf={words.chosenOf} takesBlocked />
        </>
      )}
      {/* `OpenShift` is a form, and a form cannot be inside another form. So it is placed before the form below. */}
      <Asked of={quote}>
        {(offer) => (
          <>
            {offer.to_pay > 0 && payment.value.by === 'CASH' && lacksShift && (
              <div class="notice wait">
                <p>{w.value.counter.needsShift}</p>
                <OpenShift onOpened={shift.set} />
              </div>
            )}
            <Form sending={sending} onSend={() => change(offer)} label={words.kinds.trip}>
              {map && chosen.value.length > 0 && (
                <NewPassengers trip={trip} seats={chosen.value} typed={typed} errorOf={sending.errorOf} />
              )}
              {may('MANAGER') && <FeeChoice fee={fee} />}
              <section class="change-quote" aria-label={words.quote}>
                <QuotedAmounts offer={offer} words={words} />
                {offer.to_pay > 0 && <PaymentChoice payment={payment} total={offer.to_pay} errorOf={sending.errorOf} />}
                {offer.to_refund > 0 && !may('MANAGER') ? (
                  <p class="notice wait">{words.managerRefunds}</p>
                ) : (
                  <SendButton sending={sending}>{changeButton(offer, words)}</SendButton>
                )}
              </section>
            </Form>
          </>
        )}
      </Asked>
    </>
  );
}
