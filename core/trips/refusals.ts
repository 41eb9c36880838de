import { invalid, invalidField, refusal } from '../kernel/refusal.ts';
import { toIso } from '../kernel/time.ts';
import type { BusyTrip } from './planned-trips.ts';

/** Also for a trip that exists but is not on sale: callers can't tell the two apart. */
export const tripUnknown = refusal('absent', 'TRIP_UNKNOWN', 'This trip is not on sale.');

/** Of the trips of a company. Also for another company's: the caller can't tell which of the two it is. */
export const noSuchTrip = refusal('absent', 'TRIP_UNKNOWN', 'There is no such trip.');

export const tripCancelled = refusal('conflict', 'TRIP_CANCELLED', 'This trip was cancelled.');

/** For a trip that callers may know of, but that may not be sold now. */
export const tripNotBookable = refusal(
  'conflict',
  'TRIP_NOT_BOOKABLE',
  'This trip is not on sale. Please choose another one.',
);

export const tripDeparted = refusal('conflict', 'TRIP_DEPARTED', 'This bus has already departed.');

/** The bus is on another trip during the time of this one. */
export const busElsewhere = refusal(
  'conflict',
  'BUS_ELSEWHERE',
  ({ id, departsAt }: Pick<BusyTrip, 'id' | 'departsAt'>) => ({
    message: 'The bus is on another trip at that time: choose another bus or another time.',
    told: { trip: { id, departure_time: toIso(departsAt) } },
  }),
);

export const sameCity = () =>
  invalid('Origin and destination are the same city: choose two.', {
    field: 'destination',
    message: 'must differ from origin',
  });

export const notTheNext = () =>
  invalidField('after', 'after must be `next` from a search with the same filters and ordering.');

export const notADay = () => invalidField('date', 'date must be a real day, written YYYY-MM-DD.');
