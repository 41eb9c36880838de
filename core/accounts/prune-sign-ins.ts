import { pruneAll } from '../delivery/prune.ts';
import { daysAfter } from '../kernel/time.ts';
import type { Clock } from '../kernel/time.ts';
import type { Transact } from '../kernel/unit-of-work.ts';
import type { AccountStores } from './ports.ts';

interface Needs {
  readonly clock: Clock;
  readonly transact: Transact<Pick<AccountStores, 'codes' | 'devices' | 'sessions' | 'nonces'>>;
}

/** Sent codes are counted for an hour; nothing else is needed once it has expired. */
const KEPT_DAYS = 1;

export type PruneSignIns = ReturnType<typeof pruneSignIns>;

/** Deletes codes, devices, sessions and used nonces a day after they expired, in batches, and returns how many. */
export const pruneSignIns =
  ({ clock, transact }: Needs) =>
  async (batch = 1_000): Promise<number> => {
    const before = daysAfter(clock(), -KEPT_DAYS);
    let pruned = 0;
    for (const kind of ['codes', 'devices', 'sessions', 'nonces'] as const) {
      pruned += await pruneAll(batch, (limit) => transact((stores) => stores[kind].prune(before, limit)));
    }
    return pruned;
  };
