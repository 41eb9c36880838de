import { connect } from 'mqtt';
import { expect } from 'chai';
import type { SeatNumber, TripId } from '../../core/kernel/ids.ts';
import { seatsChanged } from '../../core/seats/seat-events.ts';
import { eventually } from '../support/eventually.ts';
import { type Api, startApi } from '../support/http.ts';
import { type Mosquitto, ownMosquitto } from '../support/mosquitto.ts';
import { isInstalled, needs } from '../support/servers.ts';

describe('events when the broker dies', () => {
  let mosquitto: Mosquitto;
  let api: Api | undefined;

  before(async function () {
    needs(this, isInstalled('mosquitto'));
  });
  beforeEach(async () => {
    mosquitto = await ownMosquitto();
    await mosquitto.start();
    api = await startApi({ environment: { MQTT_URL: mosquitto.url }, overrides: { relays: true } });
  });
  afterEach(async () => {
    await api?.close();
    await mosquitto.remove();
  });

  const record = (seat: string) =>
    api!.dependencies.transact(({ events }) =>
      events.record(seatsChanged(7 as TripId, [seat as SeatNumber], 'LOCKED'), api!.clock()),
    );
  const allPublished = () => eventually(async () => !(await api!.dependencies.hasPendingEvents()));
  /**
   * Connects to the broker, waits until `until` is true, and disconnects. The broker then stores the messages for this
   * client.
   */
  const visit = async (until: (seats: readonly string[]) => boolean): Promise<readonly string[]> => {
    // Sets the listener before it connects, because the broker's first packet may contain stored messages.
    const client = connect(mosquitto.url, { clean: false, clientId: 'durable', reconnectPeriod: 0 });
    const seats: string[] = [];
    client.on('message', (_topic, payload) => {
      seats.push(...(JSON.parse(payload.toString()) as { seat_numbers: string[] }).seat_numbers);
    });
    await client.subscribeAsync('busticket/schedules/+/seats', { qos: 1 });
    await eventually(() => until(seats));
    await client.endAsync();
    return seats;
  };

  it('events that a broker acknowledged just before it died are published again', async () => {
    await visit(() => true);
    await mosquitto.save();
    await record('A1');
    await record('A2');
    await allPublished();
    await mosquitto.kill();
    await mosquitto.start();
    await record('A3');
    await allPublished();
    expect([...new Set(await visit((seats) => seats.includes('A3')))]).to.deep.equal(['A1', 'A2', 'A3']);
  });

  it('events reach a running broker at once', async () => {
    const visiting = visit((seats) => seats.length === 2);
    await eventually(async () => (await api!.get('/readyz')).json.mqtt === 'ok');
    await record('A1');
    await record('A2');
    expect([...new Set(await visiting)]).to.deep.equal(['A1', 'A2']);
  });
});
