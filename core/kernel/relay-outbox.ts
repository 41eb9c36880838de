import type { Leases } from './leases.ts';
import type { Notifier, Outbox, OutboxEntry } from './outbox.ts';
import { secondsAfter } from './time.ts';
import type { Clock } from './time.ts';
import type { Transact } from './unit-of-work.ts';

interface Needs {
  readonly clock: Clock;
  readonly eventsWait: Outbox['anyWaits'];
  readonly transact: Transact<{ outbox: Outbox; leases: Leases }>;
  readonly notifier: Notifier;
  /** Unique to this process. */
  readonly processId: string;
}

export type RelayOutbox = ReturnType<typeof relayOutbox>;

/** How many events are told before the database hears of it. */
const BATCH = 200;
/** How long a process may be silent before another takes its place. */
const LEASE_SECONDS = 5;
/**
 * What a broker acknowledged and had not yet written when it died: with the settings of docs/running.md it is a matter of milliseconds,
 * the rest is for clocks that differ. Subscribers drop the repeats by their event_id.
 */
const DOUBTFUL_SECONDS = 10;

/**
 * Tells what waits, in order per topic, until nothing does; answers how many events were told, or `elsewhere` when another process is at it.
 * What is not acknowledged is told again by the next relay: at least once, and never lost. Throws when the broker did not take something.
 * When the broker is `doubtful`, what was told last is told again first: one that died may have forgotten what it had acknowledged just before.
 */
export const relayOutbox = ({ clock, eventsWait, transact, notifier, processId }: Needs) => {
  const lease = { name: 'outbox', holder: processId };

  /** Marks what was told and asks for more, in one transaction: the lease is ours for as long as there is more. */
  const next = (told: readonly number[], doubtful = false): Promise<readonly OutboxEntry[] | 'elsewhere'> =>
    transact(async ({ outbox, leases }) => {
      if (told.length > 0) await outbox.markSent(told, clock());
      if (!(await leases.take(lease, secondsAfter(clock(), LEASE_SECONDS), clock()))) return 'elsewhere';
      if (doubtful) await outbox.retellLast(DOUBTFUL_SECONDS);
      const entries = await outbox.waiting(BATCH);
      if (entries.length === 0) await leases.release(lease);
      return entries;
    });

  const giveUp = (told: readonly number[]): Promise<void> =>
    transact(async ({ outbox, leases }) => {
      if (told.length > 0) await outbox.markSent(told, clock());
      await leases.release(lease);
    });

  return async (doubtful = false): Promise<number | 'elsewhere'> => {
    if (!doubtful && !(await eventsWait())) return 0;
    let count = 0;
    let entries = await next([], doubtful);
    while (entries !== 'elsewhere' && entries.length > 0) {
      const { told, failure } = await tell(notifier, entries);
      count += told.length;
      if (failure) {
        await giveUp(told);
        throw failure;
      }
      entries = await next(told);
    }
    return entries === 'elsewhere' ? entries : count;
  };
};

/** Everything at once: the notifier keeps the order. On a topic where one event failed, those after it count as failed too. */
async function tell(notifier: Notifier, entries: readonly OutboxEntry[]): Promise<{ told: readonly number[]; failure: Error | undefined }> {
  const outcomes = await Promise.allSettled(entries.map((entry) => notifier.publish(entry)));
  const failed = new Set<string>();
  let failure: Error | undefined;
  const told = entries.filter(({ topic }, index) => {
    const outcome = outcomes[index];
    if (outcome?.status !== 'rejected') return !failed.has(topic);
    failure ??= outcome.reason instanceof Error ? outcome.reason : new Error(String(outcome.reason));
    failed.add(topic);
    return false;
  });
  return { told: told.map(({ id }) => id), failure };
}
