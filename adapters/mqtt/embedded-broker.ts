import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { type Server, createServer } from 'node:net';
import { Duplex, Transform } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';
import type { Client } from 'aedes';
import { createWebSocketStream, WebSocketServer } from 'ws';
import {
  CLIENT_LIMITS,
  type ClientLimits,
  type PacketCount,
  type Place,
  packetCount,
  placesOf,
} from './client-limits.ts';
import type { Broker } from './notifier.ts';
import { packetMeter } from './packet-meter.ts';
import { SlicedBroker } from './sliced-broker.ts';
import { type Subscriber, subscriptionRules } from './topics.ts';

interface Options {
  readonly topicPrefix: string;
  /** Returns the subscriber that an access token identifies. Rejects if the token is invalid or has expired. */
  readonly admit: (accessToken: string) => Promise<Subscriber>;
  readonly limits?: ClientLimits;
  /** A monotonic clock, in milliseconds. */
  readonly now?: () => number;
}

export interface EmbeddedBroker extends Broker {
  /** Listens on a TCP port, and rejects if that fails. Returns the port, which the system chooses for 0. */
  readonly listen: (port: number, host: string) => Promise<number>;
  /** Takes over an HTTP request that asks for MQTT over WebSocket. `address` is the client's IP address. */
  readonly upgrade: (request: IncomingMessage, socket: Duplex, head: Buffer, address: string) => void;
  /** Disconnects subscribers with an invalid token, and silent ones, without waiting for the next regular check. */
  readonly recheck: () => void;
}

/** The largest packet. Subscribers send only subscriptions and acknowledgements, which are small. */
const MAX_PACKET_BYTES = 16 * 1024;
const MAX_CONNECTIONS = 5_000;
const MAX_SUBSCRIPTIONS = 200;
/** Milliseconds without a packet after which a connection without a token is closed. */
const IDLE_MS = 10 * 60 * 1_000;
const CONNECT_TIMEOUT_MS = 10_000;
/** Milliseconds for which a subscriber may leave its messages unread before it is disconnected. */
const DRAIN_TIMEOUT_MS = 5_000;
/**
 * Milliseconds that a publish waits until the subscribers have taken the message. A slow subscriber must not delay the
 * next message.
 */
const DELIVERY_TIMEOUT_MS = 100;
/** Milliseconds between two checks of connected subscribers' tokens. */
const RECHECK_MS = 15_000;

/** CONNACK code 4 of MQTT 3.1.1: bad user name or password. The library has an enum for it, but only in its types. */
const badPassword = (): Error & { returnCode: number } =>
  Object.assign(new Error('The access token is not valid.'), { returnCode: 4 });
type Authenticated = (error: Error | null, admitted: boolean) => void;

interface Session {
  readonly place: Place;
  readonly packets: PacketCount;
  readonly filters: Set<string>;
  /** Undefined until the client is authenticated. */
  subscriber?: Subscriber;
  token?: string | undefined;
  lastPacketAt: number;
}

/**
 * A broker inside the process, for development and small installations. The broker speaks MQTT 3.1.1 over TCP and
 * WebSocket, and keeps no messages for absent subscribers. Only the service itself may publish.
 */
