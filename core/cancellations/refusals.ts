import type { BookingStatus } from '../bookings/booking.ts';
import { refusal } from '../kernel/refusal.ts';

const WHY: Readonly<Partial<Record<BookingStatus, string>>> = {
  EXPIRED: 'This booking has expired: it was not paid in time, and nothing was charged for it.',
  CANCELLED: 'This booking is already cancelled.',
  REFUNDED: 'This booking is already cancelled, and a refund was recorded.',
};

export const bookingOver = refusal(
  'conflict',
  'BOOKING_OVER',
  (status: BookingStatus) => WHY[status] ?? `This booking can't be cancelled, its status is ${status}.`,
);
