import type { BookingStatus } from '../bookings/booking.ts';
import { invalidField, refusal } from '../kernel/refusal.ts';

export const notRateable = refusal(
  'conflict',
  'BOOKING_NOT_RATEABLE',
  (status: BookingStatus) => `Only a journey that was paid for can be rated; this booking's status is ${status}.`,
);

export const notArrived = refusal(
  'conflict',
  'TRIP_NOT_OVER',
  'This trip is not over yet. Please rate it once you have arrived.',
);

export const alreadyRated = refusal('conflict', 'ALREADY_RATED', 'You have rated this trip already.');

export const notStars = () => invalidField('stars', 'stars must be a whole number from 1 to 5.');
export const notAFlag = () => invalidField('issue_flag', 'issue_flag must be true or false.');
