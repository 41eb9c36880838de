import type { Schemas } from '../../api/operations.ts';
import { rideOf } from '../parts/ride.ts';

/**
 * Trips that a list has shown, by the keys of their rides. The page of such a trip shows these data at once, before the
 * service answers.
 */
const seen = new Map<string, Schemas['Trip']>();

export function rememberTrips(trips: readonly Schemas['Trip'][]): void {
  for (const trip of trips) seen.set(rideOf(trip).key, trip);
}

export const seenTrip = (ride: string): Schemas['Trip'] | undefined => seen.get(ride);
