import { ACTIVE_STATUSES } from '../../core/bookings/booking.ts';
import type { BusId, TripId } from '../../core/kernel/ids.ts';
import type { State, StoredBus, StoredSeat, StoredTrip, TakenSeat } from './state.ts';

/* Relations between rows, which databases have as foreign keys. */

/** The bus of a trip. The bus always exists, as a foreign key would guarantee. */
export function busOf(state: State, trip: StoredTrip): StoredBus {
  const bus = state.buses.get(trip.busId);
  if (!bus) throw new Error(`Trip ${trip.id} is on a bus that is not there.`);
  return bus;
}

/** Whether the bus of a trip is ACTIVE, so that its seats may be sold. */
export function isInService(state: State, tripId: TripId): boolean {
  const trip = state.trips.get(tripId);
  return trip !== undefined && busOf(state, trip).status === 'ACTIVE';
}

/** The seat of a hold, block or sale. The seat always exists, as a foreign key would guarantee. */
export function seatOf(state: State, { seatId }: Pick<TakenSeat, 'seatId'>): StoredSeat {
  const seat = state.seats.get(seatId);
  if (!seat) throw new Error(`There is no seat ${seatId}.`);
  return seat;
}

/** The seats on the map of a bus. */
export const seatsOnMap = (state: State, bus: BusId): readonly StoredSeat[] =>
  [...state.seats.values()].filter(({ busId, inMap }) => busId === bus && inMap);

/** Whether a trip has a booking that takes seats. */
export const isSold = (state: State, trip: Pick<StoredTrip, 'id'>): boolean =>
  [...state.bookings.values()].some(
    ({ tripId, status }) => tripId === trip.id && (ACTIVE_STATUSES as readonly string[]).includes(status),
  );
