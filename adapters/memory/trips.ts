import type { TripRepo } from '../../core/trips/ports.ts';
import { busOf } from './state.ts';
import type { State } from './state.ts';

export const memoryTrips = (state: State): TripRepo => ({
  async find(id) {
    const trip = state.trips.get(id);
    if (!trip) return undefined;
    const { id: busId, operatorId, approvalStatus, totalSeats, seatMap } = busOf(state, trip);
    const { status, fare, departsAt, arrivesAt } = trip;
    return { id, status, fare, departsAt, arrivesAt, bus: { id: busId, operatorId, approvalStatus, totalSeats, hasSeatMap: seatMap !== null } };
  },

  async takePlaces(id, count) {
    const trip = state.trips.get(id);
    if (!trip || trip.placesTaken + count > busOf(state, trip).totalSeats) return false;
    trip.placesTaken += count;
    return true;
  },

  async placesLeft(id) {
    const trip = state.trips.get(id);
    return trip ? Math.max(0, busOf(state, trip).totalSeats - trip.placesTaken) : 0;
  },

  async freePlaces(id, count) {
    const trip = state.trips.get(id);
    if (trip && trip.placesTaken >= count) trip.placesTaken -= count;
  },
});
