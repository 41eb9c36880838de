import type { RunInBackground } from '../core/platform/mailer.ts';
import type { Log } from './log.ts';

export interface BackgroundTasks {
  readonly runInBackground: RunInBackground;
  /** Resolves once no background task is left. */
  readonly done: () => Promise<void>;
}

/** Runs work that goes on after a response. Keeps track of it, so that the process does not end in the middle. */
export function backgroundTasks(log: Pick<Log, 'error'>): BackgroundTasks {
  const running = new Set<Promise<void>>();

  return {
    runInBackground(work) {
      const run = new Promise<void>((resolve) => {
        setImmediate(resolve);
      })
        .then(work)
        .catch((error: unknown) => log.error({ err: error }, 'a background task failed'))
        .finally(() => running.delete(run));
      running.add(run);
    },
    done: async () => {
      while (running.size > 0) await Promise.all(running);
    },
  };
}
