import type { Notifier, OutboxEntry } from './outbox.ts';
import { secondsAfter } from '../kernel/time.ts';
import type { PlatformWorld } from './world.ts';

export type RelayOutbox = ReturnType<typeof relayOutbox>;

/** Events per batch. A batch is published, then marked as sent. */
const BATCH = 200;
/** Seconds after which another process takes over if the publishing process does not renew its lease. */
const LEASE_SECONDS = 5;
/**
 * Seconds of the latest events that are published again when the broker may have died. A dead broker may lose events
 * that it acknowledged but did not write to disk. With the settings of docs/running.md, it loses only the last
 * milliseconds. The number is higher because clocks may differ. Subscribers recognise repeated events by their
 * event_id.
 */
const DOUBTFUL_SECONDS = 10;

/**
 * Publishes pending events, in order for each topic, until none are left. Returns the number of events, or `elsewhere`
 * if another process publishes. Each event is published at least once: the next run repeats unacknowledged events.
 * Throws if an event could not be published. `doubtful` means that the broker may have died: then the latest published
 * events are published again first.
 */
export const relayOutbox = ({ clock, hasPendingEvents, transact, notifier, processId }: PlatformWorld) => {
  const lease = { name: 'outbox', holder: processId };

  /** Marks events as published and fetches the next ones, in one transaction. Keeps the lease while events are left. */
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

/**
 * Publishes all events at once; the notifier keeps their order. After an event fails, all later events of its topic
 * count as failed.
 */
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
