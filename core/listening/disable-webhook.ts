import { tellOwners } from '../companies/tell-owners.ts';
import type { AgentId, OperatorId, WebhookId } from '../kernel/ids.ts';
import type { Instant } from '../kernel/time.ts';
import type { WebhookDisabledMail } from '../platform/mailer.ts';
import { logWebhook, shownAddress } from './keep-webhooks.ts';
import { type DisabledReason, type Webhook, disabled } from './webhook.ts';
import type { ListeningStores, ListeningWorld } from './world.ts';

/** Disables an endpoint, gives up what is open, and mails its owner. Does nothing if it is disabled already. */
export async function disableWebhook(
  stores: ListeningStores,
  id: WebhookId,
  reason: Exclude<DisabledReason, 'you'>,
  now: Instant,
): Promise<void> {
  const before = await stores.webhooks.lock(id);
  if (before?.status !== 'ACTIVE') return;
  const after = disabled(before, reason, now);
  await stores.webhooks.save(after);
  await stores.deliveries.giveUpAll(id);
  const service = { owner: before.owner, actor: { role: 'SYSTEM' } } as const;
  await logWebhook(stores, 'WEBHOOK_DISABLED', service, { before, after }, now);
  await mailOwner(stores, after, reason, now);
}

async function mailOwner(
  stores: ListeningStores,
  { owner, url }: Webhook,
  reason: WebhookDisabledMail['reason'],
  now: Instant,
): Promise<void> {
  const mail = { kind: 'webhook-disabled', address: shownAddress(url), reason } as const;
  if (owner.kind === 'OPERATOR') return tellOwners(stores, owner.id as OperatorId, (to) => ({ ...mail, ...to }), now);
  if (owner.kind === 'AGENT') return mailAgent(stores, owner.id as AgentId, mail, now);
  const administrators = await stores.users.administrators();
  await stores.mailQueue.post(
    administrators.map(({ email, fullName }) => ({ ...mail, to: email, name: fullName })),
    now,
  );
}

async function mailAgent(
  { agents, mailQueue }: ListeningStores,
  id: AgentId,
  mail: Omit<WebhookDisabledMail, 'to' | 'name'>,
  now: Instant,
): Promise<void> {
  const agent = await agents.lock(id);
  if (agent && !agent.isTest) await mailQueue.post([{ ...mail, to: agent.contactEmail, name: agent.name }], now);
}

export type DisableUnreadable = ReturnType<typeof disableUnreadable>;

/** Disables endpoints whose secret was encrypted with another APP_SECRET. Returns their number. */
export const disableUnreadable =
  ({ clock, transact, webhookViews, webhookSecrets }: ListeningWorld) =>
  async (): Promise<number> => {
    const unreadable = await webhookViews.sealedOtherwise(webhookSecrets.mark);
    for (const id of unreadable) await transact((stores) => disableWebhook(stores, id, 'secret', clock()));
    return unreadable.length;
  };
