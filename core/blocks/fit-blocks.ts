import type { Recorder } from '../delivery/outbox.ts';
import type { FreedOnTrip } from '../fleet/ports.ts';
import type { SeatsOfTripChanged } from '../fleet/replace-seat-map.ts';
import type { TripId } from '../kernel/ids.ts';
import type { Instant } from '../kernel/time.ts';
import type { TripBlocks } from './ports.ts';

export interface FitStores {
  readonly blocks: Pick<TripBlocks, 'fit'>;
  readonly events: Recorder<SeatsOfTripChanged>;
}

/**
 * Makes the blocks of these trips fit them as they are now: see FitBlocks. Whatever cancels a trip, or gives it another
 * bus, calls this in its transaction, after it has saved the trip, and its passengers have their seats; the trips are
 * still locked. Cheap for trips without blocks.
 */
export async function fitBlocks({ blocks, events }: FitStores, trips: readonly TripId[], now: Instant): Promise<void> {
  await tellFree(events, await blocks.fit(trips, now), now);
}

/** Tells everybody who looks at these trips that seats came home. */
export async function tellFree(
  events: Recorder<SeatsOfTripChanged>,
  trips: readonly FreedOnTrip[],
  now: Instant,
): Promise<void> {
  for (const { tripId, seats } of trips)
    if (seats.length > 0) await events.record({ type: 'seats changed', tripId, seats, status: 'AVAILABLE' }, now);
}
