import type { Later } from '../core/kernel/later.ts';
import type { Log } from './log.ts';

export interface AfterAnswers {
  readonly later: Later;
  /** Resolves when nothing is left to do. */
  readonly done: () => Promise<void>;
}

/** Keeps account of work that goes on after the answers, so that the process does not end in the middle of it. */
export function afterAnswers(log: Pick<Log, 'error'>): AfterAnswers {
  const running = new Set<Promise<void>>();

  return {
    later(work) {
      const run = new Promise<void>((resolve) => { setImmediate(resolve); })
        .then(work)
        .catch((error: unknown) => log.error({ err: error }, 'work after an answer failed'))
        .finally(() => running.delete(run));
      running.add(run);
    },
    done: async () => { while (running.size > 0) await Promise.all(running); },
  };
}
