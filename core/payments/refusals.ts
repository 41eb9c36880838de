import type { BookingStatus } from '../bookings/booking.ts';
import { refusal } from '../kernel/refusal.ts';

export const alreadyPaid = refusal('conflict', 'BOOKING_ALREADY_PAID', 'This booking is already paid.');

const WHY: Readonly<Partial<Record<BookingStatus, string>>> = {
  EXPIRED: 'It was not paid in time: please book again.',
  CANCELLED: 'It was cancelled: please book again.',
  REFUNDED: 'It was cancelled: please book again.',
};

export const notPayable = refusal('conflict', 'BOOKING_NOT_PAYABLE', (status: BookingStatus) =>
  `This booking can't be paid, its status is ${status}. ${WHY[status] ?? ''}`.trim(),
);

export const tripOff = refusal(
  'conflict',
  'TRIP_NOT_ACTIVE',
  'This trip does not take place. Nothing has been charged.',
);
