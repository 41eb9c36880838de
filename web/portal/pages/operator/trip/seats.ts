import type { Schemas } from '../../../../api/operations.ts';
import type { SeatState } from '../../../../parts/seat-map/grid.ts';
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

/** What the counter can sell: free seats, and those that the company keeps back. */
export const isForSale = ({ status }: Seat): boolean => status === 'AVAILABLE' || status === 'BLOCKED';

/** The most that one sale may have. */
export const MOST_SEATS = 6;
export const MOST_PLACES = 20;

const hasArrived = ({ arrival_time }: Trip): boolean => Date.parse(arrival_time) <= Date.now();

/** Until the bus has left, or should be there, plans can change. */
export const isAhead = (trip: Trip): boolean =>
  trip.status === 'ACTIVE' && trip.departed_at === null && !hasArrived(trip);

/** The counter sells until the bus arrives, whoever else may no longer book. */
export const canBeSold = (trip: Trip): boolean =>
  trip.status === 'ACTIVE' &&
  !hasArrived(trip) &&
  (trip.not_bookable_because === null || trip.not_bookable_because === 'DEPARTED');

/** Fares and blocks change until the bus leaves, by the clock too. */
export const canBePlanned = (trip: Trip): boolean => isAhead(trip) && Date.parse(trip.departure_time) > Date.now();
