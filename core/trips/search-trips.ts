import type { Calendar } from '../kernel/calendar.ts';
import { minutesAfter } from '../kernel/time.ts';
import type { Clock, Instant } from '../kernel/time.ts';
import { cityKey } from './catalogue.ts';
import { fareBound } from './fare-bounds.ts';
import type { TripFilter, TripListing, TripOrder, TripSearch } from './ports.ts';
import { notADay, sameCity } from './refusals.ts';

interface Needs {
  readonly clock: Clock;
  readonly calendar: Calendar;
  readonly tripSearch: TripSearch;
  readonly minBookingLeadMinutes: number;
}

/** What a passenger looks for, as typed. An empty text stands for no wish. */
export interface TripWishes {
  readonly origin: string;
  readonly destination: string;
  /** A day of the service's time zone. */
  readonly date: string;
  readonly busType: string;
  /** Rupees. What is no decimal is no wish. */
  readonly minFare: string;
  readonly maxFare: string;
  readonly ordering: string;
}

const MOST_RESULTS = 100;
const ORDERS: readonly TripOrder[] = ['departure_time', '-departure_time', 'fare', '-fare'];

export type SearchTrips = ReturnType<typeof searchTrips>;

/** Trips on sale that leave late enough to be booked. */
export const searchTrips = ({ clock, calendar, tripSearch, minBookingLeadMinutes }: Needs) =>
  async (wishes: TripWishes): Promise<readonly TripListing[]> => {
    const { origin, destination, busType } = wishes;
    if (origin !== '' && cityKey(origin) === cityKey(destination)) throw sameCity();
    const now = clock();
    const minFare = fareBound(wishes.minFare, 'up');
    const maxFare = fareBound(wishes.maxFare, 'down');

    return tripSearch.search({
      ...(origin !== '' && { origin }),
      ...(destination !== '' && { destination }),
      ...(busType !== '' && { busType: busType.toUpperCase() }),
      ...(minFare !== undefined && { minFare }),
      ...(maxFare !== undefined && { maxFare }),
      departs: departures(calendar, wishes.date, minutesAfter(now, minBookingLeadMinutes)),
      order: ORDERS.find((order) => order === wishes.ordering) ?? 'departure_time',
      limit: MOST_RESULTS,
    }, now);
  };

function departures(calendar: Calendar, date: string, earliest: Instant): TripFilter['departs'] {
  if (date === '') return { start: earliest };
  const day = calendar.day(date);
  if (!day) throw notADay();
  return { start: day.start > earliest ? day.start : earliest, end: day.end };
}
