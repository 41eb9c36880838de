import { pruneAll } from '../platform/prune.ts';
import { daysAfter } from '../kernel/time.ts';
import type { AccountWorld } from './world.ts';

/** Days for which expired rows are kept. Limits count the codes of the last day; nothing else reads expired rows. */
const KEPT_DAYS = 1;

export type PruneSignIns = ReturnType<typeof pruneSignIns>;

/**
 * Deletes codes, devices, addresses, sessions, used nonces and counted tries a day after they expired. Works in batches
 * and returns the number of deleted rows.
 */
export const pruneSignIns =
  ({ clock, transact }: AccountWorld) =>
  async (batch = 1_000): Promise<number> => {
    const before = daysAfter(clock(), -KEPT_DAYS);
    let pruned = 0;
    for (const kind of [
      'codes',
      'devices',
      'signInAddresses',
      'sessions',
      'nonces',
      'codeTries',
      'phoneCodes',
    ] as const) {
      pruned += await pruneAll(batch, (limit) => transact((stores) => stores[kind].prune(before, limit)));
    }
    return pruned;
  };
