import type { BookingStatus } from '../bookings/booking.ts';
import { refusal } from '../kernel/refusal.ts';

export const ticketUnavailable = refusal(
  'conflict',
  'TICKET_UNAVAILABLE',
  (why: string) => `There is no ticket to hand out: ${why}`,
);

/** Thrown for an unknown booking and for another passenger's booking. Callers cannot tell the two cases apart. */
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

/** Thrown for an unknown ticket token and for a forged one. Callers cannot tell the two cases apart. */
export const ticketUnknown = refusal('absent', 'TICKET_UNKNOWN', 'This is not one of our tickets.');

/** Thrown for an unknown live link, and for one that has ended. Callers cannot tell the two cases apart. */
export const liveLinkUnknown = refusal('absent', 'LINK_UNKNOWN', 'This journey is not shared any more.');
