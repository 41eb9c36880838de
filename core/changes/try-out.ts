import type { Transact } from '../kernel/unit-of-work.ts';

/** Returned by work that has found other rows than it has locked, before it has changed anything. */
export const RETRY = Symbol('again');

interface Options {
  /** Whether everything is undone at the end, so that nothing is left of it but its result. */
  readonly isDryRun: boolean;
}

/**
 * Runs work in a transaction, as often as it asks for it. A dry run is the same work, rolled back: so it can't answer
 * or refuse anything else than the work itself.
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
