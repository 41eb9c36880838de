import type { Calendar } from '../kernel/calendar.ts';
import { minutesAfter } from '../kernel/time.ts';
import type { Clock, Instant } from '../kernel/time.ts';
import { cityKey } from './city.ts';
import { continuationAfter, readContinuation } from './continuation.ts';
import type { Asked } from './continuation.ts';
import { fareBound } from './fare-bounds.ts';
import type { SearchPosition, TripFilter, TripListing, TripOrder, TripSearch } from './ports.ts';
import { notADay, notTheNext, sameCity } from './refusals.ts';

interface Needs {
  readonly clock: Clock;
  readonly calendar: Calendar;
  readonly tripSearch: TripSearch;
  readonly minBookingLeadMinutes: number;
}

/** What a passenger looks for, as typed. An empty text means that it does not matter. */
export interface TripWishes {
  readonly origin: string;
  readonly destination: string;
  /** A day of the service's time zone. */
  readonly date: string;
  readonly busType: string;
  /** Rupees. A text that is not a decimal is ignored. */
  readonly minFare: string;
  readonly maxFare: string;
  readonly ordering: string;
  /** `next` of the previous answer. */
  readonly after: string;
}

/** At most a hundred trips, and `next` if there are more. */
export interface FoundTrips {
  readonly trips: readonly TripListing[];
  readonly next?: string;
}

const MOST_RESULTS = 100;
export const TRIP_ORDERS: readonly TripOrder[] = ['departure_time', '-departure_time', 'fare', '-fare'];

export type SearchTrips = ReturnType<typeof searchTrips>;

/** Trips on sale that leave late enough to be booked. */
export const searchTrips =
  ({ clock, calendar, tripSearch, minBookingLeadMinutes }: Needs) =>
  async (wishes: TripWishes): Promise<FoundTrips> => {
    const { origin, destination } = wishes;
    if (origin !== '' && cityKey(origin) === cityKey(destination)) throw sameCity();
    const now = clock();
    const minFare = fareBound(wishes.minFare, 'up');
    const maxFare = fareBound(wishes.maxFare, 'down');
    const busType = wishes.busType.toUpperCase();
    const order = TRIP_ORDERS.find((known) => known === wishes.ordering) ?? 'departure_time';
    const departs = departures(calendar, wishes.date, minutesAfter(now, minBookingLeadMinutes));
    const asked: Asked = {
      filters: [cityKey(origin), cityKey(destination), wishes.date, busType, minFare ?? null, maxFare ?? null],
      order,
    };
    const after = position(wishes.after, asked);

    const found = await tripSearch.search(
      {
        ...(origin !== '' && { origin }),
        ...(destination !== '' && { destination }),
        ...(busType !== '' && { busType }),
        ...(minFare !== undefined && { minFare }),
        ...(maxFare !== undefined && { maxFare }),
        ...(after && { after }),
        departs,
        order,
        // One more than is answered, to see whether there are more.
        limit: MOST_RESULTS + 1,
      },
      now,
    );
    const trips = found.slice(0, MOST_RESULTS);
    const last = trips.at(-1);
    return { trips, ...(last && found.length > trips.length && { next: continuationAfter(last, asked) }) };
  };

function position(after: string, asked: Asked): SearchPosition | undefined {
  if (after === '') return undefined;
  const read = readContinuation(after, asked);
  if (!read) throw notTheNext();
  return read;
}

function departures(calendar: Calendar, date: string, earliest: Instant): TripFilter['departs'] {
  if (date === '') return { start: earliest };
  const day = calendar.day(date);
  if (!day) throw notADay();
  return { start: day.start > earliest ? day.start : earliest, end: day.end };
}
