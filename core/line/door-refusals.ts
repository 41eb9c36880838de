import { invalidField, refusal } from '../kernel/refusal.ts';
import { type Instant, hoursAfter, toIso } from '../kernel/time.ts';

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

export const doorUnknown = refusal('absent', 'DOOR_UNKNOWN', 'No sale opens at this moment.');

export const noPlace = refusal('absent', 'NO_PLACE', 'You have no place in line at this door.');

export const tooEarly = refusal('conflict', 'TOO_EARLY', (opensAt: Instant, joinHours: number) => ({
  message: `Places are given from ${joinHours} hours before the opening on.`,
  extra: { joins_at: toIso(hoursAfter(opensAt, -joinHours)) },
}));

export const doorClear = refusal('conflict', 'DOOR_CLEAR', 'The rush is over: everybody may buy without a place.');

export const doorOpen = refusal('conflict', 'DOOR_OPEN', 'The sale has opened: its moment can no longer change.');

export const doorExists = refusal('conflict', 'DOOR_EXISTS', 'Another sale opens at this moment.');

export const phoneNeeded = refusal(
  'conflict',
  'PHONE_NEEDED',
  'Verify your phone number first: each number has one place.',
);

/** Refuses a place's token that was edited, or is for another door, another account or an earlier time. */
export const placeTokenInvalid = () =>
  invalidField('token', 'token must be the newest token of your place at this door.');

interface Waiting {
  readonly number: number | null;
  readonly admitted: number;
  readonly retryAfterSeconds: number;
}

export const notYet = refusal('conflict', 'NOT_YET', ({ number, admitted, retryAfterSeconds }: Waiting) => ({
  message: 'It is not your turn yet.',
  extra: { number, admitted },
  retryAfterSeconds,
}));

export const placeUsed = refusal(
  'conflict',
  'PLACE_USED',
  'The pass of this place has run out. Join again for a new place at the end.',
);

export const doorPassNeeded = refusal('conflict', 'DOOR_PASS_NEEDED', (door: string) => ({
  message: 'The sale of this trip has just opened: go in at its door first.',
  extra: { door },
}));
