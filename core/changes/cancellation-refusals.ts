import type { BookingStatus } from '../bookings/booking.ts';
import { invalidField, refusal } from '../kernel/refusal.ts';

const WHY: Readonly<Partial<Record<BookingStatus, string>>> = {
  EXPIRED: 'This booking has expired: it was not paid in time, and nothing was charged for it.',
  CANCELLED: 'This booking is already cancelled.',
  REFUNDED: 'This booking is already cancelled, and a refund was recorded.',
};

const sentence = (status: BookingStatus): string =>
  WHY[status] ?? `This booking can't be cancelled, its status is ${status}.`;

/** The refusal for the passenger. */
export const bookingOver = refusal('conflict', 'BOOKING_OVER', sentence);

/** The same refusal for the company and administrators. */
export const bookingClosed = refusal('conflict', 'BOOKING_CLOSED', sentence);

export const tripArrived = refusal(
  'conflict',
  'TRIP_ARRIVED',
  'This bus has already arrived: the booking can no longer be cancelled.',
);

export const noReason = () => invalidField('reason', 'reason must say why the booking is cancelled.');
