import type { BookingStatus } from '../bookings/booking.ts';
import { refusal } from '../kernel/refusal.ts';

export const ticketUnavailable = refusal(
  'conflict',
  'TICKET_UNAVAILABLE',
  (why: string) => `There is no ticket to hand out: ${why}`,
);

/** Also for another passenger's booking, so that the caller can't tell whether it exists. */
export const noSuchTicket = () => ticketUnavailable('no such booking is among yours.');

const WHY: Readonly<Partial<Record<BookingStatus, string>>> = {
  PENDING_PAYMENT: 'this booking is not paid yet.',
  EXPIRED: 'this booking has expired.',
  CANCELLED: 'this booking was cancelled.',
  REFUNDED: 'this booking was cancelled.',
};

export const notTicketed = (status: BookingStatus) =>
  ticketUnavailable(WHY[status] ?? `the booking's status is ${status}.`);

/** Also for a token that somebody has changed: the caller can't tell which of the two it is. */
export const ticketUnknown = refusal('absent', 'TICKET_UNKNOWN', 'This is not one of our tickets.');
