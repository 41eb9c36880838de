import { type Static, Type } from '@sinclair/typebox';
import { type Delivery, DELIVERY_STATUSES } from '../../../core/listening/delivery.ts';
import { CHOSEN_TYPES, EVENT_TYPES } from '../../../core/listening/event-types.ts';
import { type Webhook, DISABLED_REASONS, WEBHOOK_STATUSES } from '../../../core/listening/webhook.ts';
import { creationMoment, isoOrNull, item, moment, nullable, sized } from '../route/fields.ts';
import { toIso } from '../../../core/kernel/time.ts';

const LONGEST_URL = 500;
const LONGEST_DESCRIPTION = 200;

/** The fields of a webhook in requests. */
export const givenWebhook = {
  url: sized(
    { max: LONGEST_URL },
    {
      description:
        'Is the address to which events are sent: https, with a host on the public internet, and port 443 or one from 1024 on.',
      examples: ['https://example.com/hook'],
    },
  ),
  events: Type.Array(item({ examples: ['booking.confirmed'], shown: { enum: ['*', ...CHOSEN_TYPES] } }), {
    description: 'Lists the types of events, at least one; or `*` alone for all types, those to come too.',
    examples: [['booking.confirmed', 'booking.cancelled']],
  }),
};

export const givenDescription = sized(
  { min: 0, max: LONGEST_DESCRIPTION },
  { description: 'Is a note for people, such as the program behind the address.', examples: ['Accounting'] },
);

const webhookFields = {
  id: Type.Integer({ examples: [1] }),
  url: Type.String({ description: 'Is the address to which events are sent.', examples: ['https://example.com/hook'] }),
  events: Type.Array(Type.String({ enum: ['*', ...CHOSEN_TYPES] }), {
    description: 'Lists the types of events that are sent, or `*` for all types, those to come too.',
    examples: [['booking.confirmed', 'booking.cancelled']],
  }),
  description: Type.String({ examples: ['Accounting'] }),
  status: Type.String({ enum: [...WEBHOOK_STATUSES], examples: ['ACTIVE'] }),
  disabled_because: nullable(
    Type.String({
      enum: [...DISABLED_REASONS],
      description:
        'Tells why a webhook is DISABLED; null while it is ACTIVE. With `failing`, its attempts failed for 72 hours. With `gone`, it answered 410. With `secret`, its secret cannot be read. With `you`, somebody switched it off.',
      examples: [null],
    }),
  ),
  last_success_at: nullable(moment({ description: 'Tells when a delivery last succeeded; null before.' })),
  failing_since: nullable(
    moment({ description: 'Tells when the first attempt since the last success failed; null without one.' }),
  ),
  created_at: creationMoment(),
};

export const webhookResponse = Type.Object(webhookFields, { title: 'Webhook' });

export const webhookWithSecret = Type.Object(
  {
    ...webhookFields,
    secret: Type.String({
      description: 'Is the secret that signs events: `whsec_` and a key in base64. It is shown this once.',
      examples: ['whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSwMfKQ9r8GKYo='],
    }),
  },
  { title: 'WebhookWithSecret' },
);

export const changedWebhook = Type.Object(
  {
    ...webhookFields,
    missed: Type.Optional(
      Type.Integer({
        description:
          'Counts the events that happened while the webhook was disabled. A replay brings them. It is present only when this change has woken the webhook.',
        examples: [3],
      }),
    ),
  },
  { title: 'ChangedWebhook' },
);

export const toWebhookResponse = (webhook: Webhook): Static<typeof webhookResponse> => ({
  id: webhook.id,
  url: webhook.url,
  events: webhook.types.map(([type]) => type),
  description: webhook.description,
  status: webhook.status,
  disabled_because: webhook.disabledBecause,
  last_success_at: isoOrNull(webhook.lastSuccessAt),
  failing_since: isoOrNull(webhook.failingSince),
  created_at: toIso(webhook.createdAt),
});

const deliveryFields = {
  id: Type.Integer({ examples: [12] }),
  event_id: Type.String({
    description: 'Identifies the event; it is sent as `webhook-id`.',
    examples: ['evt_0b0e4d195c7a4c0a91d2a7f4c2a077d1'],
  }),
  type: Type.String({ enum: [...EVENT_TYPES], examples: ['booking.confirmed'] }),
  status: Type.String({ enum: [...DELIVERY_STATUSES], examples: ['DELIVERED'] }),
  attempts: Type.Integer({ description: 'Counts the attempts so far.', examples: [1] }),
  response_status: nullable(
    Type.Integer({ description: 'Gives the HTTP status of the last answer; null without one.', examples: [200] }),
  ),
  error: nullable(
    Type.String({
      enum: ['unreachable'],
      description:
        'Tells why the last attempt got no answer: the address or the connection was refused, the certificate was bad, or time ran out; null otherwise.',
      examples: [null],
    }),
  ),
  at: nullable(moment({ description: 'Tells when the last attempt was made; null before the first one.' })),
  next_attempt_at: nullable(moment({ description: 'Tells when the next attempt is made; null if there is none.' })),
};

export const deliveryResponse = Type.Object(deliveryFields, { title: 'Delivery' });

export const deliveryWithEvent = Type.Object(
  {
    ...deliveryFields,
    event: Type.Object(
      {
        type: Type.String({ enum: [...EVENT_TYPES] }),
        timestamp: moment(),
        data: Type.Object({}, { additionalProperties: true, description: 'Gives the data of the event, by its type.' }),
      },
      { title: 'SentEvent', description: 'Shows the body as it was sent.' },
    ),
  },
  { title: 'DeliveryWithEvent' },
);

export const toDelivery = (delivery: Delivery): Static<typeof deliveryResponse> => ({
  id: delivery.id,
  event_id: delivery.eventId,
  type: delivery.type,
  status: delivery.status,
  attempts: delivery.attempts,
  response_status: delivery.responseStatus,
  error: delivery.failed && delivery.responseStatus === null ? 'unreachable' : null,
  at: isoOrNull(delivery.lastAttemptAt),
  next_attempt_at: isoOrNull(delivery.nextAttemptAt),
});

export const toDeliveryWithEvent = (delivery: Delivery): Static<typeof deliveryWithEvent> => ({
  ...toDelivery(delivery),
  event: JSON.parse(delivery.body) as Static<typeof deliveryWithEvent>['event'],
});
