import { invalid, invalidField, refusal } from '../kernel/refusal.ts';

/** Also for a trip that exists but is not on sale: callers can't tell the two apart. */
export const tripUnknown = refusal('absent', 'TRIP_UNKNOWN', 'This trip is not on sale.');

/** For a trip that callers may know of, but that may not be sold now. */
export const tripNotBookable = refusal(
  'conflict',
  'TRIP_NOT_BOOKABLE',
  'This trip is not on sale. Please choose another one.',
);

export const tripDeparted = refusal('conflict', 'TRIP_DEPARTED', 'This bus has already departed.');

export const sameCity = () =>
  invalid('Origin and destination are the same city: choose two.', {
    field: 'destination',
    message: 'must differ from origin',
  });

export const notTheNext = () =>
  invalidField('after', 'after must be `next` from a search with the same filters and ordering.');

export const notADay = () => invalidField('date', 'date must be a real day, written YYYY-MM-DD.');
