import { CancelPart, partInBody, partInQuery } from '../../parts/changing/cancel-part.tsx';
import { useSendOnce } from '../../parts/send-once.ts';
import { toast } from '../../parts/toast.tsx';
import { api } from '../session.ts';
import { w } from '../words.ts';
import { costOf } from './cost-of.ts';
import type { ChangeProps } from './change-props.ts';

/** The form that cancels some seats of a booking. The other seats stay booked. */
export function CancelSome({ booking, onChanged }: ChangeProps) {
  const words = w.value.changing;
  const { seat, cancelChanged } = w.value.bookings;
  const sendOnce = useSendOnce();
  const path = { id: booking.id };
  return (
    <CancelPart
      booking={booking}
      words={{ ...words, seat, quoteChanged: cancelChanged }}
      quoteOf={(part, signal) =>
        api.get('/api/bookings/{id}/cancellation-quote', {
          path,
          query: partInQuery(part),
          ...(signal && { signal }),
        })
      }
      cost={(offer) => <strong>{costOf(offer)}</strong>}
      cancel={async (part) => {
        const body = partInBody(part);
        await sendOnce([path.id, body], (key) => api.post('/api/bookings/{id}/cancel', { path, body, key }));
        toast(words.someCancelled);
        await onChanged();
      }}
    />
  );
}
