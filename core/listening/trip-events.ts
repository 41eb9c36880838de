import type { FeedEvent, ToldTrip } from './event.ts';
import type { TripState } from './happening.ts';

/** The events of a trip's changes between two states. `before` is undefined for a new trip. */
export function tripEvents(before: TripState | undefined, trip: ToldTrip | undefined): readonly FeedEvent[] {
  if (!trip) return [];
  if (!before) return [{ type: 'trip.created', trip }];
  const isRetimed = trip.departsAt !== before.departsAt || trip.arrivesAt !== before.arrivesAt;
  const isRevived = before.status === 'CANCELLED' && trip.status === 'ACTIVE';
  const isTakenBack = before.departedAt !== null && trip.departedAt === null;
  const events: readonly (FeedEvent | false)[] = [
    isRetimed && { type: 'trip.retimed', trip, old: before },
    trip.busId !== before.busId && { type: 'trip.bus_swapped', trip, old: before },
    trip.fare !== before.fare && { type: 'trip.fare_changed', trip, old: before },
    (isRevived || isTakenBack) && { type: 'trip.restored', trip },
    before.departedAt === null && trip.departedAt !== null && { type: 'trip.departed', trip },
    before.status === 'ACTIVE' && trip.status === 'CANCELLED' && { type: 'trip.cancelled', trip },
  ];
  return events.filter((event) => event !== false);
}
