import type { Schemas } from '../../../api/operations.ts';
import type { SeatState } from '../../../parts/seat-map/grid.ts';
import type { Trip } from './use-trip.ts';

type Seat = Schemas['Seat'];

const STATES: Readonly<Record<Seat['status'], SeatState>> = {
  AVAILABLE: 'available',
  LOCKED: 'held',
  LOCKED_BY_ME: 'held',
  BOOKED: 'taken',
  BLOCKED: 'blocked',
};

export const stateOf = ({ status }: Seat): SeatState => STATES[status];

/** Whether the counter can sell a seat. The counter can sell free seats and blocked seats. */
export const isForSale = ({ status }: Seat): boolean => status === 'AVAILABLE' || status === 'BLOCKED';

/** The most seats, and the most places on a bus without a seat map, that one sale can contain. */
export const MOST_SEATS = 6;
export const MOST_PLACES = 20;

const hasArrived = ({ arrival_time }: Trip): boolean => Date.parse(arrival_time) <= Date.now();

const hasStops = ({ stops }: Trip): boolean => stops.length > 2;

/**
 * Whether the trip's plan can still change: the trip is active, and its planned arrival is ahead. After the departure,
 * only plans of trips with stops on the way can change.
 */
export const isAhead = (trip: Trip): boolean =>
  trip.status === 'ACTIVE' && (trip.departed_at === null || hasStops(trip)) && !hasArrived(trip);

const HOUR_MS = 60 * 60_000;

/** Whether the office can tell of a delay: from 12 hours before the departure until 24 hours after the arrival. */
export const canBeLate = ({ status, departure_time, arrival_time }: Trip): boolean =>
  status === 'ACTIVE' &&
  Date.now() >= Date.parse(departure_time) - 12 * HOUR_MS &&
  Date.now() < Date.parse(arrival_time) + 24 * HOUR_MS;

/** The stops that the bus has not left. */
export const stopsAhead = ({ stops }: Trip) =>
  stops.flatMap(({ city, left_at }, stop) => (left_at === null ? [{ stop, city: city.city_name }] : []));

/** Milliseconds for which the office can undo a reported departure. */
const TAKE_BACK_MS = 30 * 60_000;

/** Whether the office can still undo a departure: until the planned time, and for 30 minutes after the report. */
export const canComeBack = ({ status, departed_at, departure_time }: Trip): boolean =>
  status === 'ACTIVE' &&
  departed_at !== null &&
  Date.now() < Math.max(Date.parse(departure_time), Date.parse(departed_at) + TAKE_BACK_MS);

/** Whether the counter can sell the trip. The counter sells until the arrival; online sale ends at the departure. */
export const canBeSold = (trip: Trip): boolean =>
  trip.status === 'ACTIVE' &&
  !hasArrived(trip) &&
  (trip.not_bookable_because === null || trip.not_bookable_because === 'DEPARTED');

/** Whether fares and points can still change: until the planned or the reported departure, whichever is first. */
export const canBePlanned = (trip: Trip): boolean =>
  isAhead(trip) && trip.departed_at === null && Date.parse(trip.departure_time) > Date.now();

/**
 * Whether seats can still be blocked. Blocking ends at the planned or reported departure from the last stop where
 * passengers get on, whichever is first.
 */
export function canBeBlocked(trip: Trip): boolean {
  const last = trip.stops.at(-2);
  if (!isAhead(trip) || !last) return false;
  return last.left_at === null && Date.parse(last.departs_at ?? trip.departure_time) > Date.now();
}
