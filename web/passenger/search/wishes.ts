import type { Schemas } from '../../api/operations.ts';
import { dayAfter, hourOf, today } from '../../parts/moment.ts';

export type Trip = Schemas['Trip'];

export const TIMES_OF_DAY = ['morning', 'day', 'night'] as const;
export type TimeOfDay = (typeof TIMES_OF_DAY)[number];

export const SORTS = ['earliest', 'latest', 'cheapest', 'fastest', 'best'] as const;
export type Sort = (typeof SORTS)[number];

/** What somebody looks for. All of it stands in the address of the page. */
export interface Wishes {
  readonly origin: string;
  readonly destination: string;
  /** `2026-11-21` */
  readonly date: string;
  /** Empty for any. */
  readonly times: readonly TimeOfDay[];
  /** Types of buses, as the service names them; empty for any. */
  readonly types: readonly string[];
  /** The highest fare in rupees; undefined for any. */
  readonly most: number | undefined;
  readonly sort: Sort;
}

/** The hours at which a time of day begins; each ends where the next begins. */
const MORNING = 4;
const MIDDAY = 11;
const EVENING = 17;

/** The time of day at which a trip leaves, where it leaves. */
export function timeOfDay({ departure_time }: Pick<Trip, 'departure_time'>): TimeOfDay {
  const hour = hourOf(departure_time);
  if (hour >= MORNING && hour < MIDDAY) return 'morning';
  return hour >= MIDDAY && hour < EVENING ? 'day' : 'night';
}

const isOneOf = <T extends string>(all: readonly T[], text: string | undefined): text is T =>
  (all as readonly (string | undefined)[]).includes(text);

const listIn = (text = ''): readonly string[] => text.split(',').filter((part) => part !== '');

/** Reads the wishes out of an address. What makes no sense there counts as not said. */
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

/** The address of the page that shows what fits. */
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
  // Nobody's opinion is no bad opinion, but comes after all that there is.
  best: (a, b) => (b.rating_avg ?? 0) - (a.rating_avg ?? 0) || b.rating_count - a.rating_count,
};

/** The trips that fit, as they are to be sorted; the earlier first where that leaves it open. */
export const fitting = (trips: readonly Trip[], { times, types, most, sort }: Wishes): readonly Trip[] =>
  trips
    .filter((trip) => times.length === 0 || times.includes(timeOfDay(trip)))
    .filter((trip) => types.length === 0 || types.includes(trip.bus.bus_type))
    .filter((trip) => most === undefined || trip.fare <= most)
    .toSorted((a, b) => ORDERS[sort](a, b) || ORDERS.earliest(a, b) || a.id - b.id);

export const isFiltered = ({ times, types, most }: Wishes): boolean =>
  times.length > 0 || types.length > 0 || most !== undefined;

const MOST_STEPS = 5;

/** Fares worth asking for as the highest, ascending: some trip costs each; the dearest would leave out none. */
export function fareSteps(trips: readonly Pick<Trip, 'fare'>[]): readonly number[] {
  const fares = [...new Set(trips.map(({ fare }) => fare))].toSorted((a, b) => a - b).slice(0, -1);
  const every = Math.ceil(fares.length / MOST_STEPS);
  return fares.filter((_, index) => every <= 1 || index % every === every - 1);
}
