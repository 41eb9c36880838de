import { Ajv, type ValidateFunction } from 'ajv';
import { asyncDocument } from '../../app/api-document.ts';
import { MQTT_CHANNELS } from '../../adapters/mqtt/channels.ts';

/*
 * Holds messages against the AsyncAPI document: each must belong to exactly one channel, and fit one of its messages
 * with no key that the document does not have.
 */

/** Any JSON value. The document has the known shape. */
type Json = ReturnType<typeof JSON.parse>;

/** The schema with unknown keys forbidden, in itself and in everything inside it. */
function closed(schema: Json): Json {
  if (Array.isArray(schema)) return schema.map(closed);
  if (typeof schema !== 'object' || schema === null) return schema;
  const inner = Object.fromEntries(Object.entries(schema).map(([key, value]) => [key, closed(value)]));
  return 'properties' in schema && typeof schema.properties === 'object' && schema.type === 'object'
    ? { ...inner, additionalProperties: false }
    : inner;
}

interface Described {
  readonly name: string;
  /** Undefined for the channel of webhooks, which has no topic. */
  readonly topic: RegExp | undefined;
  readonly fits: readonly ValidateFunction[];
}

let described: readonly Described[] | undefined;

function channels(): readonly Described[] {
  const printed: Json = JSON.parse(JSON.stringify(asyncDocument()));
  const ajv = new Ajv({ strict: false, validateFormats: false });
  ajv.addSchema({ $id: 'document', components: { schemas: closed(printed.components.schemas) } });
  const compiled = ({ $ref }: Json): ValidateFunction => {
    const { payload } = printed.components.messages[$ref.split('/').at(-1)];
    return ajv.compile({ $ref: `document${payload.$ref}` });
  };
  return Object.entries<Json>(printed.channels).map(([name, { address, messages }]) => {
    const channel = MQTT_CHANNELS.find((one) => one.name === name);
    const topic = address === null ? undefined : new RegExp(`^${channel?.topic.replace(/\{\w+\}/g, '[0-9]+')}$`);
    return { name, topic, fits: Object.values<Json>(messages).map(compiled) };
  });
}

/** Throws unless the AsyncAPI document describes an MQTT message. `topic` is below the prefix. */
export function expectDescribed(topic: string, payload: string): void {
  const found = (described ??= channels()).filter((channel) => channel.topic?.test(topic));
  if (found.length !== 1) throw new Error(`${found.length} channels of the AsyncAPI document have the topic ${topic}.`);
  refuseUnfit(found[0] as Described, payload);
}

/** Throws unless the AsyncAPI document describes a webhook's body. */
export function expectDescribedWebhook(body: string): void {
  const webhooks = (described ??= channels()).find(({ topic }) => topic === undefined);
  refuseUnfit(webhooks as Described, body);
  if (Buffer.byteLength(body) >= 20_000) throw new Error(`A webhook has ${Buffer.byteLength(body)} bytes.`);
}

function refuseUnfit({ name, fits }: Described, text: string): void {
  const message: unknown = JSON.parse(text);
  const fitting = fits.filter((fit) => fit(message));
  if (fitting.length !== 1)
    throw new Error(`${fitting.length} messages of the channel ${name} of the AsyncAPI document describe ${text}.`);
}
