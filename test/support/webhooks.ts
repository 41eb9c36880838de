import type { WebhookId } from '../../core/kernel/ids.ts';
import type { Owner } from '../../core/listening/owner.ts';
import { START } from './clock.ts';
import type { Engine } from './engines.ts';

/** Adds an endpoint that hears everything. Nothing is sent to it. */
export const aWebhook = ({ transact, webhookSecrets }: Pick<Engine, 'transact' | 'webhookSecrets'>, owner: Owner) =>
  transact(({ webhooks }) =>
    webhooks.add({
      owner,
      url: 'https://example.com/hook',
      description: '',
      types: [['*', START]],
      status: 'ACTIVE',
      disabledBecause: null,
      activeSince: START,
      disabledAt: null,
      lastSuccessAt: null,
      failingSince: null,
      secret: webhookSecrets.seal(webhookSecrets.make(), owner),
      oldSecret: null,
      createdAt: START,
    }),
  );

/** Adds a delivery of a test to an endpoint, and returns its id. */
export async function aDelivery({ transact }: Pick<Engine, 'transact'>, webhookId: WebhookId): Promise<number> {
  const body = '{"type":"webhook.test","timestamp":"2026-11-20T04:15:00.000Z","data":{"webhook_id":1}}';
  const test = { webhookId, eventId: 'evt_1', type: 'webhook.test', kind: 'TEST', body } as const;
  const [id] = await transact(({ deliveries }) => deliveries.add([test], START));
  return id as number;
}
