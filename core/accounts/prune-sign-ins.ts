import { pruneAll } from '../platform/prune.ts';
import { type Clock, daysAfter } from '../kernel/time.ts';
import type { Transact } from '../kernel/unit-of-work.ts';
import type { AccountStores } from './world.ts';

interface Needs {
  readonly clock: Clock;
  readonly transact: Transact<
    Pick<AccountStores, 'codes' | 'devices' | 'signInAddresses' | 'sessions' | 'nonces' | 'codeTries' | 'phoneCodes'>
  >;
}

/** Days for which expired rows are kept. Limits count the codes of the last day; nothing else reads expired rows. */
const KEPT_DAYS = 1;

export type PruneSignIns = ReturnType<typeof pruneSignIns>;

/**
 * Deletes codes, devices, addresses, sessions, used nonces and counted tries a day after they expired. Works in batches
 * and returns the number of deleted rows.
 */
export const pruneSignIns =
  ({ clock, transact }: Needs) =>
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
