import type { Schemas } from '../../api/operations.ts';
import { dayAfter, hourOf, today } from '../../parts/moment.ts';

export type Trip = Schemas['Trip'];

export const TIMES_OF_DAY = ['morning', 'day', 'night'] as const;
export type TimeOfDay = (typeof TIMES_OF_DAY)[number];

export const SORTS = ['earliest', 'latest', 'cheapest', 'fastest', 'best'] as const;
export type Sort = (typeof SORTS)[number];

/** A search with its filters. The page's address holds all of it. */
export interface Wishes {
  readonly origin: string;
  readonly destination: string;
  /** The day of the search, such as `2026-11-21`. */
  readonly date: string;
  /** The chosen times of day; empty means any. */
  readonly times: readonly TimeOfDay[];
  /** Bus types by the service's names; empty means any. */
  readonly types: readonly string[];
  /** The highest fare in rupees; undefined means any. */
  readonly most: number | undefined;
  readonly sort: Sort;
}

/** Hours at which a time of day begins; each lasts until the next begins. */
const MORNING = 4;
const MIDDAY = 11;
const EVENING = 17;

/** The time of day of the departure, in Nepal's time. */
export function timeOfDay({ departure_time }: Pick<Trip, 'departure_time'>): TimeOfDay {
  const hour = hourOf(departure_time);
  if (hour >= MORNING && hour < MIDDAY) return 'morning';
  return hour >= MIDDAY && hour < EVENING ? 'day' : 'night';
}

const isOneOf = <T extends string>(all: readonly T[], text: string | undefined): text is T =>
  (all as readonly (string | undefined)[]).includes(text);

const listIn = (text = ''): readonly string[] => text.split(',').filter((part) => part !== '');

/** Reads a search from an address. Invalid values are ignored. */
export function wishesIn(query: Readonly<Record<string, string>>): Wishes {
  const { origin = '', destination = '', date = '', sort, max = '' } = query;
  const most = Number(max);
  const isDay = /^\d{4}-\d{2}-\d{2}$/.test(date) && !Number.isNaN(Date.parse(date));
  return {
    origin,
    destination,
    date: isDay ? dayAfter(date, 0) : today(),
    times: listIn(query['time']).filter((time) => isOneOf(TIMES_OF_DAY, time)),
    types: listIn(query['type']),
    most: max !== '' && most > 0 ? most : undefined,
    sort: isOneOf(SORTS, sort) ? sort : 'earliest',
  };
}

/** The address of a search's results. */
export function tripsPage(wishes: Pick<Wishes, 'origin' | 'destination' | 'date'> & Partial<Wishes>): string {
  const { origin, destination, date, times = [], types = [], most, sort = 'earliest' } = wishes;
  const query = new URLSearchParams({
    origin,
    destination,
    date,
    ...(times.length > 0 && { time: times.join(',') }),
    ...(types.length > 0 && { type: types.join(',') }),
    ...(most !== undefined && { max: String(most) }),
    ...(sort !== 'earliest' && { sort }),
  });
  return `/trips?${query}`;
}

const ORDERS: Readonly<Record<Sort, (a: Trip, b: Trip) => number>> = {
  earliest: (a, b) => a.departure_time.localeCompare(b.departure_time),
  latest: (a, b) => b.departure_time.localeCompare(a.departure_time),
  cheapest: (a, b) => a.fare - b.fare,
  fastest: (a, b) => a.duration_minutes - b.duration_minutes,
  // Trips of companies without ratings come last.
  best: (a, b) => (b.rating_avg ?? 0) - (a.rating_avg ?? 0) || b.rating_count - a.rating_count,
};

/** The matching trips in the chosen order. Trips of equal rank are ordered by departure. */
export const fitting = (trips: readonly Trip[], { times, types, most, sort }: Wishes): readonly Trip[] =>
  trips
    .filter((trip) => times.length === 0 || times.includes(timeOfDay(trip)))
    .filter((trip) => types.length === 0 || types.includes(trip.bus.bus_type))
    .filter((trip) => most === undefined || trip.fare <= most)
    .toSorted((a, b) => ORDERS[sort](a, b) || ORDERS.earliest(a, b) || a.id - b.id);

export const isFiltered = ({ times, types, most }: Wishes): boolean =>
  times.length > 0 || types.length > 0 || most !== undefined;

const MOST_STEPS = 5;

/**
 * The fare limits that the filter proposes, ascending. Each is the fare of some trip. Leaves out the highest fare,
 * because it would exclude no trip.
 */
export function fareSteps(trips: readonly Pick<Trip, 'fare'>[]): readonly number[] {
  const fares = [...new Set(trips.map(({ fare }) => fare))].toSorted((a, b) => a - b).slice(0, -1);
  const every = Math.ceil(fares.length / MOST_STEPS);
  return fares.filter((_, index) => every <= 1 || index % every === every - 1);
}
