import type { Schemas } from '../../api/operations.ts';
import { Link } from '../../parts/link.tsx';
import { dayAndTime } from '../../parts/moment.ts';
import { w } from '../words.ts';

/** Names the booking that replaced this one, and when. Shows nothing for a booking that was not replaced. */
export function ChangedTo({
  booking: { changed_to: changedTo, cancelled_at: at },
  page,
}: {
  readonly booking: Pick<Schemas['OfficeBooking'], 'changed_to' | 'cancelled_at'>;
  /** The address below which this office's pages of bookings are. */
  readonly page: string;
}) {
  if (!changedTo) return null;
  return (
    <p class="notice">
      {w.value.bookings.changedTo} <Link page={`${page}/${changedTo.id}`}>{changedTo.booking_code}</Link>
      {at !== null && ` · ${dayAndTime(at)}`}
    </p>
  );
}
