import type { Schemas } from '../../api/operations.ts';
import { w } from '../words.ts';

type Status = Schemas['OfficeBooking']['booking_status'];

const KINDS: Readonly<Record<Status, string>> = {
  PENDING_PAYMENT: 'wait',
  CONFIRMED: 'good',
  CHECKED_IN: 'good',
  COMPLETED: '',
  CANCELLED: 'bad',
  REFUNDED: 'bad',
  EXPIRED: '',
};

/** The status of a booking as a badge. A booking that was changed to another trip is called changed, not cancelled. */
export const StatusBadge = ({
  of: { booking_status: status, changed_to: changedTo },
}: {
  readonly of: Pick<Schemas['OfficeBooking'], 'booking_status' | 'changed_to'>;
}) => (
  <span class={changedTo ? 'badge' : `badge ${KINDS[status]}`}>
    {changedTo ? w.value.bookings.changedStatus : w.value.bookings.statuses[status]}
  </span>
);
