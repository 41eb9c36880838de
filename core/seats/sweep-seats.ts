import { forgottenAt } from './holdings.ts';
import { recordEndedHolds } from './release-seats.ts';
import { recordUnblocked } from './change-blocks.ts';
import type { SeatWorld } from './world.ts';

const HOLDS_AT_ONCE = 200;

export type SweepLocks = ReturnType<typeof sweepLocks>;

/**
 * Deletes expired holds and announces their seats as available, except on trips that somebody waits for: `sweepLine`
 * deletes those. Returns the number of seats. Nothing depends on this job: an expired hold keeps nobody from the seat.
 * Safe to run in every process at once.
 */
export const sweepLocks =
  ({ clock, transact }: SeatWorld) =>
  async (): Promise<number> => {
    const now = clock();
    const sweep = () =>
      transact(async (stores) => {
        const { seatLocks } = stores;
        const lapsed = await seatLocks.sweep(now, HOLDS_AT_ONCE);
        await recordEndedHolds(stores, lapsed, now);
        return lapsed;
      });

    let freed = 0;
    for (let lapsed = await sweep(); lapsed.length > 0; lapsed = await sweep()) {
      freed += lapsed.reduce((sum, { seats }) => sum + seats.length, 0);
    }
    const forget = () => transact(({ holdings }) => holdings.prune(forgottenAt(now), HOLDS_AT_ONCE));
    while ((await forget()) === HOLDS_AT_ONCE);
    return freed;
  };

const TRIPS_AT_ONCE = 50;

export type SweepBlocks = ReturnType<typeof sweepBlocks>;

/**
 * Deletes blocks that have ended, and announces the seats that are free. Returns the number of trips that had such
 * blocks. No sale depends on this job: a block that has ended keeps nobody from a seat. Safe to run in every process at
 * once, because each process checks again after locking the trips.
 */
export const sweepBlocks =
  ({ clock, tripBlocks, transact }: SeatWorld) =>
  async (): Promise<number> => {
    const now = clock();
    let swept = 0;
    for (
      let trips = await tripBlocks.lapsed(now, TRIPS_AT_ONCE);
      trips.length > 0;
      trips = await tripBlocks.lapsed(now, TRIPS_AT_ONCE)
    ) {
      const lapsed = trips;
      await transact(async (stores) => recordUnblocked(stores, await stores.blocks.sweep(lapsed, now), now));
      swept += lapsed.length;
    }
    return swept;
  };
