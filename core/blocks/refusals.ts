import { refusal } from '../kernel/refusal.ts';
import type { SeatNumber } from '../kernel/ids.ts';

export const blocksChanged = refusal(
  'outdated',
  'BLOCKS_CHANGED',
  'What is blocked on this trip has changed since you read it: read it again.',
);

/** Where places are counted, no seats are named, but how many places can be blocked. */
export const seatsSold = refusal('conflict', 'SEATS_SOLD', (seats: readonly SeatNumber[], left?: number) => ({
  message:
    left === undefined
      ? `Sold already, so they cannot be blocked: ${seats.join(', ')}.`
      : left === 0
        ? 'No place can be blocked: all are sold.'
        : `At most ${left} ${left === 1 ? 'place' : 'places'} can be blocked: the others are sold.`,
  told: { seats },
}));

export const seatsHeld = refusal('conflict', 'SEATS_HELD', (seats: readonly SeatNumber[]) => ({
  message: `Passengers are about to book these seats: ${seats.join(', ')}. Try again in a few minutes.`,
  told: { seats },
}));
