import type { Schemas } from '../../api/operations.ts';

/** Trips that a list has shown, by id. Their pages show them at once, before the service has answered. */
const seen = new Map<number, Schemas['Trip']>();

export function rememberTrips(trips: readonly Schemas['Trip'][]): void {
  for (const trip of trips) seen.set(trip.id, trip);
}

export const seenTrip = (id: number): Schemas['Trip'] | undefined => seen.get(id);
