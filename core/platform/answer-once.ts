import type { KeepResult, KeptAnswer, KeyOwner, RequestKey, Reservation, ReserveOptions } from './idempotency.ts';
import { refusal } from '../kernel/refusal.ts';
import { hoursAfter, type Instant, secondsAfter } from '../kernel/time.ts';
import type { AsService } from '../kernel/unit-of-work.ts';
import type { PlatformWorld } from './world.ts';

/** The answer to a request, and whether a repeated request gets the same answer. */
export interface Answered {
  readonly answer: KeptAnswer;
  readonly final: boolean;
}

export interface Replayable {
  readonly answer: KeptAnswer;
  readonly replayed: boolean;
  /** The error that prevented storing the answer. The work is done, so the caller still gets the answer. */
  readonly fault?: unknown;
}

export type AnswerOnce = ReturnType<typeof answerOnce>;

const KEEP_HOURS = 24;
/** Seconds after which the reservation of a request key lapses. Longer than any request takes. */
const RUNNING_SECONDS = 60;

/**
 * Does the work for the first request with a key, and gives every later request with this key the same answer. Work
 * that changes data stores its answer in the same transaction, by calling `keep`. Any other answer, such as a refusal,
 * is stored afterwards.
 */
export const answerOnce = ({ clock, transact, asService }: PlatformWorld & { readonly asService: AsService }) => {
  const ended = endedAttempts();

  /**
   * Reserves the key. First deletes the reservations of attempts that failed while the database could not be reached.
   */
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
      // If only the confirmation of the commit was lost, the database has stored the reservation.
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
      // If the commit of the work succeeded and only its confirmation was lost, the answer is already stored. Then this
      // call changes nothing.
      // The request may have ended its own caller's session, or may have been refused because somebody else did.
      await asService(() =>
        transact(async ({ idempotency }) => {
          if (final) await idempotency.keep(request, runningUntil, answer);
          else await idempotency.release(request, runningUntil);
        }),
      );
      return { answer, replayed: false };
    } catch (fault) {
      if (!final) ended.add(request, runningUntil, clock());
      return { answer, replayed: false, fault };
    }
  };
};

/** Whether two answers are equal. They differ if the transaction that stored the first answer failed. */
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

/**
 * Attempts at requests that failed while the database could not be reached. The database considers such an attempt
 * running until its reservation lapses. Each attempt is identified by the moment at which its reservation lapses.
 */
export interface EndedAttempts {
  readonly add: (request: RequestKey, runningUntil: Instant, now: Instant) => void;
  readonly of: (request: RequestKey) => readonly Instant[];
  /** Forgets attempts whose reservations have been deleted. */
  readonly forget: (request: RequestKey, gone: readonly Instant[]) => void;
}

const nameOf = (request: RequestKey): string => JSON.stringify([ownerOf(request), request.path, request.key]);

const ownerOf = (owner: KeyOwner): readonly [kind: string, id: number] => {
  if ('userId' in owner) return ['user', owner.userId];
  return 'agentId' in owner ? ['agent', owner.agentId] : ['device', owner.deviceId];
};

export function endedAttempts(): EndedAttempts {
  /** New entries go to the end, so the attempts with lapsed reservations come first. */
  const ended = new Map<string, readonly Instant[]>();
  const of: EndedAttempts['of'] = (request) => ended.get(nameOf(request)) ?? [];

  function forgetLapsed(now: Instant): void {
    for (const [name, moments] of ended) {
      if (moments.some((moment) => moment > now)) return;
      ended.delete(name);
    }
  }

  return {
    of,
    add(request, runningUntil, now) {
      forgetLapsed(now);
      const moments = of(request);
      ended.delete(nameOf(request));
      ended.set(nameOf(request), [...moments, runningUntil]);
    },
    forget(request, gone) {
      const left = of(request).filter((moment) => !gone.includes(moment));
      if (left.length > 0) ended.set(nameOf(request), left);
      else ended.delete(nameOf(request));
    },
  };
}
