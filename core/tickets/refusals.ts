import type { BookingStatus } from '../bookings/booking.ts';
import { Refusal } from '../kernel/refusal.ts';

const unavailable = (why: string) => new Refusal('conflict', 'TICKET_UNAVAILABLE', `There is no ticket to hand out: ${why}`);

/** Also for another passenger's booking: the caller can't tell which. */
export const noSuchTicket = () => unavailable('no such booking is among yours.');

const WHY: Readonly<Partial<Record<BookingStatus, string>>> = {
  PENDING_PAYMENT: 'this booking is not paid yet.',
  EXPIRED: 'this booking has expired.',
  CANCELLED: 'this booking was cancelled.',
  REFUNDED: 'this booking was cancelled.',
};

export const notTicketed = (status: BookingStatus) => unavailable(WHY[status] ?? `the booking's status is ${status}.`);
