import type { CrowdedTrip, Overlap } from '../../core/audit/ports.ts';
import type { Instant } from '../../core/kernel/time.ts';
import { isPlannedHere, overlaps } from '../../core/trips/planned-trips.ts';
import { lapsedPlaces, partsOf, takenOn } from './seat-maps.ts';
import { busOf } from './relations.ts';
import type { State } from './state.ts';

export function overlapsOf(state: State): readonly Overlap[] {
  const planned = [...state.trips.values()]
    .filter(({ key, status }) => isPlannedHere(key) && status === 'ACTIVE')
    .sort((one, other) => one.id - other.id);
  return planned.flatMap((trip) =>
    planned
      .filter(({ id, busId }) => id < trip.id && busId === trip.busId)
      .filter((older) => overlaps(older, { start: trip.departsAt, end: trip.arrivesAt }))
      .map(({ id }) => ({ tripId: trip.id, olderId: id })),
  );
}

export const crowdedTrips = (state: State, at: Instant): readonly CrowdedTrip[] =>
  [...state.trips.values()]
    .filter((trip) => trip.status === 'ACTIVE' && trip.departsAt > at && busOf(state, trip).seatMap === null)
    .map((trip) => ({
      tripId: trip.id,
      taken: Math.max(...partsOf(trip).map((part) => takenOn(trip, part) - lapsedPlaces(state, trip.id, at, part))),
      places: busOf(state, trip).totalSeats,
    }))
    .filter(({ taken, places }) => taken > places);
