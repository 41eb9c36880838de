import type { BookingStatus } from '../bookings/booking.ts';
import { refusal } from '../kernel/refusal.ts';

export const ticketUnavailable = refusal(
  'conflict',
  'TICKET_UNAVAILABLE',
  (why: string) => `There is no ticket to hand out: ${why}`,
);

/** Refuses an unknown booking, and another passenger's booking, so that callers cannot find out that it exists. */
export const noSuchTicket = () => ticketUnavailable('no such booking is among yours.');

const WHY: Readonly<Partial<Record<BookingStatus, string>>> = {
  PENDING_PAYMENT: 'this booking is not paid yet.',
  EXPIRED: 'this booking has expired.',
  CANCELLED: 'this booking was cancelled.',
  REFUNDED: 'this booking was cancelled.',
};

export const notTicketed = (status: BookingStatus) =>
  ticketUnavailable(WHY[status] ?? `the booking's status is ${status}.`);

export const noBookingOfNumber = refusal(
  'absent',
  'BOOKING_UNKNOWN',
  'No booking with this code belongs to this phone number. Please look at the code again.',
);

/** Refuses an unknown token, and a forged one, so that callers cannot find out whether the ticket exists. */
export const ticketUnknown = refusal('absent', 'TICKET_UNKNOWN', 'This is not one of our tickets.');
