import { createServer } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { expect } from 'chai';
import { type EmbeddedBroker, embeddedBroker } from '../../../adapters/mqtt/embedded-broker.ts';
import type { OperatorId } from '../../../core/kernel/ids.ts';
import type { Subscriber } from '../../../adapters/mqtt/topics.ts';
import { eventually } from '../../support/eventually.ts';
import { type Listener, listenTo } from '../../support/mqtt.ts';

describe('the embedded broker', () => {
  const tokens = new Map<string, Subscriber>();
  const listeners: Listener[] = [];
  let broker: EmbeddedBroker;
  let url: string;

  const listen = async (options: Parameters<typeof listenTo>[1] = {}): Promise<Listener> => {
    const listener = await listenTo(url, options);
    listeners.push(listener);
    return listener;
  };
  const tell = (topic: string, about: object = {}) => broker.publish({ topic, payload: JSON.stringify(about) });

  beforeEach(async () => {
    tokens.clear();
    tokens.set('token of operator 3', { operatorId: 3 as OperatorId });
    tokens.set('token of a device', { operatorId: 3 as OperatorId, isDevice: true });
    tokens.set('token of a passenger', { operatorId: undefined });
    broker = await embeddedBroker({
      topicPrefix: 'bus',
      admit: async (token) => tokens.get(token) ?? Promise.reject(new Error('no such token')),
    });
    url = `mqtt://127.0.0.1:${await broker.listen(0, '127.0.0.1')}`;
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
  ]) {
    it(`the embedded broker refuses a subscription to ${filter} without a token`, async () => {
      expect(await (await listen()).subscribe(filter)).to.deep.equal([128]);
    });
  }

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

  it('the embedded broker speaks MQTT over WebSocket', async () => {
    const server = createServer().on('upgrade', broker.upgrade);
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
