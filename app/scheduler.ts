import cron from 'node-cron';
import type { ScheduledTask } from 'node-cron';
import type { Log } from './log.ts';

/** Work that is done at regular times. Every process runs every job, so each must be safe to run beside itself. */
export interface Job {
  readonly name: string;
  /** A cron pattern of five or six fields. */
  readonly pattern: string;
  /** Returns how many things it did. */
  readonly run: () => Promise<number>;
}

export interface JobRun {
  readonly job: string;
  readonly outcome: 'done' | 'failed';
  readonly seconds: number;
}

interface Needs {
  readonly log: Log;
  /** Called after every run, for the metrics. */
  readonly onRun?: (run: JobRun) => void;
}

export interface Jobs {
  /** Starts no more runs, and waits for those in progress. */
  readonly stop: () => Promise<void>;
}

/** Runs each job at the times of its pattern. No job overlaps itself, and one that fails does not stop the others. */
export function startJobs(jobs: readonly Job[], { log, onRun = () => undefined }: Needs): Jobs {
  const tasks: ScheduledTask[] = [];
  const running = new Map<string, Promise<void>>();
  const failing = new Set<string>();

  const run = async ({ name, run: work }: Job): Promise<void> => {
    const started = performance.now();
    const seconds = (): number => Math.round(performance.now() - started) / 1_000;
    try {
      const count = await work();
      log[count > 0 ? 'info' : 'debug']({ job: name, count, seconds: seconds() }, 'job done');
      if (failing.delete(name)) log.info({ job: name }, 'job works again');
      onRun({ job: name, outcome: 'done', seconds: seconds() });
    } catch (error) {
      failing.add(name);
      log.error({ job: name, err: error, seconds: seconds() }, 'job failed: it will run again at its next time');
      onRun({ job: name, outcome: 'failed', seconds: seconds() });
    }
  };

  for (const job of jobs) {
    tasks.push(
      cron.schedule(
        job.pattern,
        () => {
          if (running.has(job.name)) return;
          running.set(
            job.name,
            run(job).finally(() => running.delete(job.name)),
          );
        },
        { name: job.name, suppressMissedWarning: true },
      ),
    );
  }

  return {
    async stop() {
      for (const task of tasks) await task.destroy();
      await Promise.all(running.values());
    },
  };
}
