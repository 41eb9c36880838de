import type { Idempotency } from './idempotency.ts';
import type { Outbox } from './outbox.ts';
import { daysAfter, hoursAfter } from './time.ts';
import type { Clock } from './time.ts';
import type { Transact } from './unit-of-work.ts';

interface Needs {
  readonly clock: Clock;
  readonly transact: Transact<{ readonly outbox: Pick<Outbox, 'prune'>; readonly idempotency: Pick<Idempotency, 'prune'> }>;
}

/** Told events stay for a while, for those who look into what subscribers were told. */
const EVENTS_KEPT_DAYS = 7;
/** As long as an answer is repeated. */
const ANSWERS_KEPT_HOURS = 24;

export type ForgetOld = ReturnType<typeof forgetOld>;

/** Forgets events told long ago and answers that are no longer repeated, a little at a time; answers how many. */
export const forgetOld = ({ clock, transact }: Needs) =>
  async (limit = 1_000): Promise<number> => {
    const now = clock();
    const events = await transact(({ outbox }) => outbox.prune(daysAfter(now, -EVENTS_KEPT_DAYS), limit));
    const answers = await transact(({ idempotency }) => idempotency.prune(hoursAfter(now, -ANSWERS_KEPT_HOURS), limit));
    return events + answers;
  };
