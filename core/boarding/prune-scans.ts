import { pruneAll } from '../platform/prune.ts';
import { type Clock, daysAfter } from '../kernel/time.ts';
import type { Transact } from '../kernel/unit-of-work.ts';
import type { Boardings } from './ports.ts';

interface Needs {
  readonly clock: Clock;
  readonly transact: Transact<{ readonly boardings: Pick<Boardings, 'pruneScans'> }>;
}

/** Scans are kept for this many days. Disputes about journeys do not last longer. */
const SCAN_DAYS = 400;

export type PruneScans = ReturnType<typeof pruneScans>;

/** Deletes old scans in batches, and returns the number of deleted scans. */
export const pruneScans =
  ({ clock, transact }: Needs) =>
  async (batch = 1_000): Promise<number> => {
    const before = daysAfter(clock(), -SCAN_DAYS);
    return pruneAll(batch, (limit) => transact(({ boardings }) => boardings.pruneScans(before, limit)));
  };
