import { hears } from './webhook.ts';
import type { ListeningWorld } from './world.ts';

/** Events that get their places in one transaction. */
const BATCH = 500;

export type NumberEvents = ReturnType<typeof numberEvents>;

/**
 * Gives places to all committed events, and makes a delivery for each endpoint that hears one of them. Returns the
 * number of events. Safe to run in every process at once.
 */
export const numberEvents =
  ({ clock, transact, webhookViews }: Pick<ListeningWorld, 'clock' | 'transact' | 'webhookViews'>) =>
  async (): Promise<number> => {
    let count = 0;
    while (await webhookViews.anyUnnumbered()) {
      const numbered = await transact(async ({ eventFeed, webhooks, deliveries }) => {
        const events = await eventFeed.number(BATCH);
        if (events.length === 0) return 0;
        const endpoints = await webhooks.active();
        const due = events.flatMap((event) =>
          endpoints
            .filter((webhook) => hears(webhook, event))
            .map(({ id: webhookId }) => {
              const { id: eventId, type, body } = event;
              return { webhookId, eventId, type, body, kind: 'EVENT' as const };
            }),
        );
        await deliveries.add(due, clock());
        return events.length;
      });
      count += numbered;
      if (numbered === 0) break;
    }
    return count;
  };
