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

export const StatusBadge = ({ status }: { readonly status: Status }) => (
  <span class={`badge ${KINDS[status]}`}>{w.value.bookings.statuses[status]}</span>
);