export async function embeddedBroker({
  topicPrefix,
  admit,
  limits = CLIENT_LIMITS,
  now = () => performance.now(),
}: Options): Promise<EmbeddedBroker> {
  const rules = subscriptionRules(topicPrefix);
  const places = placesOf(limits);
  const sessions = new Map<Client, Session>();

  const aedes: SlicedBroker = new SlicedBroker({
    connectTimeout: CONNECT_TIMEOUT_MS,
    drainTimeout: DRAIN_TIMEOUT_MS,
    // The most messages that are delivered at a time. With a low limit, a subscriber that does not read would block
    // others.
    concurrency: 10_000,

    preConnect(_client, packet, done) {
      // Overrides what the client asks for. A kept session would collect messages. A client with another client's id
      // would disconnect that client. A last will would publish a message, and only the service may publish.
      Object.assign(packet, { clean: true, clientId: randomUUID(), will: undefined });
      done(null, sessions.size <= MAX_CONNECTIONS);
    },

    authenticate(client, _username, password, done) {
      const token = password && password.length > 0 ? password.toString() : undefined;
      const admitted = token === undefined ? Promise.resolve({ operatorId: undefined }) : admit(token);
      admitted.then(
        (subscriber) => {
          const session = sessions.get(client);
          if (session) Object.assign(session, { subscriber, token });
          done(null, session !== undefined);
        },
        () => (done as Authenticated)(badPassword(), false),
      );
    },

    authorizePublish: (_client, _packet, done) => done(new Error('Only the service publishes.')),

    authorizeSubscribe(client, subscription, done) {
      aedes.later(() => {
        const session = sessions.get(client);
        done(null, session && maySubscribe(session, subscription.topic) ? subscription : null);
      });
    },

    // A closed client keeps its subscriptions until their slices have run, and gets no more messages.
    authorizeForward(client, packet) {
      if (client.closed) return null;
      sessions.get(client)?.packets.sent();
      return packet;
    },
  });
  await aedes.listen();
  aedes.on('unsubscribe', (filters, client) => {
    const session = sessions.get(client);
    for (const filter of filters) if (session?.filters.delete(filter)) session.place.giveBackSubscription();
  });

  /** Whether a client may have a subscription, which is then counted. */
  const maySubscribe = ({ subscriber, filters, place }: Session, filter: string): boolean => {
    if (!subscriber || !rules.mayRead(subscriber, filter)) return false;
    if (filters.has(filter)) return true;
    if (filters.size >= MAX_SUBSCRIPTIONS || !place.takeSubscription()) return false;
    filters.add(filter);
    return true;
  };

  /** Disconnects subscribers whose token is invalid: it expired, its user signed out, or its device was revoked. */
  const recheck = async (chosen: (session: Session) => boolean): Promise<void> => {
    await Promise.all(
      [...sessions].map(async ([client, session]) => {
        if (session.token === undefined || !chosen(session)) return;
        const good = await admit(session.token).then(
          ({ operatorId, passengerId }) =>
            operatorId === session.subscriber?.operatorId && passengerId === session.subscriber?.passengerId,
          () => false,
        );
        if (!good) await close(client);
      }),
    );
  };
  /** Disconnects clients without a token that sent nothing for a long time. */
  const closeIdle = async (): Promise<void> => {
    await Promise.all(
      [...sessions].map(async ([client, { token, lastPacketAt }]) => {
        if (token === undefined && now() - lastPacketAt >= IDLE_MS) await close(client);
      }),
    );
  };
  let [isRechecking, isWanted] = [false, false];
  /** Checks all connected subscribers. Checks again if a token was revoked during the check. */
  const recheckAll = async (): Promise<void> => {
    isWanted = true;
    if (isRechecking) return;
    isRechecking = true;
    while (isWanted) {
      isWanted = false;
      await recheck(() => true);
      await closeIdle();
    }
    isRechecking = false;
  };
  const rechecking = setInterval(() => void recheckAll(), RECHECK_MS).unref();

  const deliver = (topic: string, message: string): Promise<void> =>
    new Promise((resolve, reject) => {
      aedes.publish(
        { cmd: 'publish', topic, payload: Buffer.from(message), qos: 1, retain: false, dup: false },
        (error) => {
          if (error) reject(error);
          else resolve();
        },
      );
    });

  const sockets = new Set<Duplex>();
  const accept = (stream: Duplex, address: string): void => {
    const place = places(address);
    if (!place) {
      stream.destroy();
      return;
    }
    const packets = packetCount(limits, now);
    const session: Session = { place, packets, filters: new Set(), lastPacketAt: now() };
    const client = aedes.handle(
      metered(stream, (firstByte) => {
        session.lastPacketAt = now();
        return packets.mayReceive(firstByte);
      }),
    );
    sessions.set(client, session);
    sockets.add(stream);
    stream.once('close', () => {
      sockets.delete(stream);
      // The address gets its place back when the subscriptions are removed. Until then they still are work to do.
      aedes.later(() => {
        sessions.delete(client);
        place.leave();
      });
    });
  };
  const webSockets = new WebSocketServer({
    noServer: true,
    maxPayload: MAX_PACKET_BYTES,
    handleProtocols: (offered) => (offered.has('mqtt') ? 'mqtt' : false),
  });
  let tcp: Server | undefined;
  let last: Promise<unknown> = Promise.resolve();

  return {
    async publish({ topic, payload }) {
      const full = `${topicPrefix}/${topic}`;
      // Deliveries begin one after another, in the order of the calls.
      const begun = last.then(async () => {
        if (rules.isPrivate(full)) await recheck(({ filters }) => filters.has(full));
        return { delivered: deliver(full, payload) };
      });
      last = begun.catch(() => undefined);
      const { delivered } = await begun;
      await Promise.race([delivered, pause(DELIVERY_TIMEOUT_MS)]);
    },
    state: () => (aedes.closed ? 'down' : 'ok'),
    recheck: () => void recheckAll(),

    async listen(port, host) {
      const server = createServer({ keepAlive: true, noDelay: true }, (socket) => {
        accept(socket, socket.remoteAddress ?? '');
      });
      server.maxConnections = MAX_CONNECTIONS;
      const taken = await listening(server, port, host);
      tcp = server;
      return taken;
    },

    upgrade: (request, socket, head, address) =>
      webSockets.handleUpgrade(request, socket, head, (webSocket) => accept(createWebSocketStream(webSocket), address)),

    async close() {
      clearInterval(rechecking);
      await last;
      tcp?.close();
      await new Promise<void>((done) => {
        aedes.close(done);
      });
      for (const socket of sockets) socket.destroy();
      webSockets.close();
    },
  };
}

const close = (client: Client): Promise<void> =>
  new Promise((done) => {
    client.close(done);
  });

/** Wraps the stream. The wrapped stream fails when a packet is too large, or not allowed. */
function metered(stream: Duplex, isAllowed: (firstByte: number) => boolean): Duplex {
  const fits = packetMeter(MAX_PACKET_BYTES, isAllowed);
  const meter = new Transform({
    transform: (chunk: Buffer, _encoding, done) =>
      fits(chunk) ? done(null, chunk) : done(new Error('An MQTT packet was too large, or one too many.')),
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
