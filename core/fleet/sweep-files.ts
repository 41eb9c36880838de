import { daysAfter } from '../kernel/time.ts';
import type { FleetWorld } from './world.ts';

/** Days for which a file is kept although no document has it. No upload takes that long. */
const GRACE_DAYS = 1;
const AT_ONCE = 500;

export type SweepFiles = ReturnType<typeof sweepFiles>;

/**
 * Removes files that belong to no document, because a process was killed during an upload. Returns the number of files.
 */
export const sweepFiles =
  ({ clock, documentViews, documentFiles }: FleetWorld) =>
  async (): Promise<number> => {
    const keys = await documentFiles.keptBefore(daysAfter(clock(), -GRACE_DAYS));
    let removed = 0;
    for (let start = 0; start < keys.length; start += AT_ONCE) {
      const batch = keys.slice(start, start + AT_ONCE);
      const inUse = new Set(await documentViews.keysInUse(batch));
      for (const key of batch.filter((one) => !inUse.has(one))) {
        await documentFiles.remove(key);
        removed += 1;
      }
    }
    return removed;
  };
