import type { Recorder } from '../delivery/outbox.ts';
import type { TripId } from '../kernel/ids.ts';
import type { Instant } from '../kernel/time.ts';
import type { SeatLockStore } from './ports.ts';
import { seatsChanged } from './seat-events.ts';
import type { SeatsChanged } from './seat-events.ts';

export interface LettingGoStores {
  readonly seatLocks: Pick<SeatLockStore, 'letGo'>;
  readonly events: Recorder<SeatsChanged>;
}

/**
 * Lets go of all that passengers hold on these trips, because a trip has another time, bus or fare than the one that
 * they chose, or does not go at all. Whatever changes a trip so calls this in its transaction, once the trip is locked
 * and saved as it will be. Those who look at the seat map are told which seats are free.
 */
export async function letGoOfHolds(
  { seatLocks, events }: LettingGoStores,
  trips: readonly TripId[],
  now: Instant,
): Promise<void> {
  for (const { tripId, seats } of await seatLocks.letGo(trips, now))
    if (seats.length > 0) await events.record(seatsChanged(tripId, seats, 'AVAILABLE'), now);
}
