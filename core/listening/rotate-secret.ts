import type { WebhookId } from '../kernel/ids.ts';
import { hoursAfter } from '../kernel/time.ts';
import { type ActingOwner, type WithSecret, logWebhook } from './keep-webhooks.ts';
import { webhookUnknown } from './refusals.ts';
import { OLD_SECRET_HOURS } from './webhook.ts';
import type { ListeningWorld } from './world.ts';

export type RotateSecret = ReturnType<typeof rotateSecret>;

/**
 * Makes a new secret for an endpoint. The secret before it signs for another 24 hours, unless it ends `atOnce`. Older
 * secrets end now.
 */
export const rotateSecret =
  ({ clock, transact, webhookSecrets }: ListeningWorld) =>
  async (by: ActingOwner, id: WebhookId, { atOnce }: { readonly atOnce: boolean }): Promise<WithSecret> => {
    const secret = webhookSecrets.make();
    return transact(async (stores) => {
      const before = await stores.webhooks.lockOwned(id, by.owner);
      if (!before) throw webhookUnknown();
      const now = clock();
      const isKept = !atOnce && webhookSecrets.open(before.secret, by.owner) !== undefined;
      const webhook = {
        ...before,
        secret: webhookSecrets.seal(secret, by.owner),
        oldSecret: isKept ? { sealed: before.secret, until: hoursAfter(now, OLD_SECRET_HOURS) } : null,
      };
      await stores.webhooks.save(webhook);
      await logWebhook(stores, 'WEBHOOK_ROTATED', by, { before, after: webhook }, now);
      return { webhook, secret };
    });
  };
