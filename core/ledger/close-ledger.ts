import { hoursAfter } from '../kernel/time.ts';
import type { Clock } from '../kernel/time.ts';
import type { Transact } from '../kernel/unit-of-work.ts';
import type { Ledger } from './ports.ts';

interface Needs {
  readonly clock: Clock;
  readonly transact: Transact<{ readonly ledger: Ledger }>;
}

export type CloseLedger = ReturnType<typeof closeLedger>;

/** Keeps what every account stood at an hour ago: no transaction takes so long that an older row could still come. */
export const closeLedger =
  ({ clock, transact }: Needs) =>
  (): Promise<number> =>
    transact(({ ledger }) => ledger.close(hoursAfter(clock(), -1)));
