import type { TripId } from '../kernel/ids.ts';
import { invalid, invalidField, refusal } from '../kernel/refusal.ts';
import { type Instant, toIso } from '../kernel/time.ts';

/** Refuses an unknown trip, and a trip that is not on sale, so that callers cannot tell that it exists. */
export const tripUnknown = refusal('absent', 'TRIP_UNKNOWN', 'This trip is not on sale.');

/** Refuses an unknown trip, and another company's trip, so that callers cannot tell that it exists. */
export const noSuchTrip = refusal('absent', 'TRIP_UNKNOWN', 'There is no such trip.');

export const tripCancelled = refusal('conflict', 'TRIP_CANCELLED', 'This trip was cancelled.');

/** Refuses a trip that the caller may know of, but that is not on sale now. */
export const tripNotBookable = refusal(
  'conflict',
  'TRIP_NOT_BOOKABLE',
  'This trip is not on sale. Please choose another one.',
);

export const tripDeparted = refusal('conflict', 'TRIP_DEPARTED', 'This bus has already departed.');

/** Refuses a sale before the moment at which the trip's sale opens, or for an agent before the rush is over. */
export const notOnSale = refusal('conflict', 'NOT_ON_SALE', (opensAt: Instant) => ({
  message: 'The sale of this trip is not open yet.',
  extra: { sale_opens_at: toIso(opensAt) },
}));

/** Refuses new stops for a trip if a seat is held or blocked on a part of it, or if any seat was ever booked. */
export const stopsFixed = refusal(
  'conflict',
  'SEATS_SOLD',
  'The stops of this trip can no longer change: a seat is held or blocked on a part of the road, or was booked before.',
);

/** Refuses a trip because its bus is on another trip at that time. */
export const busElsewhere = refusal(
  'conflict',
  'BUS_ELSEWHERE',
  ({ id, departsAt }: { readonly id: TripId; readonly departsAt: Instant }) => ({
    message: 'The bus is on another trip at that time: choose another bus or another time.',
    extra: { trip: { id, departure_time: toIso(departsAt) } },
  }),
);

export const sameCity = () =>
  invalid('Origin and destination are the same city: choose two.', {
    field: 'destination',
    message: 'must differ from origin',
  });

export const notTheNext = () =>
  invalidField('after', 'after must be `next` from a search with the same filters and ordering.');

/** Refuses stops in a URL between which no seats are sold. */
export const sectionUnknown = refusal('absent', 'SECTION_UNKNOWN', 'Seats are not sold between these stops.');

/** Refuses stops in a request's body between which no seats are sold. */
export const sectionNotSold = () =>
  invalidField('to_stop', 'to_stop must end a section that is sold on this trip, from from_stop on.');

export const notADay = () => invalidField('date', 'date must be a real day, written YYYY-MM-DD.');

export const cityUnknown = refusal('absent', 'CITY_UNKNOWN', 'There is no such city.');
export const cityTaken = refusal(
  'conflict',
  'CITY_TAKEN',
  'There is a city that has this name, or this alias, already.',
);
