import { invalidField, refusal } from '../kernel/refusal.ts';
import { MOST_WAITS } from './wait.ts';

/** Refuses seats of which too few are in use on the trip's bus, or of which one is not. */
export const seatsToWaitForUnknown = () =>
  invalidField('any_of', 'any_of must name seats in use on the bus, at least as many as seats.');

export const alreadyWaiting = refusal('conflict', 'ALREADY_WAITING', 'You wait for seats on this trip already.');

export const seatsFree = refusal(
  'conflict',
  'SEATS_FREE',
  'Enough seats are free on this trip: hold or book them instead of waiting.',
);

export const tooManyWaits = refusal(
  'throttled',
  'TOO_MANY_WAITS',
  `You wait for seats on ${MOST_WAITS} trips, the most allowed at a time. Give up one first.`,
);

/** Refuses a wait that is over, is another person's or never was, so that callers cannot tell which. */
export const waitUnknown = refusal('absent', 'WAIT_UNKNOWN', 'You have no such wait.');
