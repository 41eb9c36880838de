import type { TripId, UserId } from '../kernel/ids.ts';
import type { Recorder } from '../kernel/outbox.ts';
import type { Clock } from '../kernel/time.ts';
import type { Transact } from '../kernel/unit-of-work.ts';
import type { TripRepo } from '../trips/ports.ts';
import { tripUnknown } from '../trips/refusals.ts';
import type { SeatLockStore } from './ports.ts';
import { seatsChanged } from './seat-events.ts';
import type { SeatsChanged } from './seat-events.ts';

interface Needs {
  readonly clock: Clock;
  readonly transact: Transact<{ trips: TripRepo; seatLocks: SeatLockStore; events: Recorder<SeatsChanged> }>;
}

export type ReleaseSeats = ReturnType<typeof releaseSeats>;

/** Lets go of everything the passenger holds on the trip, and counts it. A trip that was cancelled or has left can still be let go of. */
export const releaseSeats = ({ clock, transact }: Needs) =>
  async (passenger: UserId, tripId: TripId): Promise<number> => {
    const now = clock();

    return transact(async ({ trips, seatLocks, events }) => {
      const released = await seatLocks.release(tripId, passenger, now);
      if (released.length > 0) await events.record(seatsChanged(tripId, released, 'AVAILABLE'), now);
      else if (!(await trips.find(tripId))) throw tripUnknown();
      return released.length;
    });
  };
