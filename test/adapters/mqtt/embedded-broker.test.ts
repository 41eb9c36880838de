import { createServer } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { expect } from 'chai';
import { WebSocket } from 'ws';
import { CLIENT_LIMITS, type ClientLimits } from '../../../adapters/mqtt/client-limits.ts';
import { type EmbeddedBroker, embeddedBroker } from '../../../adapters/mqtt/embedded-broker.ts';
import type { OperatorId, UserId } from '../../../core/kernel/ids.ts';
import type { Subscriber } from '../../../adapters/mqtt/topics.ts';
import { eventually } from '../../support/eventually.ts';
import { type Listener, listenTo } from '../../support/mqtt.ts';

describe('the embedded broker', () => {
  const tokens = new Map<string, Subscriber>();
  const listeners: Listener[] = [];
  let broker: EmbeddedBroker;
  let url: string;
  let now: number;

  const listen = async (options: Parameters<typeof listenTo>[1] = {}): Promise<Listener> => {
    const listener = await listenTo(url, options);
    listeners.push(listener);
    return listener;
  };
  const tell = (topic: string, about: object = {}) => broker.publish({ topic, payload: JSON.stringify(about) });

  const open = async (limits: ClientLimits): Promise<void> => {
    broker = await embeddedBroker({
      topicPrefix: 'bus',
      admit: async (token) => tokens.get(token) ?? Promise.reject(new Error('no such token')),
      limits,
      now: () => now,
    });
    url = `mqtt://127.0.0.1:${await broker.listen(0, '127.0.0.1')}`;
  };
  const reopen = async (limits: Partial<ClientLimits>): Promise<void> => {
    await broker.close();
    await open({ ...CLIENT_LIMITS, ...limits });
  };

  beforeEach(async () => {
    now = 0;
    tokens.clear();
    tokens.set('token of operator 3', { operatorId: 3 as OperatorId });
    tokens.set('token of a device', { operatorId: 3 as OperatorId, isDevice: true });
    tokens.set('token of a passenger', { operatorId: undefined, passengerId: 17 as UserId });
    await open(CLIENT_LIMITS);
  });
  afterEach(async () => {
    await Promise.all(listeners.splice(0).map((listener) => listener.close()));
    await broker.close();
  });

  it('the embedded broker lets anybody subscribe to the changes of one trip or of all trips', async () => {
    const [one, all] = [await listen(), await listen()];
    expect(await one.subscribe('bus/schedules/7/trip')).to.deep.equal([1]);
    expect(await all.subscribe('bus/schedules/+/trip')).to.deep.equal([1]);
    await tell('schedules/8/trip', { n: 1 });
    await tell('schedules/7/trip', { n: 2 });
    expect(await one.heard(1)).to.deep.equal([{ topic: 'bus/schedules/7/trip', payload: { n: 2 } }]);
    expect((await all.heard(2)).map(({ payload }) => payload.n)).to.deep.equal([1, 2]);
  });

  it('the embedded broker lets anybody subscribe to the seats of one trip or of all trips', async () => {
    const [one, all, below] = [await listen(), await listen(), await listen()];
    expect(await one.subscribe('bus/schedules/7/seats')).to.deep.equal([1]);
    expect(await all.subscribe('bus/schedules/+/seats')).to.deep.equal([1]);
    expect(await below.subscribe('bus/schedules/#')).to.deep.equal([1]);
    await tell('schedules/8/seats', { n: 1 });
    await tell('schedules/7/seats', { n: 2 });
    expect(await one.heard(1)).to.deep.equal([{ topic: 'bus/schedules/7/seats', payload: { n: 2 } }]);
    for (const each of [all, below])
      expect((await each.heard(2)).map(({ payload }) => payload.n)).to.deep.equal([1, 2]);
  });

  for (const filter of [
    '#',
    '+/#',
    'bus/#',
    'bus/+/+/seats',
    '+/schedules/+/seats',
    'bus/+/+/+',
    '$SYS/#',
    '$SYS/+/new/clients',
    'bus/schedules/7',
    'bus/schedules/7/+',
    'bus/schedules/7/else',
    'other/schedules/7/seats',
    'bus/operators/3/notifications',
    'bus/operators/+/notifications',
    'bus/operators/3/manifests',
    'bus/operators/+/manifests',
    'bus/operators/#',
    'bus/passengers/17/offers',
    'bus/passengers/+/offers',
  ]) {
    it(`the embedded broker refuses a subscription to ${filter} without a token`, async () => {
      expect(await (await listen()).subscribe(filter)).to.deep.equal([128]);
    });
  }

  it('the embedded broker lets a passenger subscribe only to the own offers', async () => {
    const passenger = await listen({ username: 'anything', password: 'token of a passenger' });
    const staff = await listen({ username: 'anything', password: 'token of operator 3' });
    expect(
      await passenger.subscribe('bus/passengers/17/offers', 'bus/passengers/18/offers', 'bus/passengers/+/offers'),
    ).to.deep.equal([1, 128, 128]);
    expect(await staff.subscribe('bus/passengers/3/offers')).to.deep.equal([128]);
    await tell('passengers/18/offers', { n: 1 });
    await tell('passengers/17/offers', { n: 2 });
    expect((await passenger.heard(1)).map(({ payload }) => payload.n)).to.deep.equal([2]);
  });

  it('the embedded broker lets a company’s staff subscribe only to their own company’s notifications', async () => {
    const operator = await listen({ username: 'anything', password: 'token of operator 3' });
    expect(
      await operator.subscribe(
        'bus/operators/3/notifications',
        'bus/operators/4/notifications',
        'bus/operators/+/notifications',
        'bus/schedules/+/seats',
      ),
    ).to.deep.equal([1, 128, 128, 1]);
    await tell('operators/4/notifications', { n: 1 });
    await tell('operators/3/notifications', { n: 2 });
    expect((await operator.heard(1)).map(({ payload }) => payload.n)).to.deep.equal([2]);
  });

  it('the embedded broker lets staff and crew devices subscribe to their company’s manifests, and crew devices to nothing else', async () => {
    const operator = await listen({ username: 'anything', password: 'token of operator 3' });
    const device = await listen({ username: 'anything', password: 'token of a device' });
    expect(await operator.subscribe('bus/operators/3/manifests')).to.deep.equal([1]);
    expect(
      await device.subscribe('bus/operators/3/manifests', 'bus/operators/4/manifests', 'bus/operators/3/notifications'),
    ).to.deep.equal([1, 128, 128]);
    await tell('operators/4/manifests', { n: 1 });
    await tell('operators/3/manifests', { n: 2 });
    for (const each of [operator, device])
      expect((await each.heard(1)).map(({ payload }) => payload.n)).to.deep.equal([2]);
    tokens.delete('token of a device');
    broker.recheck();
    await eventually(() => !device.client.connected);
  });

  it('the embedded broker lets a passenger’s token subscribe only to public topics', async () => {
    const passenger = await listen({ username: 'anything', password: 'token of a passenger' });
    expect(await passenger.subscribe('bus/operators/3/notifications')).to.deep.equal([128]);
  });

  it('the embedded broker refuses a connection with an invalid token', async () => {
    const refused = await listenTo(url, { username: 'anything', password: 'forged' }).then(
      () => undefined,
      (error: unknown) => error,
    );
    expect(refused).to.be.an('error').with.property('code', 4);
  });

  it('the embedded broker disconnects staff whose token is no longer valid, and sends them no further event', async () => {
    const operator = await listen({ username: 'anything', password: 'token of operator 3' });
    await operator.subscribe('bus/operators/3/notifications');
    await tell('operators/3/notifications', { n: 1 });
    await operator.heard(1);
    tokens.clear();
    await tell('operators/3/notifications', { n: 2 });
    await eventually(() => !operator.client.connected);
    expect(operator.messages).to.have.length(1);
  });

  it('the embedded broker disconnects a client with a revoked token as soon as the service asks it to check', async () => {
    const operator = await listen({ username: 'anything', password: 'token of operator 3' });
    const other = await listen({ username: 'anything', password: 'token of a passenger' });
    tokens.delete('token of operator 3');
    broker.recheck();
    broker.recheck();
    await eventually(() => !operator.client.connected);
    expect(other.client.connected).to.equal(true);
  });

  it('the embedded broker publishes no messages or last wills of clients', async () => {
    const witness = await listen();
    await witness.subscribe('bus/schedules/+/seats');
    const forger = await listen({
      will: { topic: 'bus/schedules/7/seats', payload: Buffer.from('{"n":"will"}'), qos: 1, retain: false },
    });
    forger.client.stream.destroy();
    for (const qos of [0, 1, 2] as const) {
      const other = await listen();
      other.client.publish('bus/schedules/7/seats', '{"n":"forged"}', { qos, retain: true }, () => undefined);
      await eventually(() => !other.client.connected);
    }
    await tell('schedules/7/seats', { n: 'true' });
    expect((await witness.heard(1)).map(({ payload }) => payload.n)).to.deep.equal(['true']);
    const late = await listen();
    await late.subscribe('bus/schedules/7/seats');
    await tell('schedules/7/seats', { n: 'later' });
    expect((await late.heard(1)).map(({ payload }) => payload.n)).to.deep.equal(['later']);
  });

  it('the embedded broker publishes events in the order in which they arrive, even when they arrive at once', async () => {
    const [one, all] = [await listen(), await listen()];
    await one.subscribe('bus/schedules/7/seats');
    await all.subscribe('bus/schedules/+/seats');
    const numbers = Array.from({ length: 2_000 }, (_, n) => n);
    await Promise.all(numbers.map((n) => tell(`schedules/${n % 2 === 0 ? 7 : 8}/seats`, { n })));
    expect((await one.heard(1_000)).map(({ payload }) => payload.n)).to.deep.equal(numbers.filter((n) => n % 2 === 0));
    expect((await all.heard(2_000)).map(({ payload }) => payload.n)).to.deep.equal(numbers);
  });

  it('the embedded broker stores no messages for absent clients, and a reused client id closes no other connection', async () => {
    const first = await listen({ clientId: 'same', clean: false });
    const second = await listen({ clientId: 'same', clean: false });
    await first.subscribe('bus/schedules/7/seats');
    await second.subscribe('bus/schedules/7/seats');
    await tell('schedules/7/seats', { n: 1 });
    await Promise.all([first.heard(1), second.heard(1)]);
    await first.close();
    await tell('schedules/7/seats', { n: 2 });
    const again = await listen({ clientId: 'same', clean: false });
    await again.subscribe('bus/schedules/7/seats');
    await tell('schedules/7/seats', { n: 3 });
    expect((await again.heard(1)).map(({ payload }) => payload.n)).to.deep.equal([3]);
  });

  it('the embedded broker publishes to other subscribers while one subscriber stops reading', async () => {
    const deaf = connect(Number(new URL(url).port), '127.0.0.1');
    deaf.write(Buffer.from('100f00044d5154540402003c0003646566', 'hex'));
    await new Promise((connected) => deaf.once('data', connected));
    deaf.write(Buffer.from(`821a00010015${Buffer.from('bus/schedules/7/seats').toString('hex')}01`, 'hex'));
    await new Promise((subscribed) => deaf.once('data', subscribed));
    deaf.pause();
    const other = await listen();
    await other.subscribe('bus/schedules/7/seats');
    const bulk = 'x'.repeat(20_000);
    await Promise.all(Array.from({ length: 500 }, (_, n) => tell('schedules/7/seats', { n, bulk })));
    expect((await other.heard(500)).map(({ payload }) => payload.n)).to.deep.equal(
      Array.from({ length: 500 }, (_, n) => n),
    );
    deaf.destroy();
  });

  it('the embedded broker disconnects a client that announces a packet that is too large', async () => {
    const socket = connect(Number(new URL(url).port), '127.0.0.1');
    socket.on('error', () => undefined);
    const closed = new Promise((done) => socket.once('close', done));
    socket.write(Buffer.from([0x10, 0xff, 0xff, 0x7f, 0x00]));
    await closed;
  });

  it('the embedded broker limits the number of subscriptions of one connection', async () => {
    const greedy = await listen();
    const granted = await greedy.subscribe(...Array.from({ length: 201 }, (_, n) => `bus/schedules/${n + 1}/seats`));
    expect(granted.filter((qos) => qos === 128)).to.have.length(1);
    await greedy.client.unsubscribeAsync('bus/schedules/1/seats');
    expect(await greedy.subscribe('bus/schedules/500/seats')).to.deep.equal([1]);
  });

  it('the embedded broker closes a connection above the limit of its IP address, and takes one when another ended', async () => {
    await reopen({ connectionsOfAddress: 2 });
    const [first] = [await listen(), await listen()];
    const refused = connect(Number(new URL(url).port), '127.0.0.1');
    refused.on('error', () => undefined);
    await new Promise((closed) => refused.once('close', closed));
    await first.close();
    await eventually(() =>
      listen().then(
        () => true,
        () => false,
      ),
    );
  });

  it('the embedded broker refuses subscriptions above the limit of an IP address, until a connection gives some back', async () => {
    await reopen({ subscriptionsOfAddress: 3 });
    const [one, other] = [await listen(), await listen()];
    const topics = [1, 2, 3, 4].map((n) => `bus/schedules/${n}/seats`);
    expect(await one.subscribe(...topics.slice(0, 2))).to.deep.equal([1, 1]);
    expect(await other.subscribe(...topics)).to.deep.equal([1, 128, 128, 128]);
    await one.close();
    await eventually(async () => (await other.subscribe(topics[1]!))[0] === 1);
  });

  it('the embedded broker closes a connection that sends too many packets within a second', async () => {
    const [busy, other] = [await listen(), await listen()];
    const pings = Buffer.alloc(2 * CLIENT_LIMITS.packetsASecond);
    for (let at = 0; at < pings.length; at += 2) pings[at] = 0xc0;
    busy.client.stream.write(pings);
    await eventually(() => !busy.client.connected);
    expect(other.client.connected).to.equal(true);
  });

  it('the embedded broker closes a connection without a token after ten minutes without a packet', async () => {
    const [silent, awake, staff] = [
      await listen({ keepalive: 0 }),
      await listen({ keepalive: 0 }),
      await listen({ keepalive: 0, username: 'anything', password: 'token of operator 3' }),
    ];
    now += 10 * 60_000 - 1;
    broker.recheck();
    await awake.subscribe('bus/schedules/7/seats');
    expect(silent.client.connected).to.equal(true);
    now += 1;
    broker.recheck();
    await eventually(() => !silent.client.connected);
    expect([awake.client.connected, staff.client.connected]).to.deep.equal([true, true]);
  });

  it('the embedded broker offers MQTT 3.1.1 over WebSocket, and not MQTT 3.1', async () => {
    const server = createServer().on('upgrade', (request, socket, head) => {
      broker.upgrade(request, socket, head, '203.0.113.7');
    });
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
    const chosen = async (...protocols: readonly string[]): Promise<string> => {
      const socket = new WebSocket(`ws://127.0.0.1:${(server.address() as AddressInfo).port}/mqtt`, [...protocols]);
      await new Promise((settled) => {
        socket.once('open', settled);
        socket.once('error', settled);
      });
      socket.close();
      return socket.protocol;
    };
    expect([await chosen('mqttv3.1', 'mqtt'), await chosen('mqttv3.1')]).to.deep.equal(['mqtt', '']);
    server.close();
  });

  it('the embedded broker speaks MQTT over WebSocket', async () => {
    const server = createServer().on('upgrade', (request, socket, head) => {
      broker.upgrade(request, socket, head, '203.0.113.7');
    });
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
    const listener = await listenTo(`ws://127.0.0.1:${(server.address() as AddressInfo).port}/mqtt`);
    expect(await listener.subscribe('bus/schedules/7/seats', 'bus/operators/3/notifications')).to.deep.equal([1, 128]);
    await tell('schedules/7/seats', { n: 1 });
    await listener.heard(1);
    await listener.close();
    server.close();
  });

  it('the embedded broker’s start fails with a reason when its port cannot be used', async () => {
    const refused = await broker.listen(Number(new URL(url).port), '127.0.0.1').then(
      () => undefined,
      (error: unknown) => error,
    );
    expect(refused).to.be.an('error').with.property('code', 'EADDRINUSE');
  });
});
