import { endedAttempts } from './ended-attempts.ts';
import type { Idempotency, KeepResult, KeptAnswer, RequestKey, Reservation, ReserveOptions } from './idempotency.ts';
import { refusal } from '../kernel/refusal.ts';
import { hoursAfter, secondsAfter } from '../kernel/time.ts';
import type { Clock } from '../kernel/time.ts';
import type { Transact } from '../kernel/unit-of-work.ts';

interface Needs {
  readonly clock: Clock;
  readonly transact: Transact<{ idempotency: Idempotency }>;
}

/** What the work answers, and whether repeated requests get the same. */
export interface Answered {
  readonly answer: KeptAnswer;
  readonly final: boolean;
}

export interface Replayable {
  readonly answer: KeptAnswer;
  readonly replayed: boolean;
  /** Why the answer could not be stored. The work is done, so its caller gets the answer all the same. */
  readonly fault?: unknown;
}

export type AnswerOnce = ReturnType<typeof answerOnce>;

const KEEP_HOURS = 24;
/** Longer than any request takes. */
const RUNNING_SECONDS = 60;

/**
 * Does the work for the first request with a key, and gives all others the same answer. Work that has an effect stores
 * its answer in the transaction of the effect, by calling `keep`; any other answer, such as a refusal, is stored
 * afterwards.
 */
export const answerOnce = ({ clock, transact }: Needs) => {
  const ended = endedAttempts();

  /** Without the reservations of attempts that are over, and that the database could not be told of. */
  async function reserve(request: RequestKey, options: ReserveOptions): Promise<Reservation> {
    const left = ended.of(request);
    try {
      const reservation = await transact(async ({ idempotency }) => {
        for (const runningUntil of left) await idempotency.release(request, runningUntil);
        return idempotency.reserve(request, options);
      });
      ended.forget(request, left);
      return reservation;
    } catch (error) {
      // It may be reserved all the same, if only the confirmation was lost.
      ended.add(request, options.runningUntil, options.now);
      throw error;
    }
  }

  return async (
    request: RequestKey,
    bodyHash: string,
    work: (keep: KeepResult<KeptAnswer>) => Promise<Answered>,
  ): Promise<Replayable> => {
    const now = clock();
    const runningUntil = secondsAfter(now, RUNNING_SECONDS);
    const reservation = await reserve(request, {
      bodyHash,
      now,
      runningUntil,
      keptSince: hoursAfter(now, -KEEP_HOURS),
    });
    if (reservation === 'other body') throw keyReused();
    if (reservation === 'running') throw stillRunning();
    if (reservation !== 'first') return { answer: reservation, replayed: true };

    let kept: KeptAnswer | undefined;
    const { answer, final } = await work(async (result, { idempotency }) => {
      if (!(await idempotency.keep(request, runningUntil, result))) throw stillRunning();
      kept = result;
    });
    if (kept && isSame(kept, answer)) return { answer, replayed: false };
    try {
      // If the effect was committed after all, and only the confirmation was lost, its answer is already stored. Then
      // this changes nothing.
      await transact(async ({ idempotency }) => {
        if (final) await idempotency.keep(request, runningUntil, answer);
        else await idempotency.release(request, runningUntil);
      });
      return { answer, replayed: false };
    } catch (fault) {
      if (!final) ended.add(request, runningUntil, clock());
      return { answer, replayed: false, fault };
    }
  };
};

/** They differ if the transaction that stored the one failed. */
const isSame = (one: KeptAnswer, other: KeptAnswer): boolean => one.status === other.status && one.body === other.body;

export const keyReused = refusal(
  'unprocessable',
  'IDEMPOTENCY_KEY_REUSED',
  'This Idempotency-Key was used for another request. Choose a new key for each new request.',
);
export const stillRunning = refusal('conflict', 'IDEMPOTENCY_IN_PROGRESS', () => ({
  message: 'The first request with this Idempotency-Key is still running. Try again in a moment.',
  retryAfterSeconds: 1,
}));
