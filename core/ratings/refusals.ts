import type { BookingStatus } from '../bookings/booking.ts';
import { invalidField, Refusal } from '../kernel/refusal.ts';

export const notRateable = (status: BookingStatus) =>
  new Refusal('conflict', 'BOOKING_NOT_RATEABLE', `Only a journey that was paid for can be rated; this booking's status is ${status}.`);

export const notArrived = () => new Refusal('conflict', 'TRIP_NOT_OVER', 'This trip is not over yet. Please rate it once you have arrived.');

export const alreadyRated = () => new Refusal('conflict', 'ALREADY_RATED', 'You have rated this trip already.');

export const notStars = () => invalidField('stars', 'stars must be a whole number from 1 to 5.');
export const notAFlag = () => invalidField('issue_flag', 'issue_flag must be true or false.');
