import { Type } from '@sinclair/typebox';
import type { WebhookId } from '../../../core/kernel/ids.ts';
import { type Instant, parseMoment } from '../../../core/kernel/time.ts';
import type { RedeliverEvent, Replay, ReplayEvents, TestWebhook } from '../../../core/listening/ask-for-deliveries.ts';
import type { AddWebhook, ChangeWebhook, RemoveWebhook } from '../../../core/listening/keep-webhooks.ts';
import {
  deliveryUnknown,
  replayRunning,
  secretUnreadable,
  tooManyTests,
  tooManyWebhooks,
  webhookDisabled,
  webhookUnknown,
} from '../../../core/listening/refusals.ts';
import type { RotateSecret } from '../../../core/listening/rotate-secret.ts';
import { WEBHOOK_STATUSES } from '../../../core/listening/webhook.ts';
import type { ListeningWorld } from '../../../core/listening/world.ts';
import type { Access, CallerOf } from '../route/access.ts';
import { choice, id, isoOrNull, moment, nullable, wantedMoment } from '../route/fields.ts';
import { type ListNeeds, listRoute } from '../route/list-route.ts';
import { type Route, route } from '../route/route.ts';
import type { ListeningBase } from './listening-base.ts';
import {
  changedWebhook,
  deliveryResponse,
  deliveryWithEvent,
  givenDescription,
  givenWebhook,
  toDelivery,
  toDeliveryWithEvent,
  toWebhookResponse,
  webhookResponse,
  webhookWithSecret,
} from './webhook.ts';

export interface WebhookUses extends ListNeeds, Pick<ListeningWorld, 'webhookViews'> {
  readonly addWebhook: AddWebhook;
  readonly changeWebhook: ChangeWebhook;
  readonly removeWebhook: RemoveWebhook;
  readonly rotateSecret: RotateSecret;
  readonly testWebhook: TestWebhook;
  readonly redeliverEvent: RedeliverEvent;
  readonly replayEvents: ReplayEvents;
}

const webhookId = id<WebhookId>({ description: 'Identifies the webhook.' });
const webhookPath = Type.Object({ id: webhookId });
const deliveryPath = Type.Object({ id: webhookId, delivery: id({ description: 'Identifies the delivery.' }) });

