import { CancelPart, partInBody, partInQuery } from '../../parts/changing/cancel-part.tsx';
import { money } from '../../parts/money.ts';
import { useSendOnce } from '../../parts/send-once.ts';
import { toast } from '../../parts/toast.tsx';
import { api } from '../session.ts';
import { w } from '../words.ts';
import { type ChangeProps, wordsOfChange } from './change-props.ts';

/** The form that cancels some seats of a booking. The other seats stay booked. */
export function CancelSome({ booking, onChanged }: ChangeProps) {
  const words = w.value.agency.bookings;
  const sendOnce = useSendOnce();
  const path = { id: booking.id };
  return (
    <CancelPart
      booking={booking}
      words={wordsOfChange()}
      quoteOf={(part, signal) =>
        api.get('/api/agent/bookings/{id}/cancellation-quote', {
          path,
          query: partInQuery(part),
          ...(signal && { signal }),
        })
      }
      cost={({ fee, refund, credited }) => (
        <>
          <strong>{words.quoted(money(refund), money(fee))}</strong> {words.credited(money(credited))}
        </>
      )}
      cancel={async (part) => {
        const body = partInBody(part);
        const { credited } = await sendOnce([path.id, body], (key) =>
          api.post('/api/agent/bookings/{id}/cancel', { path, body, key }),
        );
        toast(words.cancelled(money(credited)));
        await onChanged();
      }}
    />
  );
}
