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

/** A booking that was changed to another trip is CANCELLED, but the journey goes on under another code. */
const CHANGED = ['', '→'] as const;

/** A booking's status as a word with a mark: colour alone is not readable for everybody. */
export const BookingState = ({
  of: { booking_status: status, changed_to: changedTo },
}: {
  readonly of: Pick<Schemas['Booking'], 'booking_status' | 'changed_to'>;
}) => {
  const [look, mark] = changedTo ? CHANGED : LOOKS[status];
  return (
    <span class={`badge ${look}`}>
      <span aria-hidden="true">{mark} </span>
      {changedTo ? w.value.bookings.changedStatus : w.value.bookings.status[status]}
    </span>
  );
};
