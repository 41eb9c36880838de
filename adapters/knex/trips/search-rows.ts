import type { RouteId } from '../../../core/catalogue/catalogue.ts';
import type { BusId, TripId } from '../../../core/kernel/ids.ts';
import type { Paisa } from '../../../core/kernel/money.ts';
import type { Instant } from '../../../core/kernel/time.ts';
import type { TripListing } from '../../../core/trips/ports.ts';
import { hasSaleOpened } from '../../../core/trips/sale-opening.ts';
import { lastStop } from '../../../core/trips/sections.ts';
import { type Dialect, type Fragment, fragment, jsonArray, raw } from '../engine/sql.ts';
import { type Catalogue, known } from './catalogue.ts';
import { roadIn } from './known-roads.ts';
import { toPoints } from './planned-trips.ts';
import type { RoadRow } from './road.ts';
import type { SectionTable } from './section-seats.ts';

/** A section as a JSON array. All values are null for the whole trip. */
type SectionRow = [
  from: number | null,
  to: number | null,
  route: RouteId | null,
  departsAt: Instant | null,
  arrivesAt: Instant | null,
  fare: Paisa | null,
];

/**
 * A trip on sale, as a JSON array. Dropping points are read for a single trip only. Boarding points are also read for
 * searches that need them.
 */
export type Row = [
  id: TripId,
  bus: BusId,
  route: RouteId,
  departsAt: Instant,
  arrivesAt: Instant,
  fare: Paisa,
  /** The stored stops. Null if equal to the cached stops that the statement was built with. `fares` works alike. */
  stops: string | null,
  fares: string | null,
  /** The number of taken seats. Null if the trip has stops, but the statement was built for trips without stops. */
  seatsTaken: number | null,
  /** The moment at which the sale opens; null for at once. */
  saleOpensAt: Instant | null,
  /** The number of blocked seats. */
  withheld: number,
  /** The found section. Null if the statement searches whole trips only. */
  section: SectionRow | null,
  boardingPoints: string | undefined,
  droppingPoints: string,
];

const COLUMNS = ['id', 'bus_id', 'route_id', 'departure_time', 'arrival_time', 'fare_paisa'];
const SALE = ['sale_opens_at'];

/** The names of a section's values, and their columns in `trip_sections`. */
const SECTION = {
  from_stop: 'from_stop',
  to_stop: 'to_stop',
  section_route: 'route_id',
  section_departs: 'departure_time',
  section_arrives: 'arrival_time',
  section_fare: 'fare_paisa',
};

/** The columns that some searches read in addition to the columns of every search. */
const MORE = { nothing: [], boarding: ['boarding_points'], points: ['boarding_points', 'dropping_points'] };

export type More = keyof typeof MORE;

/*
 * Lists of columns are made once. Every search builds its statement anew, and this takes a good part of the search's
 * time.
 */

const listed = (names: readonly string[]): string => names.map((name) => `s.${name}`).join(', ');
const selected = (more: More): Fragment => raw(listed([...COLUMNS, ...SALE, ...MORE[more]]));

export const NOTHING = raw('');
export const SELECTED: Readonly<Record<More, Fragment>> = {
  nothing: selected('nothing'),
  boarding: selected('boarding'),
  points: selected('points'),
};

const sectionsOf = (column: (name: string, stored: string) => string): string =>
  Object.entries(SECTION)
    .map(([name, stored]) => column(name, stored))
    .join(', ');

export const OF_WHOLE_ROADS = raw(sectionsOf((name) => `cast(null as bigint) as ${name}`));
export const SECTION_OF_PART = raw(sectionsOf((name, stored) => `part.${stored} as ${name}`));

/** The columns of a section, which follow the columns of its trip. */
export const SECTION_SELECTED = {
  pick: raw(`, ${sectionsOf((name) => `pick.${name}`)}`),
  part: raw(`, ${SECTION_OF_PART.text}`),
};

const SECTION_VALUES = Object.keys(SECTION).map((name) => raw(`s.${name}`));

const made = new Map<string, Fragment>();

/** The values of a Row, from the columns of `s`. */
export function rowColumns(dialect: Dialect, more: More, sections: SectionTable): Fragment {
  const key = `${dialect} ${more} ${String(sections !== undefined)}`;
  let columns = made.get(key);
  if (!columns) {
    const section = sections ? jsonArray(dialect, SECTION_VALUES) : raw('null');
    const after = MORE[more].length === 0 ? NOTHING : raw(`, ${listed(MORE[more])}`);
    made.set(
      key,
      (columns = fragment`${raw(listed(COLUMNS))}, s.other_stops, s.other_fares, s.seats_taken,
        s.sale_opens_at, s.withheld, ${section}${after}`),
    );
  }
  return columns;
}

/* Positions in a Row. */
const STOPS = 6;
const FARES = 7;
const SEATS_TAKEN = 8;
const SECTION_OF = 11;
export const BOARDING_POINTS = 12;
export const DROPPING_POINTS = 13;

const WHOLE_ROAD: SectionRow = [null, null, null, null, null, null];

/** The route of the row's section, or of the whole trip. */
export const routeIn = ({ 2: route, [SECTION_OF]: section }: Row): RouteId => section?.[2] ?? route;

export const isUncounted = (row: Row): boolean => row[SEATS_TAKEN] === null;

/** The stops and fares of a trip. Null in the row means the `expected` stops or fares. */
export const roadOf = (row: Row, expected: RoadRow): RoadRow => ({
  stops: row[STOPS] ?? expected.stops,
  fares: row[FARES] ?? expected.fares,
});

/** Converts a row to a search result. `expected` has the cached stops and fares that the statement was built with. */
export function listing(catalogue: Catalogue, row: Row, expected: RoadRow, now: Instant): TripListing {
  const [id, bus, route, departsAt, arrivesAt, fare, , , taken, saleOpensAt, withheld, section, points] = row;
  const [from, to, partRoute, partDeparts, partArrives, partFare] = section ?? WHOLE_ROAD;
  const { shown, seats } = known(catalogue.buses, bus);
  const { sourceCity, destinationCity } = known(catalogue.routes, partRoute ?? route);
  const road = roadIn(catalogue, route, roadOf(row, expected));
  return {
    id,
    section: { from: from ?? 0, to: to ?? lastStop(road) },
    trip: { departsAt, arrivesAt },
    stops: road.stops,
    fares: road.fares,
    stopCities: road.stopCities,
    sourceCity,
    destinationCity,
    departsAt: partDeparts ?? departsAt,
    arrivesAt: partArrives ?? arrivesAt,
    fare: partFare ?? fare,
    status: 'ACTIVE',
    seatsLeft: Math.max(0, seats - (taken ?? 0)),
    saleOpensAt,
    isOnSale: hasSaleOpened({ saleOpensAt }, now),
    withheld,
    bus: shown.bus,
    operator: shown.operator,
    ratingSum: shown.ratingSum,
    ratingCount: shown.ratingCount,
    ...(points !== undefined && { boardingPoints: toPoints(points) }),
  };
}
