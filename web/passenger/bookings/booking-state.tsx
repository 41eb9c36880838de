import type { Schemas } from '../../api/operations.ts';
import { w } from '../words.ts';

type Status = Schemas['Booking']['booking_status'];

const LOOKS: Readonly<Record<Status, readonly [look: string, mark: string]>> = {
  PENDING_PAYMENT: ['wait', '…'],
  CONFIRMED: ['good', '✓'],
  CHECKED_IN: ['good', '✓'],
  COMPLETED: ['', '■'],
  CANCELLED: ['bad', '✕'],
  REFUNDED: ['bad', '✕'],
  EXPIRED: ['', '✕'],
};

/** A booking's status as a word with a mark: colour alone is not readable for everybody. */
export const BookingState = ({ status }: { readonly status: Status }) => {
  const [look, mark] = LOOKS[status];
  return (
    <span class={`badge ${look}`}>
      <span aria-hidden="true">{mark} </span>
      {w.value.bookings.status[status]}
    </span>
  );
};
