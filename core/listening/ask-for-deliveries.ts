import type { WebhookId } from '../kernel/ids.ts';
import type { KeepResult } from '../platform/idempotency.ts';
import type { Random } from '../kernel/random.ts';
import { invalid } from '../kernel/refusal.ts';
import { type Instant, minutesAfter, secondsBetween } from '../kernel/time.ts';
import { type Delivery, keptEventsSince } from './delivery.ts';
import type { WriteEvent } from './event.ts';
import { TEST_TYPE } from './event-types.ts';
import type { Owner } from './owner.ts';
import { deliveryUnknown, replayRunning, tooManyTests, webhookDisabled, webhookUnknown } from './refusals.ts';
import { type Webhook, typesOf } from './webhook.ts';
import type { ListeningStores, ListeningWorld } from './world.ts';

const TESTS_A_MINUTE = 5;

async function lockOwned({ webhooks }: ListeningStores, owner: Owner, id: WebhookId): Promise<Webhook> {
  const webhook = await webhooks.lockOwned(id, owner);
  if (!webhook) throw webhookUnknown();
  return webhook;
}

const newEventId = (random: Pick<Random, 'uuid'>): string => `evt_${random.uuid().replaceAll('-', '')}`;

export type TestWebhook = ReturnType<typeof testWebhook>;

/** Sends a test to an endpoint, whichever types it hears, also to a disabled one. Returns the delivery's id. */
export const testWebhook =
  ({ clock, transact, random, rateLimit, writeEvent }: ListeningWorld & { readonly writeEvent: WriteEvent }) =>
  async (owner: Owner, id: WebhookId, keep?: KeepResult<number>): Promise<number> =>
    transact(async (stores) => {
      await lockOwned(stores, owner, id);
      const now = clock();
      const { count, first } = await stores.deliveries.tests(id, minutesAfter(now, -1));
      if (rateLimit && count >= TESTS_A_MINUTE)
        throw tooManyTests(Math.max(1, Math.ceil(secondsBetween(now, minutesAfter(first ?? now, 1)))));
      const test = {
        webhookId: id,
        eventId: newEventId(random),
        type: TEST_TYPE,
        kind: 'TEST',
        body: writeEvent({ type: TEST_TYPE, webhookId: id }, now, owner.kind),
      } as const;
      const [added] = await stores.deliveries.add([test], now);
      if (added === undefined) throw new Error('A delivery got no id.');
      await keep?.(added, stores);
      return added;
    });

export type RedeliverEvent = ReturnType<typeof redeliverEvent>;

/** Attempts a delivery again now, whatever became of it. If that fails, its pauses begin anew. */
export const redeliverEvent =
  ({ clock, transact }: ListeningWorld) =>
  async (owner: Owner, id: WebhookId, deliveryId: number, keep?: KeepResult<Delivery>): Promise<Delivery> =>
    transact(async (stores) => {
      const webhook = await lockOwned(stores, owner, id);
      const delivery = await stores.deliveries.find(id, deliveryId);
      if (!delivery) throw deliveryUnknown();
      if (webhook.status === 'DISABLED') throw webhookDisabled();
      await stores.deliveries.repeat(delivery, clock());
      const repeated = (await stores.deliveries.find(id, deliveryId)) ?? delivery;
      await keep?.(repeated, stores);
      return repeated;
    });

/** `until` is the moment of the last event; null without any. */
export interface Replay {
  readonly deliveries: number;
  readonly until: Instant | null;
}

const MOST_REPLAYED = 10_000;

export type ReplayEvents = ReturnType<typeof replayEvents>;

/**
 * Delivers the events of the endpoint's types since a moment again, at most the oldest 10,000, also those from before
 * the endpoint was made.
 */
export const replayEvents =
  ({ clock, transact }: ListeningWorld) =>
  async (owner: Owner, id: WebhookId, since: Instant, keep?: KeepResult<Replay>): Promise<Replay> =>
    transact(async (stores) => {
      const webhook = await lockOwned(stores, owner, id);
      const now = clock();
      if (since > now || since < keptEventsSince(now))
        throw invalid('since must be within the last 7 days.', {
          field: 'since',
          message: 'must be within the last 7 days',
        });
      if (webhook.status === 'DISABLED') throw webhookDisabled();
      if (await stores.deliveries.isReplaying(id)) throw replayRunning();
      const events = await stores.eventFeed.listByMoment({
        owner,
        types: typesOf(webhook),
        since,
        limit: MOST_REPLAYED,
      });
      await stores.deliveries.add(
        events.map(({ id: eventId, type, body }) => ({ webhookId: id, eventId, type, kind: 'REPLAY', body })),
        now,
      );
      const replay = { deliveries: events.length, until: events.at(-1)?.at ?? null };
      await keep?.(replay, stores);
      return replay;
    });
