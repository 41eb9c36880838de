import type { Engine } from './engines.ts';

/** Thrown by a transaction to simulate that its process died or lost its connection. */
class Crash extends Error {}

/**
 * A planned crash of the process. The next `after` transactions succeed. The following transaction crashes, before or
 * directly after its commit.
 */
export interface PlannedCrash {
  readonly after: number;
  readonly isCommitted: boolean;
}

/** An engine whose transactions crash as planned. Each plan causes one crash. */
export function crashing<Given extends Pick<Engine, 'transact'>>(engine: Given) {
  let planned: { after: number; readonly isCommitted: boolean } | undefined;
  const transact: Engine['transact'] = async (work) => {
    if (!planned) return engine.transact(work);
    planned.after -= 1;
    if (planned.after >= 0) return engine.transact(work);
    const { isCommitted } = planned;
    planned = undefined;
    return engine
      .transact(async (stores) => {
        const result = await work(stores);
        if (!isCommitted) throw new Crash();
        return result;
      })
      .then(() => {
        throw new Crash();
      });
  };
  return {
    engine: { ...engine, transact },
    plan: (crash: PlannedCrash | undefined): void => {
      planned = crash && { ...crash };
    },
    /** False once the planned crash has happened. */
    isPlanned: (): boolean => planned !== undefined,
  };
}

const isCrash = (error: unknown): boolean =>
  error instanceof Crash || (error instanceof AggregateError && error.errors.every(isCrash));

/** Ignores a planned crash. Any other error is thrown. */
export const survivingCrash = <Result>(work: Promise<Result>): Promise<Result | undefined> =>
  work.catch((error: unknown) => {
    if (isCrash(error)) return undefined;
    throw error;
  });
