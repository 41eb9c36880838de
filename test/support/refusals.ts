import { type RefusalKind, Refusal } from '../../core/kernel/refusal.ts';

/** The refusal that a use case ends with; any other end is a failure. */
export const refused = (ending: Promise<unknown>): Promise<Refusal> =>
  ending.then(
    () => {
      throw new Error('It was not refused.');
    },
    (error: unknown) => {
      if (!(error instanceof Refusal)) throw error;
      return error;
    },
  );

export const refusalOf = async (ending: Promise<unknown>): Promise<readonly [RefusalKind, string]> => {
  const { kind, code } = await refused(ending);
  return [kind, code];
};

export const codeOf = async (ending: Promise<unknown>): Promise<string> => (await refused(ending)).code;

/** The fields that are at fault. */
export const faultsOf = async (ending: Promise<unknown>): Promise<readonly string[]> =>
  (await refused(ending)).faults.map(({ field }) => field);

/** Refusals are answers; anything else is a fault. */
export const tolerating = <Result>(work: Promise<Result>): Promise<Result | undefined> =>
  work.catch((error: unknown) => {
    if (!(error instanceof Refusal) || error.kind === 'unavailable') throw error;
    return undefined;
  });
