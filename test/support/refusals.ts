import { Refusal } from '../../core/kernel/refusal.ts';
import type { RefusalKind } from '../../core/kernel/refusal.ts';

/** Kind and code of the refusal that a use case ends with; any other end is a failure. */
export const refusalOf = (ending: Promise<unknown>): Promise<readonly [RefusalKind, string]> =>
  ending.then(
    () => {
      throw new Error('It was not refused.');
    },
    (error: unknown) => {
      if (!(error instanceof Refusal)) throw error;
      return [error.kind, error.code];
    },
  );
