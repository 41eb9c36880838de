import { daysAfter } from '../kernel/time.ts';
import type { PlatformWorld } from './world.ts';

/** Days for which the last commit of a process that has ended can be looked up. */
const KEPT_DAYS = 1;

export type Beat = ReturnType<typeof beat>;

/**
 * Commits a row of this process. Returns the milliseconds by which the clock of the process is ahead of the
 * database's; negative if it is behind.
 */
export const beat =
  ({ clock, transact, processName: name, version }: PlatformWorld) =>
  (): Promise<number> =>
    transact(async ({ processBeats }) => {
      const before = clock();
      const at = await processBeats.beat({ name, version, clock: before });
      await processBeats.prune(daysAfter(at, -KEPT_DAYS));
      // The database read its clock between two looks at this one, so the answer's way counts as half of the time.
      return Math.round(before + (clock() - before) / 2 - at);
    });
