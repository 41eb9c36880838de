import type { TripId, UserId } from '../kernel/ids.ts';
import type { Recorder } from '../platform/outbox.ts';
import type { Clock, Instant } from '../kernel/time.ts';
import type { Transact } from '../kernel/unit-of-work.ts';
import { tripUnknown } from '../trips/refusals.ts';
import type { SeatLockStore } from './ports.ts';
import { recordFreed, type SeatsChanged, seatsChanged } from './seat-events.ts';
import type { TripStores } from '../trips/stores.ts';
import type { SeatStores } from './stores.ts';

interface Needs {
  readonly clock: Clock;
  readonly transact: Transact<
    Pick<TripStores & SeatStores, 'trips' | 'seatLocks' | 'holdings'> & {
      events: Recorder<SeatsChanged>;
    }
  >;
  /** Whether the limits on hoarding apply. */
  readonly rateLimit: boolean;
}

export type ReleaseSeats = ReturnType<typeof releaseSeats>;

/**
 * Releases all seats that the passenger holds on the trip. Returns how many. Also works for a cancelled or departed
 * trip.
 */
export const releaseSeats =
  ({ clock, transact, rateLimit }: Needs) =>
  async (passenger: UserId, tripId: TripId): Promise<number> => {
    const now = clock();

    return transact(async ({ trips, seatLocks, holdings, events }) => {
      const released = await seatLocks.release(tripId, passenger, now);
      if (released.length === 0 && !(await trips.find(tripId))) throw tripUnknown();
      const seats = released.map(({ seat }) => seat);
      if (rateLimit && seats.length > 0) await holdings.end(passenger, tripId, seats, now);
      await recordFreed(events, tripId, released, now);
      return released.length;
    });
  };

export interface LettingGoStores {
  readonly seatLocks: Pick<SeatLockStore, 'endAllHolds'>;
  readonly events: Recorder<SeatsChanged>;
}

/**
 * Ends all passengers' holds on trips that have a new time, bus or fare, or are cancelled. Use cases that change a trip
 * so must call this in their transaction, after the trip is locked and saved. Announces the seats that are free.
 */
export async function endHolds(
  { seatLocks, events }: LettingGoStores,
  trips: readonly TripId[],
  now: Instant,
): Promise<void> {
  for (const { tripId, seats } of await seatLocks.endAllHolds(trips, now))
    if (seats.length > 0) await events.record(seatsChanged(tripId, seats, 'AVAILABLE'), now);
}
