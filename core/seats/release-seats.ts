import type { TripId, UserId } from '../kernel/ids.ts';
import type { Recorder } from '../delivery/outbox.ts';
import type { Clock } from '../kernel/time.ts';
import type { Transact } from '../kernel/unit-of-work.ts';
import type { TripRepo } from '../trips/ports.ts';
import { tripUnknown } from '../trips/refusals.ts';
import type { Holdings, SeatLockStore } from './ports.ts';
import { recordFreed } from './seat-events.ts';
import type { SeatsChanged } from './seat-events.ts';

interface Needs {
  readonly clock: Clock;
  readonly transact: Transact<{
    trips: TripRepo;
    seatLocks: SeatLockStore;
    holdings: Holdings;
    events: Recorder<SeatsChanged>;
  }>;
  /** Whether the limits on hoarding apply. */
  readonly rateLimit: boolean;
}

export type ReleaseSeats = ReturnType<typeof releaseSeats>;

/**
 * Releases all the seats that the passenger holds on the trip; answers how many. This works for a trip that was
 * cancelled or has departed, too.
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
