/** The parts of the AsyncAPI document that the types of the MQTT messages are made from. */
export interface AsyncDocument {
  readonly channels: Readonly<Record<string, Channel>>;
  readonly components: {
    readonly messages: Readonly<Record<string, { readonly payload: Reference }>>;
    readonly schemas: Readonly<Record<string, unknown>>;
  };
}

interface Reference {
  readonly $ref: string;
}

interface Channel {
  /** The topic under the instance's prefix. Null for webhooks. */
  readonly address: string | null;
  readonly messages: Readonly<Record<string, Reference>>;
}

const nameOf = ({ $ref }: Reference): string => $ref.slice($ref.lastIndexOf('/') + 1);

const schemasOf = ({ messages }: Channel, { components }: AsyncDocument): readonly string[] =>
  Object.values(messages).map((message) => nameOf(components.messages[nameOf(message)]?.payload ?? message));

const topicsOf = ({ channels }: AsyncDocument): readonly (Channel & { readonly address: string })[] =>
  Object.values(channels).filter((channel): channel is Channel & { address: string } => channel.address !== null);

/** An OpenAPI document with the schemas of the MQTT messages alone, for the generator of types. */
export function messagesDocument(document: AsyncDocument): object {
  const names = topicsOf(document).flatMap((channel) => schemasOf(channel, document));
  const schemas = Object.fromEntries(names.map((name) => [name, document.components.schemas[name]]));
  return { openapi: '3.1.0', info: { title: 'MQTT messages', version: '1' }, paths: {}, components: { schemas } };
}

/** Prints the type of all messages by the topic behind the instance's prefix. */
export function printTopics(document: AsyncDocument): string {
  const lines = topicsOf(document).map((channel) => {
    const topic = channel.address.replace(/^[^/]+\//, '').replace(/\{\w+\}/, '{id}');
    return `    readonly '${topic}': ${schemasOf(channel, document).join(' | ')};\n`;
  });
  return `
/** The MQTT messages, parsed from JSON, by the topic behind the instance's prefix. */
export interface TopicMessages {
${lines.join('')}}
`;
}
