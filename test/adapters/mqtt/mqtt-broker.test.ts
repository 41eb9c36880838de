import { type AddressInfo, type Server, type Socket, createServer } from 'node:net';
import { expect } from 'chai';
import { type Broker, type BrokerState, mqttBroker } from '../../../adapters/mqtt/notifier.ts';
import { eventually } from '../../support/eventually.ts';
import { type Mosquitto, ownMosquitto } from '../../support/mosquitto.ts';
import { isInstalled, needs } from '../../support/servers.ts';
import { listenTo } from '../../support/mqtt.ts';
import { freePort } from '../../support/ports.ts';

const rejection = (promise: Promise<unknown>): Promise<Error | undefined> =>
  promise.then(
    () => undefined,
    (error: unknown) => error as Error,
  );
const brokers: Broker[] = [];

function link(url: string, options: Partial<Parameters<typeof mqttBroker>[0]> = {}): Broker {
  const broker = mqttBroker({ url, topicPrefix: 'bus', ...options });
  brokers.push(broker);
  return broker;
}
const reached = async (broker: Broker): Promise<Broker> => {
  await eventually(() => broker.state() === 'ok');
  return broker;
};
const event = (n: number) => ({ topic: 'schedules/7/seats', payload: JSON.stringify({ n }) });
const partWithAll = () => Promise.all(brokers.splice(0).map((broker) => broker.close()));

/** Starts a fake broker. The test writes the bytes of its answers to CONNECT and PUBLISH. */
async function handBroker(
  answer: (packet: Buffer, socket: Socket) => void,
): Promise<{ url: string; server: Server; sockets: Set<Socket> }> {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket.on('data', (chunk) => answer(chunk, socket)).on('error', () => undefined));
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return { url: `mqtt://127.0.0.1:${(server.address() as AddressInfo).port}`, server, sockets };
}

describe('an external broker (simulated)', () => {
  const servers: Awaited<ReturnType<typeof handBroker>>[] = [];
  const given = async (answer: Parameters<typeof handBroker>[0]) => {
    const broker = await handBroker(answer);
    servers.push(broker);
    return broker;
  };
  afterEach(async () => {
    await partWithAll();
    for (const { server, sockets } of servers.splice(0)) {
      for (const socket of sockets) socket.destroy();
      server.close();
    }
  });

  it('publishing to an external broker that is unreachable fails at once', async () => {
    const broker = link(`mqtt://127.0.0.1:${await freePort()}`);
    expect((await rejection(broker.publish(event(1))))?.message).to.equal('There is no connection to the broker.');
    expect(broker.state()).to.equal('down');
  });

  it('publishing to an external broker that does not answer times out, and the connection is closed', async () => {
    const connack = Buffer.from([0x20, 0x02, 0x00, 0x00]);
    let connections = 0;
    const { url } = await given((packet, socket) => {
      if (packet[0] === 0x10) {
        connections += 1;
        socket.write(connack);
      }
    });
    const broker = await reached(link(url, { timeoutMs: 20 }));
    const [first, second] = await Promise.all([
      rejection(broker.publish(event(1))),
      rejection(broker.publish(event(2))),
    ]);
    expect(first?.message).to.equal('The broker did not acknowledge in time.');
    // The connection may break on a busy machine before the second event reaches its own timeout.
    expect(second).to.be.an('error');
    await eventually(() => connections >= 2);
  });

  it('an event fails at once and is not sent twice when an external broker closes the connection', async () => {
    const published: string[] = [];
    const { url } = await given((packet, socket) => {
      if (packet[0] === 0x10) socket.write(Buffer.from([0x20, 0x02, 0x00, 0x00]));
      else if (packet[0] === 0x32) {
        published.push(packet.toString('latin1'));
        socket.destroy();
      }
    });
    const broker = await reached(link(url));
    expect(await rejection(broker.publish(event(1)))).to.be.an('error');
    await eventually(() => broker.state() === 'down');
    await reached(broker);
    expect(published).to.have.length(1);
  });

  it('the service can speak MQTT 5 to an external broker, and respects the broker’s limit of unacknowledged messages', async () => {
    const ids: number[] = [];
    const { url } = await given((packet, socket) => {
      if (packet[0] === 0x10) {
        if (packet[8] === 4) socket.end(Buffer.from([0x20, 0x02, 0x00, 0x01]));
        else socket.write(Buffer.from([0x20, 0x06, 0x00, 0x00, 0x03, 0x21, 0x00, 0x01])); // receive maximum 1
      } else if (packet[0] === 0x32) {
        const at = 4 + packet.readUInt16BE(2);
        ids.push(packet.readUInt16BE(at));
        expect(packet.length).to.equal((packet[1] ?? 0) + 2);
        setImmediate(() => socket.write(Buffer.from([0x40, 0x02, packet[at] ?? 0, packet[at + 1] ?? 0])));
      }
    });
    const broker = await reached(link(url));
    await Promise.all([broker.publish(event(1)), broker.publish(event(2)), broker.publish(event(3))]);
    expect(ids).to.have.length(3);
  });
});

describe('an external broker (Mosquitto)', () => {
  let mosquitto: Mosquitto | undefined;

  before(async function () {
    needs(this, isInstalled('mosquitto'));
  });
  beforeEach(async () => {
    mosquitto = await ownMosquitto();
    await mosquitto.start();
  });
  afterEach(async () => {
    await partWithAll();
    await mosquitto?.remove();
  });

  it('an external broker gets events in order, as JSON, under the configured topic prefix', async () => {
    const listener = await listenTo(mosquitto!.url);
    await listener.subscribe('bus/#');
    const broker = await reached(link(mosquitto!.url));
    await Promise.all(Array.from({ length: 500 }, (_, n) => broker.publish(event(n))));
    const messages = await listener.heard(500);
    expect(messages.map(({ payload }) => payload.n)).to.deep.equal(Array.from({ length: 500 }, (_, n) => n));
    expect(messages[0]!.topic).to.equal('bus/schedules/7/seats');
    await listener.close();
  });

  it('the service reconnects to an external broker after an outage, and reports a lost and a new connection only once', async () => {
    const changes: BrokerState[] = [];
    const broker = await reached(link(mosquitto!.url, { onChange: (state) => changes.push(state) }));
    await mosquitto!.kill();
    await eventually(() => broker.state() === 'down');
    await mosquitto!.start();
    await reached(broker);
    await broker.publish(event(1));
    expect(changes).to.deep.equal(['ok', 'down', 'ok']);
  });

  it('the service connects to an external broker with a user name and password that need URL escaping', async () => {
    const broker = await reached(link(mosquitto!.url.replace('://', '://us%40er:p%2Fw@')));
    await broker.publish(event(1));
  });
});
