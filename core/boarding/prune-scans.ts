import { pruneAll } from '../platform/prune.ts';
import { daysAfter } from '../kernel/time.ts';
import type { BoardingWorld } from './world.ts';

/** Scans are kept for this many days. Disputes about journeys do not last longer. */
const SCAN_DAYS = 400;

export type PruneScans = ReturnType<typeof pruneScans>;

/** Deletes old scans in batches, and returns the number of deleted scans. */
export const pruneScans =
  ({ clock, transact }: BoardingWorld) =>
  async (batch = 1_000): Promise<number> => {
    const before = daysAfter(clock(), -SCAN_DAYS);
    return pruneAll(batch, (limit) => transact(({ boardings }) => boardings.pruneScans(before, limit)));
  };
