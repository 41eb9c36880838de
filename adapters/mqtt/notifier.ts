import type { IClientOptions, MqttClient } from 'mqtt';
import type { Notifier } from '../../core/platform/outbox.ts';

interface Options {
  /** The broker's URL: `mqtt://user:password@host`, or with mqtts, ws or wss. */
  readonly url: string;
  readonly topicPrefix: string;
  /**
   * Milliseconds that the broker may take to acknowledge a message. Shorter than the relay's lease, so that another
   * process can then send the message.
   */
  readonly timeoutMs?: number;
  /** Called when the connection is made and when it is lost. Failed attempts in between are not reported. */
  readonly onChange?: (state: BrokerState, reason?: Error) => void;
}

export type BrokerState = 'ok' | 'down';

/** An MQTT broker with the state of its connection. */
export interface Broker extends Notifier {
  readonly state: () => BrokerState;
  readonly close: () => Promise<void>;
}

const CONNECT_TIMEOUT_MS = 5_000;
const KEEPALIVE_SECONDS = 15;
const [FIRST_PAUSE_MS, LONGEST_PAUSE_MS] = [100, 1_000];

/** The codes for `unsupported protocol version` in MQTT 3.1.1 and in 5. */
const WRONG_VERSION = new Set([1, 132]);

/** A connection to the broker, its unacknowledged messages, and the messages that the broker cannot take yet. */
interface Connection {
  readonly client: MqttClient;
  readonly waiting: Set<(error: Error) => void>;
  readonly queued: (() => void)[];
  readonly window: number;
}

/**
 * Publishes to an MQTT broker of version 3.1.1 or 5. When a connection breaks, its unacknowledged messages are
 * rejected. This adapter does not send them again, because the relay does that. Without a connection, every message is
 * rejected at once.
 */
export function mqttBroker({ url, topicPrefix, timeoutMs = 4_000, onChange = () => undefined }: Options): Broker {
  let protocolVersion: 4 | 5 = 4;
  let connection: Connection | undefined;
  let attempt: MqttClient | undefined;
  let pause = FIRST_PAUSE_MS;
  let timer: NodeJS.Timeout | undefined;
  let closed = false;
  let known: BrokerState | undefined;

  const setState = (state: BrokerState, reason?: Error): void => {
    if (known === state) return;
    known = state;
    onChange(state, reason);
  };

  const connect = async (): Promise<void> => {
    const { connect: open } = await import('mqtt');
    if (closed) return;
    const client = open(withoutCredentials(url), { ...credentials(url), ...CONNECTING, protocolVersion });
    attempt = client;
    let disconnected = false;
    const disconnect = (reason: Error): void => {
      if (disconnected) return;
      disconnected = true;
      client.end(true);
      const lost = connection?.client === client ? connection : undefined;
      if (lost) {
        connection = undefined;
        lost.queued.length = 0;
        for (const fail of lost.waiting) fail(reason);
      }
      if (closed) return;
      setState('down', reason);
      timer = setTimeout(() => void connect(), pause * (0.75 + Math.random() / 2));
      pause = Math.min(pause * 2, LONGEST_PAUSE_MS);
    };
    client.on('connect', ({ properties }) => {
      pause = FIRST_PAUSE_MS;
      connection = { client, waiting: new Set(), queued: [], window: properties?.receiveMaximum ?? 65_535 };
      setState('ok');
    });
    client.on('error', (error) => {
      if ('code' in error && WRONG_VERSION.has(error.code)) protocolVersion = protocolVersion === 4 ? 5 : 4;
      disconnect(error);
    });
    client.once('close', () => disconnect(new Error('The connection to the broker was lost.')));
  };
  void connect();

  return {
    publish: ({ topic, payload }) =>
      connection
        ? publish(connection, `${topicPrefix}/${topic}`, payload, timeoutMs)
        : Promise.reject(new Error('There is no connection to the broker.')),
    state: () => (connection ? 'ok' : 'down'),
    close: () =>
      new Promise((done) => {
        closed = true;
        clearTimeout(timer);
        if (attempt) attempt.end(connection === undefined, {}, () => done());
        else done();
      }),
  };
}

const CONNECTING: IClientOptions = {
  clean: true,
  reconnectPeriod: 0,
  connectTimeout: CONNECT_TIMEOUT_MS,
  keepalive: KEEPALIVE_SECONDS,
  queueQoSZero: false,
  resubscribe: false,
};

function publish(connection: Connection, topic: string, message: string, timeoutMs: number): Promise<void> {
  const { client, waiting, queued, window } = connection;
  return new Promise((resolve, reject) => {
    const settle = (settled: () => void): void => {
      clearTimeout(timer);
      waiting.delete(fail);
      settled();
      queued.shift()?.();
    };
    const fail = (error: Error): void => settle(() => reject(error));
    // A broker that does not acknowledge counts as lost: its connection is closed, and all unacknowledged messages are
    // rejected.
    const timer = setTimeout(() => {
      fail(new Error('The broker did not acknowledge in time.'));
      client.stream.destroy();
    }, timeoutMs);
    const send = (): void => {
      if (!waiting.has(fail)) {
        queued.shift()?.();
        return;
      }
      client.publish(topic, message, { qos: 1 }, (error) => {
        if (!waiting.has(fail)) return;
        if (error) fail(error);
        else settle(resolve);
      });
    };
    waiting.add(fail);
    if (waiting.size > window) queued.push(send);
    else send();
  });
}

const withoutCredentials = (url: string): string => {
  const bare = new URL(url);
  bare.username = '';
  bare.password = '';
  return bare.href;
};

function credentials(url: string): Pick<IClientOptions, 'username' | 'password'> {
  const { username, password } = new URL(url);
  return {
    ...(username !== '' && { username: decodeURIComponent(username) }),
    ...(password !== '' && { password: decodeURIComponent(password) }),
  };
}
