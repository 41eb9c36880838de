import type { OperatorId, WebhookId } from '../kernel/ids.ts';
import { type Fault, invalid } from '../kernel/refusal.ts';
import { type Actor, changesBetween } from '../platform/trail.ts';
import { type Instant, laterOf } from '../kernel/time.ts';
import { keptEventsSince } from './delivery.ts';
import { ALL_TYPES, type ChosenType, isChosenType } from './event-types.ts';
import type { Owner } from './owner.ts';
import { secretUnreadable, tooManyWebhooks, webhookUnknown } from './refusals.ts';
import {
  MOST_SANDBOX_WEBHOOKS,
  MOST_WEBHOOKS,
  type Webhook,
  type WebhookStatus,
  disabled,
  heardTypes,
  typesOf,
  woken,
} from './webhook.ts';
import type { ListeningStores, ListeningWorld } from './world.ts';

/** Somebody who acts for the owner of endpoints. */
export interface ActingOwner {
  readonly owner: Owner;
  readonly actor: Actor;
}

export interface GivenWebhook {
  readonly url: string;
  readonly events: readonly string[];
  readonly description: string;
}

export type ChangedWebhook = Partial<GivenWebhook> & { readonly status?: WebhookStatus };

/** An endpoint with the secret that was just made. It cannot be read again. */
export interface WithSecret {
  readonly webhook: Webhook;
  readonly secret: string;
}

export type AddWebhook = ReturnType<typeof addWebhook>;

/** Adds an endpoint, which hears events from now on. An owner has at most 10, an agent of a sandbox 2. */
export const addWebhook =
  ({ clock, transact, judgeAddress, webhookSecrets }: ListeningWorld) =>
  async ({ owner, actor }: ActingOwner, given: GivenWebhook): Promise<WithSecret> => {
    await refuseUnfit(given, judgeAddress);
    const secret = webhookSecrets.make();
    return transact(async (stores) => {
      await stores.webhooks.lockOwner(owner);
      const most = (await stores.webhooks.isOfSandbox(owner)) ? MOST_SANDBOX_WEBHOOKS : MOST_WEBHOOKS;
      if ((await stores.webhooks.count(owner)) >= most) throw tooManyWebhooks(most);
      const now = clock();
      const webhook = {
        owner,
        url: given.url,
        description: given.description,
        types: heardTypes([], given.events as readonly ChosenType[], now),
        status: 'ACTIVE' as const,
        disabledBecause: null,
        activeSince: now,
        disabledAt: null,
        lastSuccessAt: null,
        failingSince: null,
        secret: webhookSecrets.seal(secret, owner),
        oldSecret: null,
        createdAt: now,
      };
      const added = { ...webhook, id: await stores.webhooks.add(webhook) };
      await logWebhook(stores, 'WEBHOOK_ADDED', { owner, actor }, { after: added }, now);
      return { webhook: added, secret };
    });
  };

export type ChangeWebhook = ReturnType<typeof changeWebhook>;

/** `missed` counts the events that happened while the endpoint was disabled; undefined unless it was woken. */
export interface ChangedResult {
  readonly webhook: Webhook;
  readonly missed: number | undefined;
}

/** Changes an endpoint, disables it, or wakes it. Types that it did not hear before are heard from now on. */
export const changeWebhook =
  ({ clock, transact, judgeAddress, webhookSecrets }: ListeningWorld) =>
  async ({ owner, actor }: ActingOwner, id: WebhookId, wanted: ChangedWebhook): Promise<ChangedResult> => {
    await refuseUnfit(wanted, judgeAddress);
    return transact(async (stores) => {
      const before = await stores.webhooks.lockOwned(id, owner);
      if (!before) throw webhookUnknown();
      const now = clock();
      const isWoken = wanted.status === 'ACTIVE' && before.status === 'DISABLED';
      const isStopped = wanted.status === 'DISABLED' && before.status === 'ACTIVE';
      if (isWoken && webhookSecrets.open(before.secret, owner) === undefined) throw secretUnreadable();
      const changed = withChanges(before, wanted, now);
      const webhook = isWoken ? woken(changed, now) : isStopped ? disabled(changed, 'you', now) : changed;
      await stores.webhooks.save(webhook);
      if (isStopped) await stores.deliveries.giveUpAll(id);
      const by = { owner, actor };
      const kind = isStopped ? 'WEBHOOK_DISABLED' : 'WEBHOOK_CHANGED';
      await logWebhook(stores, kind, by, { before, after: webhook }, now);
      return { webhook, missed: isWoken ? await missedBy(stores, before, now) : undefined };
    });
  };

