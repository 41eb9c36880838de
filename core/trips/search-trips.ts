import type { Calendar } from '../kernel/calendar.ts';
import { type Instant, minutesAfter } from '../kernel/time.ts';
import { cityKey } from './city.ts';
import type { SearchPosition, TripFilter, TripListing, TripOrder } from './ports.ts';
import { notADay, notTheNext, sameCity } from './refusals.ts';
import { isId, type OperatorId, type TripId } from '../kernel/ids.ts';
import { type Paisa, paisa } from '../kernel/money.ts';
import type { TripWorld } from './world.ts';

/** A search as the caller typed it. Empty texts do not filter. */
export interface TripQuery {
  readonly origin: string;
  readonly destination: string;
  /** The day of departure, in the service's time zone. */
  readonly date: string;
  readonly busType: string;
  /** The lowest fare in rupees. A text that is not a decimal is ignored. */
  readonly minFare: string;
  readonly maxFare: string;
  readonly ordering: string;
  /** Whether the answer includes boarding points. */
  readonly points?: boolean;
  /** The companies whose trips are found. Undefined for all companies. */
  readonly operators?: readonly OperatorId[];
  /** The field `next` of the previous answer; empty for the first answer. */
  readonly after: string;
}

/** The trips of one answer, at most a hundred. `next` is given if there are more. */
export interface FoundTrips {
  readonly trips: readonly TripListing[];
  readonly next?: string;
}

const MOST_RESULTS = 100;
export const TRIP_ORDERS: readonly TripOrder[] = ['departure_time', '-departure_time', 'fare', '-fare'];

export type SearchTrips = ReturnType<typeof searchTrips>;

/** Finds trips on sale that a passenger still has time to book. */
export const searchTrips =
  ({ clock, calendar, tripSearch, minBookingLeadMinutes }: TripWorld) =>
  async (wishes: TripQuery): Promise<FoundTrips> => {
    const { origin, destination } = wishes;
    if (cityKey(origin) !== '' && cityKey(origin) === cityKey(destination)) throw sameCity();
    const now = clock();
    const minFare = fareBound(wishes.minFare, 'up');
    const maxFare = fareBound(wishes.maxFare, 'down');
    const busType = wishes.busType.toUpperCase();
    const order = TRIP_ORDERS.find((known) => known === wishes.ordering) ?? 'departure_time';
    const departs = departures(calendar, wishes.date, minutesAfter(now, minBookingLeadMinutes));
    const asked: ParsedSearch = {
      filters: [cityKey(origin), cityKey(destination), wishes.date, busType, minFare ?? null, maxFare ?? null],
      order,
    };
    const after = position(wishes.after, asked);

    const found = await tripSearch.search(
      {
        ...(cityKey(origin) !== '' && { origin }),
        ...(cityKey(destination) !== '' && { destination }),
        ...(busType !== '' && { busType }),
        ...(minFare !== undefined && { minFare }),
        ...(maxFare !== undefined && { maxFare }),
        ...(after && { after }),
        departs,
        order,
        ...(wishes.points === true && { points: true }),
        ...(wishes.operators && { operators: wishes.operators }),
        // Reads one row more than is returned, to see whether there are more.
        limit: MOST_RESULTS + 1,
      },
      now,
    );
    const trips = found.slice(0, MOST_RESULTS);
    const last = trips.at(-1);
    return { trips, ...(last && found.length > trips.length && { next: continuationAfter(last, asked) }) };
  };

function position(after: string, asked: ParsedSearch): SearchPosition | undefined {
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

/** A parsed search. Two searches that differ only in spelling are equal. */
export interface ParsedSearch {
  readonly filters: readonly (string | number | null)[];
  readonly order: TripOrder;
}

/** The value that a search sorts a trip by. */
export const sortKeyOf = (order: TripOrder, { departsAt, fare }: Pick<TripListing, 'departsAt' | 'fare'>): number =>
  order.endsWith('fare') ? fare : departsAt;

const textOf = ({ filters, order }: ParsedSearch): string => JSON.stringify([...filters, order]);

/**
 * The field `next` of an answer whose last trip is `last`. The text is opaque to callers, and valid for the same search
 * only.
 */
const continuationAfter = (last: TripListing, asked: ParsedSearch): string =>
  JSON.stringify([textOf(asked), sortKeyOf(asked.order, last), last.id]);

/**
 * Parses the field `next` of an earlier answer into a position. Undefined if it is malformed, or belongs to another
 * search.
 */
function readContinuation(text: string, asked: ParsedSearch): SearchPosition | undefined {
  const [search, sortKey, id] = partsOf(text);
  if (search !== textOf(asked) || !Number.isSafeInteger(sortKey) || typeof id !== 'number' || !isId(id))
    return undefined;
  return { sortKey: sortKey as number, id: id as TripId };
}

function partsOf(text: string): readonly unknown[] {
  try {
    const parts: unknown = JSON.parse(text);
    return Array.isArray(parts) ? parts : [];
  } catch {
    return [];
  }
}

const DECIMAL = /^([+-]?)([0-9]*)\.?([0-9]*)$/;

/** An amount above every fare, in rupees. */
const ABOVE_ANY_FARE = 10 ** 15;

/**
 * Reads the lowest or highest fare of a search, in rupees, as whole paisa. Fractions of a paisa are rounded: the lowest
 * fare `up`, the highest fare `down`. Undefined if the text is not a decimal such as `1200`, `1200.50` or `.5`.
 */
export function fareBound(text: string, round: 'up' | 'down'): Paisa | undefined {
  const [, sign, whole = '', fraction = ''] = DECIMAL.exec(text) ?? [];
  if (sign === undefined || whole + fraction === '') return undefined;
  const least = Math.min(ABOVE_ANY_FARE, Number(whole + fraction.slice(0, 2).padEnd(2, '0')));
  const isFiner = /[1-9]/.test(fraction.slice(2));
  if (sign === '-') return paisa(isFiner && round === 'down' ? -least - 1 : 0 - least);
  return paisa(isFiner && round === 'up' ? least + 1 : least);
}
