import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { createServer } from 'node:net';
import type { Server } from 'node:net';
import { Duplex, Transform } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';
import { Aedes } from 'aedes';
import type { Client } from 'aedes';
import { createWebSocketStream, WebSocketServer } from 'ws';
import type { Broker } from './notifier.ts';
import { packetMeter } from './packet-meter.ts';
import { subscriptionRules } from './topics.ts';
import type { Subscriber } from './topics.ts';

interface Options {
  readonly topicPrefix: string;
  /** Who shows this access token; rejects when it is not good (any more). */
  readonly admit: (accessToken: string) => Promise<Subscriber>;
}

export interface EmbeddedBroker extends Broker {
  /** Listens on a TCP port; rejects when it can't. Answers the port, which is another one when asked for 0. */
  readonly listen: (port: number, host: string) => Promise<number>;
  /** Takes over an HTTP request that asks for MQTT over WebSocket. */
  readonly upgrade: (request: IncomingMessage, socket: Duplex, head: Buffer) => void;
}

/** Subscribers send next to nothing: a subscription or an acknowledgement at a time. */
const MOST_PACKET_BYTES = 16 * 1024;
const MOST_CONNECTIONS = 5_000;
const MOST_SUBSCRIPTIONS = 200;
const CONNECT_TIMEOUT_MS = 10_000;
/** How long a subscriber may leave its messages unread until it loses its connection. */
const DRAIN_TIMEOUT_MS = 5_000;
/** A subscriber that reads slowly holds up nobody else's message. */
const DELIVERY_PATIENCE_MS = 100;
/** How often those who show a token are asked for it again. */
const RECHECK_MS = 15_000;

/** CONNACK code 4 of MQTT 3.1.1: bad user name or password. (The library's name for it is an enum that exists in its types only.) */
const badPassword = (): Error & { returnCode: number } => Object.assign(new Error('The access token is not valid.'), { returnCode: 4 });
type Answer = (error: Error | null, admitted: boolean) => void;

interface Visitor {
  readonly subscriber: Subscriber;
  readonly token: string | undefined;
  readonly filters: Set<string>;
}

/**
 * A broker inside the process, for development and small installations: MQTT 3.1.1 over TCP and WebSocket. Subscribers come and go:
 * nothing is kept for those who are away. Nobody publishes but the service.
 */
export async function embeddedBroker({ topicPrefix, admit }: Options): Promise<EmbeddedBroker> {
  const rules = subscriptionRules(topicPrefix);
  const visitors = new Map<Client, Visitor>();

  const aedes = await Aedes.createBroker({
    connectTimeout: CONNECT_TIMEOUT_MS,
    drainTimeout: DRAIN_TIMEOUT_MS,
    // How many messages may be on their way before one subscriber who does not read stops them for all.
    concurrency: 10_000,

    preConnect(_client, packet, done) {
      // A session that outlives its connection would pile up messages; a client id somebody else chose would throw that one out;
      // a last will is a message, and nobody but the service publishes.
      Object.assign(packet, { clean: true, clientId: randomUUID(), will: undefined });
      done(null, visitors.size < MOST_CONNECTIONS);
    },

    authenticate(client, _username, password, done) {
      const token = password && password.length > 0 ? password.toString() : undefined;
      const admitted = token === undefined ? Promise.resolve({ operatorId: undefined }) : admit(token);
      admitted.then((subscriber) => {
        visitors.set(client, { subscriber, token, filters: new Set() });
        done(null, true);
      }, () => (done as Answer)(badPassword(), false));
    },

    authorizePublish: (_client, _packet, done) => done(new Error('Only the service publishes.')),

    authorizeSubscribe(client, subscription, done) {
      const visitor = visitors.get(client);
      const mayRead = visitor !== undefined && rules.mayRead(visitor.subscriber, subscription.topic)
        && (visitor.filters.has(subscription.topic) || visitor.filters.size < MOST_SUBSCRIPTIONS);
      if (mayRead) visitor.filters.add(subscription.topic);
      done(null, mayRead ? subscription : null);
    },
  });
  aedes.on('unsubscribe', (filters, client) => { for (const filter of filters) visitors.get(client)?.filters.delete(filter); });

  /** Parts with those whose token is no good any more: it ran out, or its user signed out everywhere. */
  const recheck = async (chosen: (visitor: Visitor) => boolean): Promise<void> => {
    await Promise.all([...visitors].map(async ([client, visitor]) => {
      if (visitor.token === undefined || !chosen(visitor)) return;
      const good = await admit(visitor.token).then((now) => now.operatorId === visitor.subscriber.operatorId, () => false);
      if (!good) await new Promise<void>((done) => { client.close(done); });
    }));
  };
  const rechecking = setInterval(() => void recheck(() => true), RECHECK_MS).unref();

  const deliver = (topic: string, message: string): Promise<void> =>
    new Promise((resolve, reject) => {
      aedes.publish({ cmd: 'publish', topic, payload: Buffer.from(message), qos: 1, retain: false, dup: false }, (error) => { if (error) reject(error); else resolve(); });
    });

  const sockets = new Set<Duplex>();
  const accept = (stream: Duplex): void => {
    const client = aedes.handle(metered(stream));
    sockets.add(stream);
    stream.once('close', () => {
      sockets.delete(stream);
      visitors.delete(client);
    });
  };
  const webSockets = new WebSocketServer({ noServer: true, maxPayload: MOST_PACKET_BYTES, handleProtocols: (offered) => ['mqtt', 'mqttv3.1'].find((name) => offered.has(name)) ?? false });
  let tcp: Server | undefined;
  let last: Promise<unknown> = Promise.resolve();

  return {
    async publish({ topic, payload }) {
      const full = `${topicPrefix}/${topic}`;
      // Begun one after the other, in the order in which they were asked for.
      const begun = last.then(async () => {
        if (rules.isPrivate(full)) await recheck(({ filters }) => filters.has(full));
        return { delivered: deliver(full, JSON.stringify(payload)) };
      });
      last = begun.catch(() => undefined);
      const { delivered } = await begun;
      await Promise.race([delivered, pause(DELIVERY_PATIENCE_MS)]);
    },
    state: () => (aedes.closed ? 'down' : 'ok'),

    async listen(port, host) {
      const server = createServer({ keepAlive: true, noDelay: true }, accept);
      server.maxConnections = MOST_CONNECTIONS;
      const taken = await listening(server, port, host);
      tcp = server;
      return taken;
    },

    upgrade: (request, socket, head) =>
      webSockets.handleUpgrade(request, socket, head, (webSocket) => accept(createWebSocketStream(webSocket))),

    async close() {
      clearInterval(rechecking);
      await last;
      tcp?.close();
      await new Promise<void>((done) => { aedes.close(done); });
      for (const socket of sockets) socket.destroy();
      webSockets.close();
    },
  };
}

/** The same stream, as long as its packets are small. */
function metered(stream: Duplex): Duplex {
  const fits = packetMeter(MOST_PACKET_BYTES);
  const meter = new Transform({
    transform: (chunk: Buffer, _encoding, done) => (fits(chunk) ? done(null, chunk) : done(new Error('An MQTT packet was too large.'))),
  });
  meter.once('error', (error) => stream.destroy(error));
  return Duplex.from({ readable: stream.pipe(meter), writable: stream });
}

const listening = (server: Server, port: number, host: string): Promise<number> =>
  new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => {
      server.off('error', reject);
      resolve((server.address() as { port: number }).port);
    });
  });
