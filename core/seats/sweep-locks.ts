import type { Recorder } from '../delivery/outbox.ts';
import type { Clock } from '../kernel/time.ts';
import type { Transact } from '../kernel/unit-of-work.ts';
import { forgottenAt } from './holdings.ts';
import type { Holdings, SeatLockStore } from './ports.ts';
import { seatsChanged } from './seat-events.ts';
import type { SeatsChanged } from './seat-events.ts';

interface Needs {
  readonly clock: Clock;
  readonly transact: Transact<{ seatLocks: SeatLockStore; holdings: Holdings; events: Recorder<SeatsChanged> }>;
}

const BATCH = 200;

export type SweepLocks = ReturnType<typeof sweepLocks>;

/**
 * Deletes expired holds and publishes their seats as available; answers how many seats. Nothing depends on it: an
 * expired hold keeps nobody from the seat, swept or not. Safe to run in every process at once.
 */
export const sweepLocks =
  ({ clock, transact }: Needs) =>
  async (): Promise<number> => {
    const now = clock();
    const sweep = () =>
      transact(async ({ seatLocks, events }) => {
        const lapsed = await seatLocks.sweep(now, BATCH);
        for (const { tripId, seats } of lapsed)
          if (seats.length > 0) await events.record(seatsChanged(tripId, seats, 'AVAILABLE'), now);
        return lapsed;
      });

    let freed = 0;
    for (let lapsed = await sweep(); lapsed.length > 0; lapsed = await sweep()) {
      freed += lapsed.reduce((sum, { seats }) => sum + seats.length, 0);
    }
    const forget = () => transact(({ holdings }) => holdings.prune(forgottenAt(now), BATCH));
    while ((await forget()) === BATCH);
    return freed;
  };
