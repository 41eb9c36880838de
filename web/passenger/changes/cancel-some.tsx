import { useSignal } from '@preact/signals';
import { digits } from '../../words/digits.ts';
import type { Schemas } from '../../api/operations.ts';
import { Asked, useAsked } from '../../parts/asked.tsx';
import { Refused, useSending } from '../../parts/form.tsx';
import { Select } from '../../parts/select.tsx';
import { useSendOnce } from '../../parts/send-once.ts';
import { toast } from '../../parts/toast.tsx';
import { api } from '../session.ts';
import { w } from '../words.ts';
import { costOf } from './cost-of.ts';
import type { ChangeProps } from './change-props.ts';

type Quote = Schemas['CancellationQuote'];

/** The part to be cancelled: seats by their numbers, or a number of places out of all. */
type Part = { readonly seats: readonly string[] } | { readonly places: number; readonly of: number };

/** Cancels some seats while the others stay. */
export function CancelSome({ booking, onChanged }: ChangeProps) {
  const words = w.value.changing;
  const chosen = useSignal<readonly string[]>([]);
  const places = useSignal(1);
  const isMapped = booking.seats.length > 0;
  const toggle = (seat: string): void => {
    const isChosen = chosen.value.includes(seat);
    chosen.value = isChosen ? chosen.value.filter((other) => other !== seat) : [...chosen.value, seat];
  };
  const part: Part = isMapped ? { seats: chosen.value } : { places: places.value, of: booking.seats_count };
  const count = isMapped ? chosen.value.length : places.value;
  return (
    <div>
      {isMapped ? (
        <fieldset class="change-kinds">
          <legend>{words.whichSeats}</legend>
          {booking.seats.map(({ seat_number: seat, passenger_name: name }) => (
            <label key={seat} class="choice">
              <input
                type="checkbox"
                checked={chosen.value.includes(seat)}
                // All seats together are the whole booking, which has a button of its own.
                disabled={!chosen.value.includes(seat) && count === booking.seats_count - 1}
                onChange={() => toggle(seat)}
              />
              {w.value.bookings.seat(seat)} {name}
            </label>
          ))}
        </fieldset>
      ) : (
        <Select label={words.howMany} value={String(places.value)} onValue={(value) => (places.value = Number(value))}>
          {Array.from({ length: booking.seats_count - 1 }, (_, index) => (
            <option key={index} value={index + 1}>
              {digits(index + 1)}
            </option>
          ))}
        </Select>
      )}
      <p class="faint">{words.allOfThem}</p>
      {count > 0 && (
        <Quoted key={JSON.stringify(part)} id={booking.id} part={part} count={count} onChanged={onChanged} />
      )}
    </div>
  );
}

function Quoted({
  id,
  part,
  count,
  onChanged,
}: {
  readonly id: number;
  readonly part: Part;
  readonly count: number;
  readonly onChanged: () => unknown;
}) {
  const words = w.value.changing;
  const sending = useSending();
  const sendOnce = useSendOnce();
  const path = { id };
  const query =
    'seats' in part ? { seats: part.seats.join(',') } : { places: String(part.places), of: String(part.of) };
  const quoted = (signal?: AbortSignal): Promise<Quote> =>
    api.get('/api/bookings/{id}/cancellation-quote', { path, query, ...(signal && { signal }) });
  const quote = useAsked(quoted, []);

  const cancel = async (shown: Quote): Promise<void> => {
    // The fee rises towards departure, also while the page is open.
    const now = await quoted();
    if (now.fee !== shown.fee || now.refund !== shown.refund) {
      quote.set(now);
      sending.refuse(w.value.bookings.cancelChanged);
      return;
    }
    const body = 'seats' in part ? { seats: [...part.seats] } : { ...part };
    await sendOnce([id, body], (key) => api.post('/api/bookings/{id}/cancel', { path, body, key }));
    toast(words.someCancelled);
    await onChanged();
  };

  return (
    <section class="change-quote" aria-label={words.quote}>
      <Asked of={quote}>
        {(offer) => (
          <>
            <p>
              <strong>{costOf(offer)}</strong>
            </p>
            <Refused sentence={sending.sentence} />
            <button
              type="button"
              class="main"
              aria-busy={sending.isBusy.value}
              onClick={() => void sending.send(() => cancel(offer))}
            >
              {words.cancelSome(digits(count), count === 1)}
            </button>
          </>
        )}
      </Asked>
    </section>
  );
}
