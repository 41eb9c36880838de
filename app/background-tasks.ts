import { asService } from '../adapters/knex/acting-caller.ts';
import type { RunInBackground } from '../core/platform/mailer.ts';
import type { Log } from './log.ts';

export interface BackgroundTasks {
  readonly runInBackground: RunInBackground;
  /** Resolves when the last background task has ended. */
  readonly done: () => Promise<void>;
}

/**
 * Runs work that goes on after a response was sent. Tracks the work, so that the process can wait for it before it
 * ends.
 */
export function backgroundTasks(log: Pick<Log, 'error'>): BackgroundTasks {
  const running = new Set<Promise<void>>();

  return {
    runInBackground(work) {
      const run = new Promise<void>((resolve) => {
        setImmediate(resolve);
      })
        .then(() => asService(work))
        .catch((error: unknown) => log.error({ err: error }, 'a background task failed'))
        .finally(() => running.delete(run));
      running.add(run);
    },
    done: async () => {
      while (running.size > 0) await Promise.all(running);
    },
  };
}
