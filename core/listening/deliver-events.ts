import type { WebhookId } from '../kernel/ids.ts';
import { type Instant, hoursAfter, secondsAfter } from '../kernel/time.ts';
import type { Delivery, WebhookAnswer } from './delivery.ts';
import { disableWebhook } from './disable-webhook.ts';
import { numberEvents } from './number-events.ts';
import { MOST_SANDBOX_ATTEMPTS, type Webhook, judgeAttempt, mostAtOnce } from './webhook.ts';
import type { ListeningWorld } from './world.ts';

/** Seconds after which another process attempts a delivery whose process died. */
const CLAIM_SECONDS = 5;
/** Seconds after which the claim of an attempt that still runs is renewed. Most attempts end earlier. */
const RENEWAL_SECONDS = 0.5;
/**
 * Seconds without a renewal after which a claim takes no connection of its endpoint any more. Its process has probably
 * died, and new events should not wait until that is certain.
 */
const DOUBTFUL_SECONDS = 1.5;

/** The most attempts of this process at one time. */
const MOST_ATTEMPTS = 256;

/** A claimed delivery with its endpoint. */
interface ClaimedDelivery {
  readonly webhook: Webhook;
  readonly delivery: Delivery;
}

type Counted = 'delivered' | 'failed';

export interface DeliverNeeds extends ListeningWorld {
  readonly countAttempt: (result: Counted) => void;
}

export interface EventDelivery {
  /**
   * Gives new events their places, and begins the attempts that are due. Does not wait for them. `ended` is called
   * whenever one has ended.
   */
  readonly begin: (ended: () => void) => Promise<void>;
  /** Renews the claims of the attempts that run. Call this twice a second, so that no other process makes them, too. */
  readonly renew: () => Promise<void>;
  /** Waits until the attempts that run have ended. */
  readonly settled: () => Promise<void>;
}

/** Sends events to endpoints. Safe to run in every process at once: each attempt is claimed by one of them. */
export const deliverEvents = (needs: DeliverNeeds): EventDelivery => {
  const { clock, transact, webhookViews, webhookSecrets, random, sendWebhook, countAttempt } = needs;
  const number = numberEvents(needs);
  /** The attempts that run, with the moment of their last claim. */
  const running = new Map<Promise<void>, { readonly id: number; claimedAt: Instant }>();

  /** The most attempts that may still begin now. */
  const room = (): number => MOST_ATTEMPTS - running.size;

  const claim = async (id: WebhookId): Promise<readonly ClaimedDelivery[]> =>
    transact(async ({ webhooks, deliveries }) => {
      const webhook = await webhooks.lock(id);
      if (!webhook) return [];
      const now = clock();
      // Nobody vouches for a stranger, so a sandbox sends no flood for one.
      const left = (await webhooks.isOfSandbox(webhook.owner))
        ? MOST_SANDBOX_ATTEMPTS - (await deliveries.attemptsSince(webhook.owner, hoursAfter(now, -1), now))
        : MOST_ATTEMPTS;
      const claimed = await deliveries.claim(
        id,
        { perEndpoint: mostAtOnce(webhook), inAll: Math.min(room(), left) },
        {
          now,
          until: secondsAfter(now, CLAIM_SECONDS),
          doubtfulUntil: secondsAfter(now, CLAIM_SECONDS - DOUBTFUL_SECONDS),
        },
      );
      return claimed.map((delivery) => ({ webhook, delivery }));
    });

  /** The secrets that sign, the newest first. Undefined if the newest cannot be read. */
  const secretsOf = ({ secret, oldSecret, owner }: Webhook): readonly string[] | undefined => {
    const newest = webhookSecrets.open(secret, owner);
    if (newest === undefined) return undefined;
    const old = oldSecret && oldSecret.until > clock() ? webhookSecrets.open(oldSecret.sealed, owner) : undefined;
    return old === undefined ? [newest] : [newest, old];
  };

  const attempt = async ({ webhook, delivery }: ClaimedDelivery): Promise<void> => {
    const secrets = secretsOf(webhook);
    if (!secrets) return transact((stores) => disableWebhook(stores, webhook.id, 'secret', clock()));
    const { url } = webhook;
    const { eventId, body } = delivery;
    const answer = await sendWebhook({ url, secrets, eventId, body, at: clock() });
    countAttempt(await settle(delivery, answer));
  };

  const settle = async (delivery: Delivery, answer: WebhookAnswer | undefined): Promise<Counted> =>
    transact(async (stores) => {
      const webhook = await stores.webhooks.lock(delivery.webhookId);
      const now = clock();
      if (!webhook) return answer === undefined ? 'failed' : 'delivered';
      const verdict = judgeAttempt(webhook, delivery, answer, random, now);
      if (await stores.deliveries.settle(delivery, verdict.outcome, verdict.next)) {
        if (verdict.webhook !== webhook) await stores.webhooks.save(verdict.webhook);
        if (verdict.disables) await disableWebhook(stores, webhook.id, verdict.disables, now);
      }
      return verdict.outcome.failed ? 'failed' : 'delivered';
    });

  const renew = async (): Promise<void> => {
    const now = clock();
    const held = [...running.values()].filter(({ claimedAt }) => now >= secondsAfter(claimedAt, RENEWAL_SECONDS));
    if (held.length === 0) return;
    const ids = held.map(({ id }) => id);
    await transact(({ deliveries }) => deliveries.renew(ids, now, secondsAfter(now, CLAIM_SECONDS)));
    for (const attempt of held) attempt.claimedAt = now;
  };

  const begin = (claimed: ClaimedDelivery, ended: () => void): void => {
    const task: Promise<void> = attempt(claimed)
      // The claim lapses, and the delivery is attempted again.
      .catch(() => undefined)
      .then(() => {
        running.delete(task);
        ended();
      });
    running.set(task, { id: claimed.delivery.id, claimedAt: clock() });
  };

  return {
    async begin(ended) {
      await number();
      for (const id of await webhookViews.due(clock())) {
        if (room() <= 0) return;
        for (const claimed of await claim(id)) begin(claimed, ended);
      }
    },
    renew,
    async settled() {
      while (running.size > 0) await Promise.all(running.keys());
    },
  };
};
