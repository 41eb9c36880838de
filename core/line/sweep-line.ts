import type { TripId } from '../kernel/ids.ts';
import { daysAfter } from '../kernel/time.ts';
import type { LineWorld } from './world.ts';

const TRIPS_AT_ONCE = 200;
const WAITS_AT_ONCE = 500;
/** The days after which a wait that has ended is forgotten. */
const KEPT_DAYS = 30;

export type SweepLine = ReturnType<typeof sweepLine>;

/**
 * Ends offers and waits whose time is over, and serves the line of every trip that somebody waits for. Whoever frees or
 * takes seats serves the line, too. So this finds work only where seats have come free by the clock, or a trip can be
 * booked again. A trip that fails stops no trip behind it: the first error is thrown at the end. Returns the number of
 * trips. Safe to run in every process at once, because a line is locked.
 */
export const sweepLine =
  ({ clock, transact }: LineWorld) =>
  async (): Promise<number> => {
    let swept = 0;
    let after = 0 as TripId;
    const failures: unknown[] = [];
    for (;;) {
      const trips = await transact(({ waits }) => waits.trips(after, TRIPS_AT_ONCE));
      for (const trip of trips)
        await transact(({ line }) => line.serve(trip, clock())).catch((error: unknown) => failures.push(error));
      swept += trips.length;
      after = trips.at(-1) ?? after;
      if (trips.length < TRIPS_AT_ONCE) break;
    }
    const before = daysAfter(clock(), -KEPT_DAYS);
    while ((await transact(({ waits }) => waits.prune(before, WAITS_AT_ONCE))) === WAITS_AT_ONCE);
    if (failures.length > 0) throw failures[0];
    return swept;
  };
