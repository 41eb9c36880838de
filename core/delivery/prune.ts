import type { Idempotency } from './idempotency.ts';
import type { MailQueue } from './mail-queue.ts';
import type { Outbox } from './outbox.ts';
import { daysAfter, hoursAfter } from '../kernel/time.ts';
import type { Clock, Instant } from '../kernel/time.ts';
import type { Transact } from '../kernel/unit-of-work.ts';

/** Prunes in batches of `limit` until nothing is left, each in its own transaction so that none takes long. */
export async function pruneAll(limit: number, prune: (limit: number) => Promise<number>): Promise<number> {
  let [count, pruned] = [limit, 0];
  while (count === limit) pruned += count = await prune(limit);
  return pruned;
}

interface Needs {
  readonly clock: Clock;
  readonly transact: Transact<{
    readonly outbox: Pick<Outbox, 'prune'>;
    readonly idempotency: Pick<Idempotency, 'prune'>;
    readonly mailQueue: Pick<MailQueue, 'prunePosted'>;
    readonly callbacks: { pruneUnknown(before: Instant, limit: number): Promise<number> };
  }>;
}

/** Published events are kept for a while, for those who look into what was published. */
const EVENT_DAYS = 7;
/** When a mail was sent is of use to those who look for it. What it said is gone by then. */
const MAIL_DAYS = 7;
/** As long as an answer can be repeated. */
const ANSWER_HOURS = 24;
/** Anybody can make these up. Callbacks about payments of ours are kept. */
const UNKNOWN_CALLBACK_DAYS = 30;

export type PruneDelivered = ReturnType<typeof pruneDelivered>;

/**
 * Deletes old events, answers, mails that were posted, and callbacks about unknown payments, in batches, and returns
 * how many in all.
 */
export const pruneDelivered =
  ({ clock, transact }: Needs) =>
  async (batch = 1_000): Promise<number> => {
    const now = clock();
    const events = await pruneAll(batch, (limit) =>
      transact(({ outbox }) => outbox.prune(daysAfter(now, -EVENT_DAYS), limit)),
    );
    const answers = await pruneAll(batch, (limit) =>
      transact(({ idempotency }) => idempotency.prune(hoursAfter(now, -ANSWER_HOURS), limit)),
    );
    const mails = await pruneAll(batch, (limit) =>
      transact(({ mailQueue }) => mailQueue.prunePosted(daysAfter(now, -MAIL_DAYS), limit)),
    );
    const unknown = daysAfter(now, -UNKNOWN_CALLBACK_DAYS);
    return (
      events +
      answers +
      mails +
      (await pruneAll(batch, (limit) => transact(({ callbacks }) => callbacks.pruneUnknown(unknown, limit))))
    );
  };
