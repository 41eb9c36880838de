import { type ManifestChange, type ManifestRevisions, FIRST_REVISION } from '../../core/boarding/manifest-revision.ts';
import { isTicketed } from '../../core/bookings/booking.ts';
import type { Instant } from '../../core/kernel/time.ts';
import { busOf } from './relations.ts';
import type { State, StoredTrip } from './state.ts';

export const memoryManifestRevisions = (state: State): ManifestRevisions => ({
  raise: async (changes, since) =>
    [...state.trips.values()]
      .filter((trip) => changes.some((change) => concerns(state, trip, change, since)))
      .sort((one, other) => one.id - other.id)
      .map((trip) => {
        const revision = revisionOf(state, trip) + 1;
        state.manifestRevisions.set(trip.id, revision);
        return { operatorId: busOf(state, trip).operatorId, tripId: trip.id, revision };
      }),
});

export const revisionOf = (state: State, { id }: Pick<StoredTrip, 'id'>): number =>
  state.manifestRevisions.get(id) ?? FIRST_REVISION;

function concerns(state: State, trip: StoredTrip, { of, id }: ManifestChange, since: Instant): boolean {
  if (of === 'trip') return trip.id === id;
  if (trip.departsAt <= since) return false;
  if (of === 'bus') return trip.busId === id;
  const route = state.routes.get(trip.routeId);
  if (of === 'city') return route?.source === id || route?.destination === id;
  return [...state.bookings.values()].some(
    ({ tripId, userId, status }) => tripId === trip.id && userId === id && isTicketed(status),
  );
}
