import type { Transact } from '../kernel/unit-of-work.ts';

/**
 * The value that work returns if a row has changed between finding the row and locking it. `tryOut` then repeats the
 * work, which must not have changed anything yet.
 */
export const RETRY = Symbol('again');

interface Options {
  /** True to roll back at the end and only return the result. */
  readonly isDryRun: boolean;
}

/**
 * Runs work in a transaction, and repeats it while it returns RETRY. A dry run does the same work and then rolls back.
 * So it gives the same result or refusal.
 */
export async function tryOut<Stores, Result>(
  transact: Transact<Stores>,
  { isDryRun }: Options,
  work: (stores: Stores) => Promise<Result | typeof RETRY>,
): Promise<Result> {
  for (;;) {
    const result = await (isDryRun ? undone(transact, work) : transact(work));
    if (result !== RETRY) return result;
  }
}

async function undone<Stores, Result>(
  transact: Transact<Stores>,
  work: (stores: Stores) => Promise<Result>,
): Promise<Result> {
  const done: { result?: Result } = {};
  const undo = new Error('A dry run is rolled back.');
  try {
    await transact(async (stores) => {
      done.result = await work(stores);
      throw undo;
    });
  } catch (error) {
    if (error !== undo) throw error;
  }
  return done.result as Result;
}
