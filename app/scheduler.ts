import cron from 'node-cron';
import type { Log } from './log.ts';

export const EVERY_TEN_MINUTES = '*/10 * * * *';
export const EVERY_NIGHT = '20 3 * * *';
export const EVERY_HALF_MINUTE = '*/30 * * * * *';
export const EVERY_TWO_SECONDS = '*/2 * * * * *';

/**
 * Work that runs at regular times. Every process runs every job, so a job must be safe in several processes at the same
 * time.
 */
export interface Job {
  readonly name: string;
  /** A cron pattern of five or six fields. */
  readonly pattern: string;
  /**
   * Does the work, and returns the number of processed items. A long job must end early after `stopping` has resolved.
   */
  readonly run: (stopping: Promise<void>) => Promise<number>;
}

export interface JobRun {
  readonly job: string;
  readonly outcome: 'done' | 'failed';
  readonly seconds: number;
}

interface Needs {
  readonly log: Log;
  /** Called after every run, to count it in the metrics. */
  readonly onRun?: (run: JobRun) => void;
}

export interface Jobs {
  /** Starts no more runs, asks running jobs to end, and waits for them. */
  readonly stop: () => Promise<void>;
}

/**
 * Runs each job at the times of its pattern. After the machine has slept, runs a job once for all missed times. A job
 * never overlaps itself. A failed job does not stop other jobs.
 */
export function startJobs(jobs: readonly Job[], { log, onRun = () => undefined }: Needs): Jobs {
  const running = new Map<string, Promise<void>>();
  const failing = new Set<string>();

  /**
   * Every run has its own `stopping` promise, because callbacks on a shared promise would stay in memory after their
   * run.
   */
  const stoppers = new Set<() => void>();

  const runUntilStopped = async ({ run: work }: Job): Promise<number> => {
    let stopper: () => void = () => undefined;
    const stopping = new Promise<void>((resolve) => {
      stopper = resolve;
    });
    stoppers.add(stopper);
    return work(stopping).finally(() => stoppers.delete(stopper));
  };

  const run = async (job: Job): Promise<void> => {
    const { name } = job;
    const started = performance.now();
    const seconds = (): number => Math.round(performance.now() - started) / 1_000;
    try {
      const count = await runUntilStopped(job);
      log[count > 0 ? 'info' : 'debug']({ job: name, count, seconds: seconds() }, 'job done');
      if (failing.delete(name)) log.info({ job: name }, 'job works again');
      onRun({ job: name, outcome: 'done', seconds: seconds() });
    } catch (error) {
      failing.add(name);
      log.error({ job: name, err: error, seconds: seconds() }, 'job failed: it will run again at its next time');
      onRun({ job: name, outcome: 'failed', seconds: seconds() });
    }
  };

  const start = (job: Job): void => {
    if (running.has(job.name)) return;
    running.set(
      job.name,
      run(job).finally(() => running.delete(job.name)),
    );
  };
  const stops = jobs.map((job) => atTimesOf(job.pattern, () => start(job)));

  return {
    async stop() {
      for (const stop of stops) await stop();
      for (const stopRun of stoppers) stopRun();
      await Promise.all(running.values());
    },
  };
}

/**
 * The longest wait before the clock is read again, because somebody may set it meanwhile, and the pause after a clock
 * that jumped ahead. Together they are less than the 65 seconds after which jobs run again whatever the clock did.
 */
const LONGEST_WAIT_MS = 30_000;

/**
 * Calls `call` at the times of a pattern, until it is stopped. After the machine has slept, calls `call` once, half a
 * minute later. node-cron only computes the times. The scheduler of node-cron would go through all missed times, which
 * takes many seconds after a night. After the clock was set back, the scheduler of node-cron would wait for hours.
 */
function atTimesOf(pattern: string, call: () => void): () => Promise<void> {
  const times = cron.createTask(pattern, () => undefined);
  const next = (): number => times.getNextRuns(1)[0]?.getTime() ?? Infinity;
  let timer: NodeJS.Timeout;
  const wait = (due: number): void => {
    timer = setTimeout(
      () => {
        const late = Date.now() - due;
        // A job that was running when the machine fell asleep still uses the earlier time. The wait gives this job time
        // to end.
        if (late > LONGEST_WAIT_MS) wait(Date.now() + LONGEST_WAIT_MS);
        else {
          if (late >= 0) call();
          wait(next());
        }
      },
      Math.min(Math.max(due - Date.now(), 0), LONGEST_WAIT_MS),
    );
  };
  wait(next());
  return async () => {
    clearTimeout(timer);
    await times.destroy();
  };
}
