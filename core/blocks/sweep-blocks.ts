import type { Recorder } from '../delivery/outbox.ts';
import type { SeatsOfTripChanged } from '../fleet/replace-seat-map.ts';
import type { Clock } from '../kernel/time.ts';
import type { Transact } from '../kernel/unit-of-work.ts';
import { tellFree } from './fit-blocks.ts';
import type { TripBlocks } from './ports.ts';

interface Needs {
  readonly clock: Clock;
  readonly tripBlocks: Pick<TripBlocks, 'lapsed'>;
  readonly transact: Transact<{
    readonly blocks: Pick<TripBlocks, 'sweep'>;
    readonly events: Recorder<SeatsOfTripChanged>;
  }>;
}

const BATCH = 50;

export type SweepBlocks = ReturnType<typeof sweepBlocks>;

/**
 * Deletes blocks whose moment has come and tells that their seats are free, unless somebody has them already; answers
 * how many trips had some. No sale depends on it: from its moment on a block keeps nobody from a seat. Safe to run in
 * every process at once, since each looks again once it has locked the trips.
 */
export const sweepBlocks =
  ({ clock, tripBlocks, transact }: Needs) =>
  async (): Promise<number> => {
    const now = clock();
    let swept = 0;
    for (
      let trips = await tripBlocks.lapsed(now, BATCH);
      trips.length > 0;
      trips = await tripBlocks.lapsed(now, BATCH)
    ) {
      const lapsed = trips;
      await transact(async ({ blocks, events }) => tellFree(events, await blocks.sweep(lapsed, now), now));
      swept += lapsed.length;
    }
    return swept;
  };
