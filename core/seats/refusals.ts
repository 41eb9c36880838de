import { KEPT_FOR } from '../fleet/kept-seats.ts';
import { invalidField, refusal } from '../kernel/refusal.ts';

export const tooManyHolds = refusal('throttled', 'TOO_MANY_HOLDS', (most: number, retryAfterSeconds: number) => ({
  message: `You are holding seats on ${most} trips, the most allowed at a time. Book or release some first.`,
  retryAfterSeconds,
}));

export const noSeatMap = refusal(
  'conflict',
  'NO_SEAT_MAP',
  'On this bus seats are not chosen one by one: book the number of seats you need.',
);

/** Refuses to choose seats on a bus without a seat map. */
export const noSeatsToChoose = () =>
  invalidField('best', 'best needs a bus with a seat map: on this one, book the number of seats that you need.');

/** Refuses a word that is no kind of kept seat. */
export const keptForUnknown = () => invalidField('for', `for must be a list of ${KEPT_FOR.join(', ')}.`);

/** Refuses a request that names seats and also asks for the best ones, or does neither. */
export const seatsOrBest = () =>
  invalidField('best', 'best must be given instead of seat_numbers: exactly one of them is required.');

export const tooFewSeatsFree = refusal('conflict', 'SEATS_TOO_FEW', (left: number) => ({
  message: left === 0 ? 'No seat is free.' : `Only ${left} of the seats are free.`,
  extra: { left },
}));

export const notTogether = refusal('conflict', 'NOT_TOGETHER', (largest: number) => ({
  message: `At most ${largest} of the free seats hang together.`,
  extra: { largest },
}));

/** A limit of seats, and how many of them were taken before the refused request. */
export interface SeatLimit {
  readonly limit: number;
  readonly taken: number;
}

/** Refuses more seats of one day than a buyer may have while the sale of its trips opens. */
export const seatsPerDay = refusal('conflict', 'SEATS_PER_DAY', ({ limit, taken }: SeatLimit) => ({
  message: `While the sale opens, one person may have at most ${limit} seats for a day, and has ${taken}.`,
  extra: { limit, taken },
}));

/** Refuses blocks and counter sales beyond the share of a trip's seats that they may take before the rush is over. */
export const counterShare = refusal('conflict', 'COUNTER_SHARE', ({ limit, taken }: SeatLimit) => ({
  message: `Blocks and sales at the counter take at most ${limit} seats of this trip until the rush is over.`,
  extra: { limit, taken },
}));
