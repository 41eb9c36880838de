import { refusal } from '../kernel/refusal.ts';

export const tooManyHolds = refusal('throttled', 'TOO_MANY_HOLDS', (most: number, retryAfterSeconds: number) => ({
  message: `You are holding seats on ${most} trips, the most allowed at a time. Book or release some first.`,
  retryAfterSeconds,
}));

export const noSeatMap = refusal(
  'conflict',
  'NO_SEAT_MAP',
  'On this bus seats are not chosen one by one: book the number of seats you need.',
);
