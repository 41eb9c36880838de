import { daysAfter } from '../kernel/time.ts';
import type { Clock } from '../kernel/time.ts';
import type { Transact } from '../kernel/unit-of-work.ts';
import type { AccountStores } from './ports.ts';

interface Needs {
  readonly clock: Clock;
  readonly transact: Transact<Pick<AccountStores, 'codes' | 'devices' | 'sessions' | 'usedOnce'>>;
}

/** Codes are counted for an hour after they were sent; the rest is of no use once it has expired. */
const KEPT_DAYS = 1;

export type ForgetExpired = ReturnType<typeof forgetExpired>;

/** Forgets codes, devices, sessions and used keys a day after they expired, `batch` of a kind at a time; answers how many in all. */
export const forgetExpired = ({ clock, transact }: Needs) =>
  async (batch = 1_000): Promise<number> => {
    const before = daysAfter(clock(), -KEPT_DAYS);
    let forgotten = 0;
    for (const kind of ['codes', 'devices', 'sessions', 'usedOnce'] as const) {
      let count = batch;
      while (count === batch) forgotten += count = await transact((stores) => stores[kind].prune(before, batch));
    }
    return forgotten;
  };
