import { setTimeout as waitFor } from 'node:timers/promises';
import { databaseUnavailable, Refusal } from '../core/kernel/refusal.ts';
import type { Log } from './log.ts';

interface Needs {
  /** Commits something. Rejects with DATABASE_UNAVAILABLE while the database is down, read-only or stuck. */
  readonly commit: () => Promise<unknown>;
  readonly patienceSeconds: number;
  readonly log: Pick<Log, 'warn'>;
  readonly time?: Time;
}

/** A clock that nobody sets, in milliseconds. */
interface Time {
  readonly elapsed: () => number;
  readonly pause: (milliseconds: number) => Promise<unknown>;
}

const REAL_TIME: Time = { elapsed: () => performance.now(), pause: (milliseconds) => waitFor(milliseconds) };

const LOOK_EVERY_MS = 500;
/** Milliseconds after which a wait is explained in the log, and after which it is explained again. */
const [SILENT_MS, SAID_EVERY_MS] = [5_000, 60_000];

/**
 * Waits until the database takes a commit, which a standby, a full disk or a primary without its standby does not.
 *
 * @throws the last error of the database, after `patienceSeconds`; at once an error that waiting does not mend
 */
export async function waitForDatabase({ commit, patienceSeconds, log, time = REAL_TIME }: Needs): Promise<void> {
  const { elapsed, pause } = time;
  const tell = teller(log, 'the database cannot be used yet: the start waits for it', elapsed);
  const deadline = elapsed() + patienceSeconds * 1_000;
  let attempt: Promise<Error | undefined> | undefined;
  let triedAt = 0;
  let fault: Error | undefined;

  for (;;) {
    // A commit that hangs is not repeated: each attempt would leave a session in the server.
    if (!attempt) [attempt, triedAt] = [commit().then(() => undefined, asError), elapsed()];
    const outcome = await Promise.race([attempt, pause(LOOK_EVERY_MS).then(() => 'waiting' as const)]);
    if (outcome === undefined) return;
    if (outcome !== 'waiting') {
      if (!isOutage(outcome)) throw outcome;
      [attempt, fault] = [undefined, outcome];
      await pause(LOOK_EVERY_MS);
    }
    // The reason of an earlier attempt may be over while this one hangs.
    else if (elapsed() - triedAt > SILENT_MS) fault = undefined;
    const secondsLeft = Math.max(0, Math.round((deadline - elapsed()) / 1_000));
    tell({ reason: reasonOf(fault), secondsLeft }, fault !== undefined);
    if (elapsed() > deadline && (fault || elapsed() - triedAt > SILENT_MS))
      throw fault ?? new Error(reasonOf(undefined));
  }
}

/** Explains in the log what a slow start waits for, after some seconds and then each minute. */
export async function explainWait<Result>(
  work: Promise<Result>,
  log: Pick<Log, 'warn'> | undefined,
  reason: string,
): Promise<Result> {
  if (!log) return work;
  const tell = teller(log, reason, REAL_TIME.elapsed);
  const timer = setInterval(() => tell({}), LOOK_EVERY_MS);
  return work.finally(() => clearInterval(timer));
}

/** Returns a function to call again and again while something waits. It logs now and then. */
function teller(log: Pick<Log, 'warn'>, message: string, elapsed: Time['elapsed']) {
  const startedAt = elapsed();
  let toldAt: number | undefined;
  return (facts: object, isKnown = false): void => {
    const now = elapsed();
    if (toldAt === undefined ? !isKnown && now - startedAt < SILENT_MS : now - toldAt < SAID_EVERY_MS) return;
    toldAt = now;
    log.warn(facts, message);
  };
}

const asError = (error: unknown): Error => (error instanceof Error ? error : new Error(String(error)));

const isOutage = (error: unknown): boolean => error instanceof Refusal && error.code === databaseUnavailable.code;

const reasonOf = (fault: unknown): string => {
  const cause = fault instanceof Error ? (fault.cause ?? fault) : undefined;
  if (cause instanceof Error) return cause.message || ('code' in cause ? String(cause.code) : cause.name);
  return 'It has not confirmed a commit. A synchronous standby may be down.';
};
