import { type TObject, Type } from '@sinclair/typebox';
import { EVENT_TYPES } from '../../../core/listening/event-types.ts';
import { EVENT_OCCASIONS } from './event-data.ts';
import { EVENT_BODIES } from './write-event.ts';

/** A webhook as the OpenAPI document describes it. */
export interface DescribedWebhook {
  readonly name: string;
  readonly summary: string;
  readonly headers: TObject;
  readonly body: TObject;
}

const headers = Type.Object({
  'webhook-id': Type.String({
    description: 'Identifies the event. Each attempt carries the same id: drop ids that you know.',
    examples: ['evt_0b0e4d195c7a4c0a91d2a7f4c2a077d1'],
  }),
  'webhook-timestamp': Type.String({
    description: 'Gives the moment of the attempt, in seconds since 1970.',
    examples: ['1795148100'],
  }),
  'webhook-signature': Type.String({
    description:
      'Gives one or two signatures, separated by a space: `v1,` and base64 of the HMAC-SHA256 of id, timestamp and body, joined by dots.',
    examples: ['v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4='],
  }),
});

/** Every webhook, with its headers and its body. */
export const DESCRIBED_WEBHOOKS: readonly DescribedWebhook[] = EVENT_TYPES.map((type) => ({
  name: type,
  summary: EVENT_OCCASIONS[type],
  headers,
  body: EVENT_BODIES[type],
}));