/** The routes of endpoints and their deliveries, for one kind of owner. */
export function webhookRoutes<Allowed extends Access>(
  uses: WebhookUses,
  { base, name, whose, access, actingFor }: ListeningBase<Allowed>,
): readonly Route[] {
  const { webhookViews, cursors, calendar } = uses;
  const path = `${base}/webhooks`;
  const one = `${path}/:id`;
  const find = async (caller: CallerOf<Allowed>, webhook: WebhookId) => {
    const found = await webhookViews.find(webhook, actingFor(caller).owner);
    if (!found) throw webhookUnknown();
    return found;
  };
  const exists = ({ caller, params }: { readonly caller: CallerOf<Allowed>; readonly params: { id: WebhookId } }) =>
    find(caller, params.id);
  const findDelivery = async (webhook: WebhookId, delivery: number) => {
    const found = await webhookViews.delivery(webhook, delivery);
    if (!found) throw deliveryUnknown();
    return found;
  };

  return [
    listRoute(
      { cursors, calendar },
      {
        path,
        operationId: `list${name}Webhooks`,
        summary: `List the webhooks of ${whose}`,
        description: 'Lists the addresses to which events are sent, newest first. Their secrets are not shown.',
        returns: 'Lists the webhooks, newest first, page by page.',
        access,
        filters: {},
        item: webhookResponse,
        list: ({ caller }, page) => webhookViews.list(actingFor(caller).owner, page),
        toItem: toWebhookResponse,
      },
    ),

    route({
      method: 'post',
      path,
      operationId: `add${name}Webhook`,
      summary: `Add a webhook of ${whose}`,
      description:
        'Adds an address to which events are sent from now on, signed as Standard Webhooks 1.0 says. ' +
        'The secret is shown this once. There may be 10 webhooks; an agent that `POST /sandbox/agents` made may have 2.',
      returns: 'Shows the new webhook with its secret.',
      access,
      secret: true,
      body: Type.Object({ ...givenWebhook, description: Type.Optional(givenDescription) }),
      status: 201,
      response: webhookWithSecret,
      refuses: [tooManyWebhooks],
      handle: async ({ caller, body }) => {
        const { webhook, secret } = await uses.addWebhook(actingFor(caller), { description: '', ...body });
        return { ...toWebhookResponse(webhook), secret };
      },
    }),

    route({
      method: 'patch',
      path: one,
      operationId: `change${name}Webhook`,
      summary: `Change, switch off or wake a webhook of ${whose}`,
      description:
        'Changes a webhook. Types that it did not hear before are sent from now on. Status DISABLED gives up what is ' +
        'still to be sent; ACTIVE wakes the webhook and says how many events it has missed.',
      returns: 'Shows the webhook as it is now.',
      access,
      params: webhookPath,
      exists,
      body: Type.Partial(
        Type.Object({
          ...givenWebhook,
          description: givenDescription,
          status: choice(WEBHOOK_STATUSES, { examples: ['ACTIVE'] }),
        }),
      ),
      status: 200,
      response: changedWebhook,
      refuses: [webhookUnknown, secretUnreadable],
      handle: async ({ caller, params, body }) => {
        const { webhook, missed } = await uses.changeWebhook(actingFor(caller), params.id, body);
        return { ...toWebhookResponse(webhook), ...(missed !== undefined && { missed }) };
      },
    }),

    route({
      method: 'delete',
      path: one,
      operationId: `delete${name}Webhook`,
      summary: `Delete a webhook of ${whose}`,
      description: 'Deletes a webhook with the list of its deliveries. Nothing is sent to it any more.',
      returns: 'The webhook is deleted.',
      access,
      params: webhookPath,
      exists,
      status: 204,
      refuses: [webhookUnknown],
      handle: ({ caller, params }) => uses.removeWebhook(actingFor(caller), params.id),
    }),

    route({
      method: 'post',
      path: `${one}/rotate`,
      operationId: `rotate${name}WebhookSecret`,
      summary: `Make a new secret for a webhook of ${whose}`,
      description:
        'Makes a new secret. For 24 hours events are signed with the new secret and with the one before it, unless ' +
        '`at_once` ends that one now. The new secret is shown this once.',
      returns: 'Shows the webhook with its new secret.',
      access,
      secret: true,
      params: webhookPath,
      exists,
      body: Type.Object({
        at_once: Type.Optional(
          Type.Boolean({
            description:
              'Is true if the secret before this one ends now; false, the default, if it signs events for 24 more hours.',
          }),
        ),
      }),
      status: 200,
      response: webhookWithSecret,
      refuses: [webhookUnknown],
      handle: async ({ caller, params, body: { at_once: atOnce = false } }) => {
        const { webhook, secret } = await uses.rotateSecret(actingFor(caller), params.id, { atOnce });
        return { ...toWebhookResponse(webhook), secret };
      },
    }),

    route({
      method: 'post',
      path: `${one}/test`,
      operationId: `test${name}Webhook`,
      summary: `Send a test to a webhook of ${whose}`,
      description:
        'Sends an event of the type webhook.test once, also to a disabled webhook. It changes nothing else. ' +
        'There may be 5 tests a minute.',
      returns: 'Gives the id of the delivery, in which the outcome can be read.',
      access,
      idempotent: true,
      params: webhookPath,
      exists,
      status: 202,
      response: Type.Object({ delivery_id: Type.Integer({ examples: [12] }) }),
      refuses: [webhookUnknown, tooManyTests],
      handle: ({ caller, params, once }) =>
        once(
          (delivery: number) => ({ delivery_id: delivery }),
          (keep) => uses.testWebhook(actingFor(caller).owner, params.id, keep),
        ),
    }),

    listRoute(
      { cursors, calendar },
      {
        path: `${one}/deliveries`,
        operationId: `list${name}WebhookDeliveries`,
        summary: `List what was sent to a webhook of ${whose}`,
        description: 'Lists the deliveries of the last 30 days to a webhook, newest first.',
        returns: 'Lists the deliveries, newest first, page by page.',
        access,
        params: webhookPath,
        exists,
        refuses: [webhookUnknown],
        filters: {},
        item: deliveryResponse,
        list: ({ params }, page) => webhookViews.deliveries(params.id, page),
        toItem: toDelivery,
      },
    ),

    route({
      method: 'get',
      path: `${one}/deliveries/:delivery`,
      operationId: `view${name}WebhookDelivery`,
      summary: `See one delivery to a webhook of ${whose}`,
      description: 'Shows a delivery with the event as it was sent.',
      returns: 'Shows the delivery with its event.',
      access,
      params: deliveryPath,
      exists,
      status: 200,
      response: deliveryWithEvent,
      refuses: [webhookUnknown, deliveryUnknown],
      handle: async ({ params }) => toDeliveryWithEvent(await findDelivery(params.id, params.delivery)),
    }),

    route({
      method: 'post',
      path: `${one}/deliveries/:delivery/redeliver`,
      operationId: `redeliver${name}Event`,
      summary: `Send one event again to a webhook of ${whose}`,
      description:
        'Attempts a delivery again now, whatever became of it. If that fails, its pauses begin anew. The event keeps its id.',
      returns: 'Shows the delivery, which is PENDING now.',
      access,
      idempotent: true,
      params: deliveryPath,
      exists,
      status: 202,
      response: deliveryResponse,
      refuses: [webhookUnknown, deliveryUnknown, webhookDisabled],
      handle: ({ caller, params, once }) =>
        once(toDelivery, (keep) => uses.redeliverEvent(actingFor(caller).owner, params.id, params.delivery, keep)),
    }),

    route({
      method: 'post',
      path: `${one}/replay`,
      operationId: `replay${name}Events`,
      summary: `Send the events since a moment again to a webhook of ${whose}`,
      description:
        'Sends the events of the types of a webhook since a moment of the last 7 days again, oldest first and with ' +
        'their ids, also those from before the webhook was made. At most 10,000 are sent; the next replay goes on from `until`.',
      returns: 'Counts the deliveries, and tells when the last event happened.',
      access,
      idempotent: true,
      params: webhookPath,
      exists,
      body: Type.Object({
        since: wantedMoment({
          description:
            'Gives the moment from which on events are sent again: at most 7 days ago, and not in the future.',
          examples: ['2026-11-20T04:15:00.000Z'],
        }),
      }),
      status: 202,
      response: Type.Object({
        deliveries: Type.Integer({ examples: [12] }),
        until: nullable(
          moment({ description: 'Tells when the last event that is sent happened; null if there is none.' }),
        ),
      }),
      refuses: [webhookUnknown, webhookDisabled, replayRunning],
      handle: ({ caller, params, body: { since }, once }) =>
        once(
          ({ deliveries, until }: Replay) => ({ deliveries, until: isoOrNull(until) }),
          (keep) => uses.replayEvents(actingFor(caller).owner, params.id, parseMoment(since) as Instant, keep),
        ),
    }),
  ];
}