const withChanges = (before: Webhook, { url, events, description }: ChangedWebhook, now: Instant): Webhook => ({
  ...before,
  ...(url !== undefined && { url }),
  ...(description !== undefined && { description }),
  ...(events && { types: heardTypes(before.types, events as readonly ChosenType[], now) }),
});

const missedBy = async ({ eventFeed }: ListeningStores, before: Webhook, now: Instant): Promise<number> =>
  before.disabledAt === null
    ? 0
    : eventFeed.count(
        { owner: before.owner, types: typesOf(before) },
        { start: laterOf(before.disabledAt, keptEventsSince(now)), end: now },
      );

async function refuseUnfit(
  { url, events }: Partial<GivenWebhook>,
  judgeAddress: ListeningWorld['judgeAddress'],
): Promise<void> {
  const faults: Fault[] = [];
  if (url !== undefined) {
    const fault = await judgeAddress(url);
    if (fault !== undefined) faults.push({ field: 'url', message: fault });
  }
  if (events && !areFit(events))
    faults.push({ field: 'events', message: 'must be types of events, at least one, or "*" alone' });
  const [first] = faults;
  if (first) throw invalid(`${first.field} ${first.message}.`, ...faults);
}

const areFit = (events: readonly string[]): boolean =>
  events.length > 0 && (events.every(isChosenType) || (events.length === 1 && events[0] === ALL_TYPES));

export type RemoveWebhook = ReturnType<typeof removeWebhook>;

/** Deletes an endpoint with its deliveries. */
export const removeWebhook =
  ({ clock, transact }: ListeningWorld) =>
  async (by: ActingOwner, id: WebhookId): Promise<void> =>
    transact(async (stores) => {
      const before = await stores.webhooks.lockOwned(id, by.owner);
      if (!before) throw webhookUnknown();
      await stores.webhooks.remove(id);
      await logWebhook(stores, 'WEBHOOK_DELETED', by, { before }, clock());
    });

type WebhookAct = 'WEBHOOK_ADDED' | 'WEBHOOK_CHANGED' | 'WEBHOOK_ROTATED' | 'WEBHOOK_DISABLED' | 'WEBHOOK_DELETED';

const SAID: Readonly<Record<WebhookAct, string>> = {
  WEBHOOK_ADDED: 'Added the webhook to',
  WEBHOOK_CHANGED: 'Changed the webhook to',
  WEBHOOK_ROTATED: 'Made a new secret for the webhook to',
  WEBHOOK_DISABLED: 'Disabled the webhook to',
  WEBHOOK_DELETED: 'Deleted the webhook to',
};

/** Logs an action on an endpoint. The log holds neither its secret nor the query of its address. */
export async function logWebhook(
  { trail }: Pick<ListeningStores, 'trail'>,
  kind: WebhookAct,
  { owner, actor }: ActingOwner,
  { before, after }: { readonly before?: Webhook; readonly after?: Webhook },
  now: Instant,
): Promise<void> {
  const webhook = after ?? before;
  if (!webhook) return;
  const changes = before && after ? changesBetween(logged(before), logged(after)) : {};
  if (kind === 'WEBHOOK_CHANGED' && Object.keys(changes).length === 0) return;
  await trail.add(
    {
      kind,
      actor,
      operatorId: owner.kind === 'OPERATOR' ? (owner.id as OperatorId) : null,
      subject: { type: 'webhook', id: webhook.id },
      changes,
      description: `${SAID[kind]} ${shownAddress(webhook.url)}.`,
    },
    now,
  );
}

const logged = ({ url, description, types, status, disabledBecause }: Webhook) => ({
  url: shownAddress(url),
  description,
  events: types.map(([type]) => type),
  status,
  disabled_because: disabledBecause,
});

/** An address without its query, which may hold a key. */
export const shownAddress = (url: string): string => url.replace(/\?.*$/, '');
