import type { LedgerWorld } from './world.ts';

/** Ledger rows per transaction. SQLite's only connection is busy for a few milliseconds with this number of rows. */
const SLICE = 5_000;

export type CloseLedger = ReturnType<typeof closeLedger>;

/**
 * Adds ledger rows to the stored balances, so that reading a balance stays fast. Rows dated after the call wait for the
 * next closing. Returns the number of added rows.
 */
export const closeLedger =
  ({ clock, transact }: LedgerWorld) =>
  async (): Promise<number> => {
    const until = clock();
    let closed = 0;
    for (let last = SLICE; last === SLICE; closed += last)
      last = await transact(({ ledger }) => ledger.close(until, SLICE));
    return closed;
  };
