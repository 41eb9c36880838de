import { useSignal } from '@preact/signals';
import { digits } from '../../words/digits.ts';
import type { Schemas } from '../../api/operations.ts';
import { Asked, useAsked } from '../../parts/asked.tsx';
import { type Part, PartFields, partOf, sizeOf } from '../../parts/changing/part-fields.tsx';
import { Refused, useSending } from '../../parts/form.tsx';
import { useSendOnce } from '../../parts/send-once.ts';
import { toast } from '../../parts/toast.tsx';
import { api } from '../session.ts';
import { w } from '../words.ts';
import { costOf } from './cost-of.ts';
import type { ChangeProps } from './change-props.ts';

type Quote = Schemas['CancellationQuote'];

/** The form that cancels some seats of a booking. The other seats stay booked. */
export function CancelSome({ booking, onChanged }: ChangeProps) {
  const words = w.value.changing;
  const chosen = useSignal<readonly string[]>([]);
  const places = useSignal(1);
  const part = partOf(booking, chosen.value, places.value);
  const count = sizeOf(part);
  return (
    <div>
      <PartFields booking={booking} chosen={chosen} places={places} words={{ ...words, seat: w.value.bookings.seat }} />
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
    // Requests the fee again, because it may have risen while the page was open.
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
