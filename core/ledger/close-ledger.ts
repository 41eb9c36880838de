import type { Clock } from '../kernel/time.ts';
import type { Transact } from '../kernel/unit-of-work.ts';
import type { LedgerStores } from './stores.ts';

interface Needs {
  readonly clock: Clock;
  readonly transact: Transact<Pick<LedgerStores, 'ledger'>>;
}

/** Rows per transaction. SQLite has one connection; with this size it is free again after some milliseconds. */
const SLICE = 5_000;

export type CloseLedger = ReturnType<typeof closeLedger>;

/**
 * Adds rows to the stored balances, so that reading a balance stays fast. Rows dated after the call wait for a later
 * closing. Returns the number of added rows.
 */
export const closeLedger =
  ({ clock, transact }: Needs) =>
  async (): Promise<number> => {
    const until = clock();
    let closed = 0;
    for (let last = SLICE; last === SLICE; closed += last)
      last = await transact(({ ledger }) => ledger.close(until, SLICE));
    return closed;
  };
