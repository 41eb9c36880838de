import { type IClientOptions, type MqttClient, connectAsync } from 'mqtt';
import { eventually } from './eventually.ts';

export interface Message {
  readonly topic: string;
  // The message as parsed JSON. Each test checks its shape.
  readonly payload: ReturnType<typeof JSON.parse>;
}

/** A subscriber that keeps the messages it receives. */
export interface Listener {
  readonly client: MqttClient;
  readonly messages: Message[];
  /** Subscribes. Returns the granted quality of service; 128 means refused. */
  readonly subscribe: (...filters: readonly string[]) => Promise<readonly number[]>;
  /** Waits until `count` messages have arrived. */
  readonly heard: (count: number) => Promise<readonly Message[]>;
  readonly close: () => Promise<void>;
}

/** Connects once, and rejects if the connection is refused. */
export async function listenTo(url: string, options: IClientOptions = {}): Promise<Listener> {
  const client = await connectAsync(url, { reconnectPeriod: 0, connectTimeout: 3_000, ...options }, false);
  const messages: Message[] = [];
  client.on('message', (topic, payload) => {
    messages.push({ topic, payload: JSON.parse(payload.toString()) });
  });
  client.on('error', () => undefined);
  return {
    client,
    messages,
    subscribe: (...filters) =>
      new Promise((resolve, reject) => {
        client.subscribe(
          Object.fromEntries(filters.map((filter) => [filter, { qos: 1 }])),
          (error, _granted, answer) => {
            // If the broker refuses a filter, mqtt.js passes both an error and the broker's answer.
            if (answer) resolve(answer.granted as number[]);
            else reject(error ?? new Error('No answer to a subscription.'));
          },
        );
      }),
    heard: async (count) => {
      await eventually(() => messages.length >= count);
      return messages;
    },
    close: () => client.endAsync(true),
  };
}
