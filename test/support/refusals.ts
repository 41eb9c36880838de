import { type RefusalKind, Refusal } from '../../core/kernel/refusal.ts';

/** The refusal with which a use case rejects. Fails the test if the use case succeeds or rejects with anything else. */
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

/**
 * Returns the result of `work` if that is a text, `done` for other results, or the code of the refusal. Throws other
 * errors.
 */
export const ended = (work: Promise<unknown>): Promise<string> =>
  work.then(
    (result) => (typeof result === 'string' ? result : 'done'),
    (error: unknown) => {
      if (error instanceof Refusal) return error.code;
      throw error;
    },
  );

/** The fields named by a refusal. */
export const faultsOf = async (ending: Promise<unknown>): Promise<readonly string[]> =>
  (await refused(ending)).faults.map(({ field }) => field);

/** Returns undefined if the use case refuses. Throws other errors, and a refusal because the service is unavailable. */
export const tolerating = <Result>(work: Promise<Result>): Promise<Result | undefined> =>
  work.catch((error: unknown) => {
    if (!(error instanceof Refusal) || error.kind === 'unavailable') throw error;
    return undefined;
  });
