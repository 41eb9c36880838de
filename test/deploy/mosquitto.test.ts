import { execFileSync } from 'node:child_process';
import { copyFileSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { type Broker, mqttBroker } from '../../adapters/mqtt/notifier.ts';
import { eventually } from '../support/eventually.ts';
import { type Mosquitto, ownMosquitto } from '../support/mosquitto.ts';
import { isInstalled, needs } from '../support/servers.ts';
import { type Listener, listenTo } from '../support/mqtt.ts';
import { freePort } from '../support/ports.ts';

const SHIPPED = new URL('../../deploy/mosquitto/', import.meta.url).pathname;
const PEOPLE = { service: 'service word', 3: 'word of operator 3', 4: 'word of operator 4' };

/** The shipped configuration of Mosquitto, with the ports and folders of this test. */
const configurationOf = (file: string, port: number, webSocketPort: number, folder: string): string =>
  readFileSync(join(SHIPPED, file), 'utf8')
    .replace('listener 1883', `listener ${port} 127.0.0.1`)
    .replace('listener 9001', `listener ${webSocketPort} 127.0.0.1`)
    // A shorter queue fills faster, and drops messages in the same way.
    .replace('max_queued_messages 1000', 'max_queued_messages 50')
    .replaceAll('/mosquitto/config/', `${folder}/`)
    .replaceAll('/mosquitto/data/', `${folder}/`);

function shipped(webSocketPort: number) {
  return (port: number, folder: string): string => {
    copyFileSync(join(SHIPPED, 'acl'), join(folder, 'acl'));
    writeFileSync(join(folder, 'start.sh'), configurationOf('start.sh', port, webSocketPort, folder));
    for (const [name, password] of Object.entries(PEOPLE)) {
      if (name !== 'service')
        execFileSync(
          'mosquitto_passwd',
          [...(name === '3' ? ['-c'] : []), '-b', join(folder, 'passwords'), name, password],
          { stdio: 'ignore' },
        );
    }
    return `${configurationOf('mosquitto.conf', port, webSocketPort, folder)}\nuser root\n`;
  };
}

describe('the shipped Mosquitto configuration', () => {
  let mosquitto: Mosquitto | undefined;
  let webSocketUrl: string;
  let service: Broker;
  const listeners: Listener[] = [];

  const listen = async (filter: string, as?: keyof typeof PEOPLE, url = mosquitto!.url): Promise<Listener> => {
    const listener = await listenTo(url, as === undefined ? {} : { username: String(as), password: PEOPLE[as] });
    listeners.push(listener);
    await listener.subscribe(filter);
    return listener;
  };
  const topicsOf = ({ messages }: Listener) => messages.map(({ topic }) => topic);
  /** Publishes one event to each topic. Anybody may read the events about schedules. */
  const tellAll = async () => {
    for (const topic of [
      'operators/3/notifications',
      'operators/4/notifications',
      'operators/3/manifests',
      'operators/4/manifests',
      'schedules/7/trip',
      'schedules/7/sections',
      'schedules/7/seats',
    ])
      await service.publish({ topic, payload: '{}' });
  };

  before(async function () {
    needs(this, isInstalled('mosquitto'));
    const webSocketPort = await freePort();
    webSocketUrl = `ws://127.0.0.1:${webSocketPort}/mqtt`;
    mosquitto = await ownMosquitto(shipped(webSocketPort), {
      script: 'start.sh',
      environment: { MQTT_PASSWORD: PEOPLE.service },
    });
    await mosquitto.start();
    service = mqttBroker({
      url: mosquitto.url.replace('://', `://service:${encodeURIComponent(PEOPLE.service)}@`),
      topicPrefix: 'busticket',
    });
    await eventually(() => service.state() === 'ok');
  });
  afterEach(() => Promise.all(listeners.splice(0).map((listener) => listener.close())));
  after(async () => {
    if (!mosquitto) return;
    await service.close();
    await mosquitto.remove();
  });

  it('Mosquitto lets anybody subscribe, but only to trips, their sections and seats, over TCP and WebSocket', async () => {
    const [all, web] = [await listen('#'), await listen('busticket/schedules/+/seats', undefined, webSocketUrl)];
    await tellAll();
    await Promise.all([all.heard(3), web.heard(1)]);
    expect([topicsOf(all), topicsOf(web)]).to.deep.equal([
      ['busticket/schedules/7/trip', 'busticket/schedules/7/sections', 'busticket/schedules/7/seats'],
      ['busticket/schedules/7/seats'],
    ]);
  });

  it('Mosquitto lets an operator subscribe only to notifications and manifests of their own company', async () => {
    const [three, four] = [await listen('busticket/#', 3), await listen('busticket/operators/+/notifications', 4)];
    await tellAll();
    await Promise.all([three.heard(5), four.heard(1)]);
    expect([topicsOf(three), topicsOf(four)]).to.deep.equal([
      [
        'busticket/operators/3/notifications',
        'busticket/operators/3/manifests',
        'busticket/schedules/7/trip',
        'busticket/schedules/7/sections',
        'busticket/schedules/7/seats',
      ],
      ['busticket/operators/4/notifications'],
    ]);
  });

  it('Mosquitto refuses a wrong password', async () => {
    const refused = await listenTo(mosquitto!.url, { username: '3', password: 'guess' }).then(
      () => 'connected',
      () => 'refused',
    );
    expect(refused).to.equal('refused');
  });

  it('Mosquitto limits how many messages wait for a disconnected anonymous client', async () => {
    const session = { clientId: 'hoarder', clean: false };
    const hoarder = await listenTo(mosquitto!.url, session);
    await hoarder.subscribe('busticket/schedules/+/seats');
    await hoarder.client.endAsync();
    await Promise.all(
      Array.from({ length: 120 }, (_, seat) =>
        service.publish({ topic: 'schedules/7/seats', payload: JSON.stringify({ seat }) }),
      ),
    );
    const back = await listenTo(mosquitto!.url, session);
    listeners.push(back);
    // Publishes this message until the listener gets it, after all waiting messages. The broker drops new messages
    // while the queue is full.
    await eventually(async () => {
      await service.publish({ topic: 'schedules/8/seats', payload: '{}' });
      return topicsOf(back).includes('busticket/schedules/8/seats');
    });
    expect(topicsOf(back).filter((topic) => topic === 'busticket/schedules/7/seats').length).to.be.within(1, 80);
  });

  it('Mosquitto deletes disconnected sessions after an hour, and limits the memory of all sessions', () => {
    const settings = readFileSync(join(SHIPPED, 'mosquitto.conf'), 'utf8');
    expect(settings)
      .to.match(/^persistent_client_expiration 1h$/m)
      .and.match(/^memory_limit [1-9]\d{6,9}$/m)
      .and.match(/^max_queued_bytes [1-9]\d{3,6}$/m);
  });

  it('Mosquitto lets only the service publish messages or last wills', async () => {
    const witness = await listen('busticket/schedules/+/seats');
    for (const as of [undefined, 3] as const) {
      const forger = await listenTo(mosquitto!.url, {
        ...(as && { username: String(as), password: PEOPLE[as] }),
        will: { topic: 'busticket/schedules/8/seats', payload: Buffer.from('{}'), qos: 1, retain: true },
      });
      await forger.client.publishAsync('busticket/schedules/8/seats', '{}', { qos: 1 }).catch(() => undefined);
      forger.client.stream.destroy();
    }
    await tellAll();
    await witness.heard(1);
    expect(topicsOf(witness)).to.deep.equal(['busticket/schedules/7/seats']);
  });
});
