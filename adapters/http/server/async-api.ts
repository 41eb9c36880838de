import type { TObject } from '@sinclair/typebox';
import { EVENT_OCCASIONS } from '../listening/event-data.ts';
import { EVENT_BODIES, titleOf } from '../listening/write-event.ts';
import { type Printed, printSchema } from '../route/openapi-schemas.ts';
import { EVENT_TYPES } from '../../../core/listening/event-types.ts';

/** A topic of the broker, as the document describes it. */
interface DescribedTopic {
  readonly name: string;
  /** The topic below the prefix, with its parameters in braces. */
  readonly topic: string;
  readonly description: string;
  readonly readers: string;
  readonly parameters: Readonly<Record<string, string>>;
  readonly messages: readonly { readonly name: string; readonly summary: string; readonly payload: TObject }[];
}

export interface AsyncSubject {
  readonly version: string;
  readonly baseUrl: string;
  /** The first part of every topic. */
  readonly topicPrefix: string;
  readonly topics: readonly DescribedTopic[];
}

const ABOUT = `Tells what happens, as it happens: over MQTT everybody who may read a topic, and by webhooks companies, agents and the platform.

Messages come at least once: drop ids that you know. Webhooks are signed as Standard Webhooks 1.0 says. Events that you missed can be asked for at \`/api/operator/events\`, \`/api/agent/events\` and \`/api/admin/events\`.`;

const MQTT = { mqtt: { qos: 1, retain: false, bindingVersion: '0.2.0' } };

const HEADERS: Printed = {
  type: 'object',
  required: ['webhook-id', 'webhook-timestamp', 'webhook-signature'],
  properties: {
    'webhook-id': { type: 'string', description: 'Identifies the event. Each attempt carries the same id.' },
    'webhook-timestamp': { type: 'string', description: 'Gives the moment of the attempt, in seconds since 1970.' },
    'webhook-signature': {
      type: 'string',
      description: 'Gives one or two signatures, separated by a space: `v1,` and base64 of an HMAC-SHA256.',
    },
  },
};

/** Prints the topics and the webhooks as an AsyncAPI 3.1 document, from the schemas of their messages. */
export function asyncApi({ version, baseUrl, topicPrefix, topics }: AsyncSubject): Printed {
  const schemas: Printed = {};
  const messages: Printed = {};
  const channels: Printed = {};
  const operations: Printed = {};
  const add = (name: string, message: Printed): Printed => {
    messages[name] = { name, ...message };
    return { $ref: `#/components/messages/${name}` };
  };

  for (const { name, topic, description, readers, parameters, messages: sent } of topics) {
    channels[name] = {
      address: `${topicPrefix}/${topic}`,
      description: `${description} ${readers}`,
      messages: Object.fromEntries(
        sent.map(({ name: title, summary, payload }) => [
          title,
          add(title, { summary, contentType: 'application/json', payload: printSchema(payload, schemas) }),
        ]),
      ),
      parameters: Object.fromEntries(
        Object.entries(parameters).map(([parameter, meaning]) => [parameter, { description: meaning }]),
      ),
    };
    operations[`send${upper(name)}`] = {
      action: 'send',
      channel: { $ref: `#/channels/${name}` },
      summary: description,
      bindings: MQTT,
    };
  }
  channels['webhooks'] = {
    address: null,
    description:
      'A company or the platform has set this address. Companies hear of what is theirs, the platform of everything.',
    messages: Object.fromEntries(
      EVENT_TYPES.map((type) => {
        const name = `${titleOf(type)}Webhook`;
        const body = printSchema(EVENT_BODIES[type], schemas);
        const told = {
          summary: EVENT_OCCASIONS[type],
          contentType: 'application/json',
          headers: HEADERS,
          payload: body,
        };
        return [name, add(name, told)];
      }),
    ),
  };
  operations['sendWebhooks'] = {
    action: 'send',
    channel: { $ref: '#/channels/webhooks' },
    summary: 'Events are posted to the addresses of their owners.',
    bindings: { http: { method: 'POST', bindingVersion: '0.3.0' } },
  };

  return {
    asyncapi: '3.1.0',
    id: 'urn:busticket:events',
    info: {
      title: 'Bus tickets: events',
      version,
      description: ABOUT,
      contact: { name: 'Support', url: `${baseUrl}/contact` },
      license: { name: 'MIT', url: 'https://opensource.org/license/mit' },
      tags: [
        {
          name: 'Events',
          description: 'Tells what happens to trips, seats, bookings, refunds and statements.',
        },
      ],
    },
    defaultContentType: 'application/json',
    channels,
    operations,
    components: { messages, schemas },
  };
}

const upper = (name: string): string => name.slice(0, 1).toUpperCase() + name.slice(1);
