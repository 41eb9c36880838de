import type { RouteId } from '../../../core/catalogue/catalogue.ts';
import type { BusId, TripId } from '../../../core/kernel/ids.ts';
import type { Paisa } from '../../../core/kernel/money.ts';
import type { Instant } from '../../../core/kernel/time.ts';
import type { TripListing } from '../../../core/trips/ports.ts';
import { type Catalogue, known } from './catalogue.ts';
import { toPoints } from './planned-trips.ts';

/**
 * A trip on sale, as a JSON array. Its section is null for the whole road. Seats are counted later on trips with stops.
 * The last three values are read for a single trip only, boarding points also for a search that asks for them.
 */
export type Row = [
  id: TripId,
  bus: BusId,
  route: RouteId,
  departsAt: Instant,
  arrivesAt: Instant,
  fare: Paisa,
  stops: string,
  from: number | null,
  to: number | null,
  sectionRoute: RouteId | null,
  sectionDeparts: Instant | null,
  sectionArrives: Instant | null,
  sectionFare: Paisa | null,
  seatsTaken: number,
  boardingPoints: string | undefined,
  droppingPoints: string,
  fares: string,
];

export const COLUMNS = ['id', 'bus_id', 'route_id', 'departure_time', 'arrival_time', 'fare_paisa', 'stops'];
/** The names of a section's values, and their columns in `trip_sections`. */
export const SECTION = {
  from_stop: 'from_stop',
  to_stop: 'to_stop',
  section_route: 'route_id',
  section_departs: 'departure_time',
  section_arrives: 'arrival_time',
  section_fare: 'fare_paisa',
};
export const DETAILS = ['boarding_points', 'dropping_points', 'fares'];

/* Positions in a Row. */
export const ROUTE = 2;
export const STOPS = 6;
export const SEATS_TAKEN = 13;
export const BOARDING_POINTS = 14;
export const DROPPING_POINTS = 15;
export const FARES = 16;

const lastStopIn = (stops: string): number => (stops === '[]' ? 1 : (JSON.parse(stops) as unknown[]).length + 1);

/** A trip or section as searches show it, with `taken` of its seats or places taken. */
export function listing({ buses, routes }: Catalogue, row: Row, taken: number): TripListing {
  const [id, bus, route, departsAt, arrivesAt, fare, stops, from, to, partRoute, partDeparts, partArrives, partFare] =
    row;
  const points = row[BOARDING_POINTS];
  const { shown, seats } = known(buses, bus);
  const { sourceCity, destinationCity } = known(routes, partRoute ?? route);
  return {
    id,
    section: { from: from ?? 0, to: to ?? lastStopIn(stops) },
    trip: { departsAt, arrivesAt },
    sourceCity,
    destinationCity,
    departsAt: partDeparts ?? departsAt,
    arrivesAt: partArrives ?? arrivesAt,
    fare: partFare ?? fare,
    status: 'ACTIVE',
    seatsLeft: Math.max(0, seats - taken),
    bus: shown.bus,
    operator: shown.operator,
    ratingSum: shown.ratingSum,
    ratingCount: shown.ratingCount,
    ...(points !== undefined && { boardingPoints: toPoints(points) }),
  };
}
