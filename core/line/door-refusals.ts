import { refusal } from '../kernel/refusal.ts';

export const saleHasSeats = refusal(
  'conflict',
  'SEATS_SOLD',
  'Seats of this trip are booked or held: the opening of its sale can no longer change.',
);

/** Refuses a change of an opening that is about to come, or that somebody waits for. */
export const doorAnnounced = refusal(
  'conflict',
  'DOOR_ANNOUNCED',
  'The opening of the sale can no longer change: it is less than 24 hours away, or somebody waits for it.',
);

/** The share of a trip's seats that blocks and counter sales may take before the rush is over. */
export interface CounterShare {
  readonly limit: number;
  readonly taken: number;
}

export const counterShare = refusal('conflict', 'COUNTER_SHARE', ({ limit, taken }: CounterShare) => ({
  message: `Blocks and sales at the counter take at most ${limit} seats of this trip until the rush is over.`,
  extra: { limit, taken },
}));
