import type { Idempotency, KeptAnswer, RequestKey } from './idempotency.ts';
import { Refusal } from './refusal.ts';
import { hoursAfter, secondsAfter } from './time.ts';
import type { Clock } from './time.ts';
import type { Transact } from './unit-of-work.ts';

interface Needs {
  readonly clock: Clock;
  readonly transact: Transact<{ idempotency: Idempotency }>;
}

/** What the work answers, and whether a repetition is to hear the same. */
export interface Answered {
  readonly answer: KeptAnswer;
  readonly final: boolean;
}

export interface Replayable {
  readonly answer: KeptAnswer;
  readonly replayed: boolean;
  /** Why the answer could not be kept, if so: the work is done, and its caller must hear of it all the same. */
  readonly fault?: unknown;
}

export type AnswerOnce = ReturnType<typeof answerOnce>;

const HOURS_KEPT = 24;
/** Longer than any request may take. */
const SECONDS_RUNNING = 60;

/** Does the work for the first request with a key, and repeats its answer to every other. */
export const answerOnce = ({ clock, transact }: Needs) =>
  async (request: RequestKey, bodyHash: string, work: () => Promise<Answered>): Promise<Replayable> => {
    const now = clock();
    const runningUntil = secondsAfter(now, SECONDS_RUNNING);
    const turn = { bodyHash, now, runningUntil, keptSince: hoursAfter(now, -HOURS_KEPT) };
    const reservation = await transact(({ idempotency }) => idempotency.reserve(request, turn));
    if (reservation === 'other body') throw keyReused();
    if (reservation === 'running') throw stillRunning();
    if (reservation !== 'first') return { answer: reservation, replayed: true };

    const { answer, final } = await work();
    try {
      await transact(({ idempotency }) => (final ? idempotency.keep(request, runningUntil, answer) : idempotency.release(request, runningUntil)));
      return { answer, replayed: false };
    } catch (fault) {
      return { answer, replayed: false, fault };
    }
  };

const keyReused = () =>
  new Refusal('unprocessable', 'IDEMPOTENCY_KEY_REUSED', 'This Idempotency-Key was used for another request. Choose a new key for each new request.');
const stillRunning = () =>
  new Refusal('conflict', 'IDEMPOTENCY_IN_PROGRESS', 'The first request with this Idempotency-Key is still running. Try again in a moment.', { retryAfterSeconds: 1 });
