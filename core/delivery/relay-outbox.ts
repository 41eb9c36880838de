import type { Leases } from './leases.ts';
import type { Notifier, Outbox, OutboxEntry } from './outbox.ts';
import { secondsAfter } from '../kernel/time.ts';
import type { Clock } from '../kernel/time.ts';
import type { Transact } from '../kernel/unit-of-work.ts';

interface Needs {
  readonly clock: Clock;
  readonly hasPendingEvents: Outbox['hasPending'];
  readonly transact: Transact<{ outbox: Outbox; leases: Leases }>;
  readonly notifier: Notifier;
  /** Unique to this process. */
  readonly processId: string;
}

export type RelayOutbox = ReturnType<typeof relayOutbox>;

/** How many events are published before they are marked in the database. */
const BATCH = 200;
/** How long a process may be silent before another takes over. */
const LEASE_SECONDS = 5;
/**
 * A broker that dies may lose what it has acknowledged but not yet written to disk. With the settings of
 * docs/running.md that is a matter of milliseconds; the rest allows for clocks that differ. Subscribers recognise
 * repeated events by their event_id.
 */
const DOUBTFUL_SECONDS = 10;

/**
 * Publishes the pending events, in order per topic, until there are none. Returns how many it published, or `elsewhere`
 * if another process is doing it. Events that are not acknowledged are published again by the next relay: at least
 * once, and never lost. Throws if the broker did not take an event. If the broker is `doubtful`, because it may have
 * died, the last events are published again first.
 */
export const relayOutbox = ({ clock, hasPendingEvents, transact, notifier, processId }: Needs) => {
  const lease = { name: 'outbox', holder: processId };

  /** Marks what was published and fetches more, in one transaction. The lease is kept as long as there is more. */
  const next = (published: readonly number[], doubtful = false): Promise<readonly OutboxEntry[] | 'elsewhere'> =>
    transact(async ({ outbox, leases }) => {
      const [, isOurs, pending] = await Promise.all([
        published.length > 0 && outbox.markSent(published, clock()),
        leases.take(lease, secondsAfter(clock(), LEASE_SECONDS), clock()),
        !doubtful && outbox.pending(BATCH),
      ]);
      if (!isOurs) return 'elsewhere';
      if (doubtful) await outbox.requeueRecent(DOUBTFUL_SECONDS);
      const entries = pending || (await outbox.pending(BATCH));
      if (entries.length === 0) await leases.release(lease);
      return entries;
    });

  const giveUp = (published: readonly number[]): Promise<void> =>
    transact(async ({ outbox, leases }) => {
      if (published.length > 0) await outbox.markSent(published, clock());
      await leases.release(lease);
    });

  return async (doubtful = false): Promise<number | 'elsewhere'> => {
    if (!doubtful && !(await hasPendingEvents())) return 0;
    let count = 0;
    let entries = await next([], doubtful);
    while (entries !== 'elsewhere' && entries.length > 0) {
      const { published, failure } = await publish(notifier, entries);
      count += published.length;
      if (failure) {
        await giveUp(published);
        throw failure;
      }
      entries = await next(published);
    }
    return entries === 'elsewhere' ? entries : count;
  };
};

/** Publishes all at once; the notifier keeps their order. After one that failed, the rest of its topic failed too. */
async function publish(
  notifier: Notifier,
  entries: readonly OutboxEntry[],
): Promise<{ published: readonly number[]; failure: Error | undefined }> {
  const outcomes = await Promise.allSettled(entries.map((entry) => notifier.publish(entry)));
  const failedTopics = new Set<string>();
  let failure: Error | undefined;
  const published = entries.filter(({ topic }, index) => {
    const outcome = outcomes[index];
    if (outcome?.status !== 'rejected') return !failedTopics.has(topic);
    failure ??= outcome.reason instanceof Error ? outcome.reason : new Error(String(outcome.reason));
    failedTopics.add(topic);
    return false;
  });
  return { published: published.map(({ id }) => id), failure };
}
