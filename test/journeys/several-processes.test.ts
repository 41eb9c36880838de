import { Agent, request } from 'node:http';
import { expect } from 'chai';
import { durableSubscriber } from '../support/durable-subscriber.ts';
import { eventually } from '../support/eventually.ts';
import type { Client } from '../support/http.ts';
import {
  type Traveller,
  book,
  checkOut,
  findTrip,
  hold,
  payAtGateway,
  register,
  smallCatalogue,
  statusOf,
  viewBooking,
} from '../support/journey.ts';
import { type Mosquitto, ownMosquitto } from '../support/mosquitto.ts';
import { type Passage, passageTo } from '../support/outage.ts';
import { type ServiceProcess, importCatalogue, ownFolder, startProcess } from '../support/process.ts';
import { freshDatabase, isInstalled, needs } from '../support/servers.ts';

const SECRET = 'the same secret in every process, please';
const seatsOf = (count: number): readonly string[] => ['A1', 'A2', 'A3', 'A4', 'B1', 'B2'].slice(0, count);

/** A client that sends each request to the next process in turn. */
function spread(processes: () => readonly Client[]): Client {
  let calls = 0;
  const next = (): Client => {
    const all = processes();
    calls += 1;
    return all[calls % all.length]!;
  };
  return {
    get: (...of) => next().get(...of),
    post: (...of) => next().post(...of),
    put: (...of) => next().put(...of),
    patch: (...of) => next().patch(...of),
    delete: (...of) => next().delete(...of),
    send: (...of) => next().send(...of),
  };
}

describe('several processes on one Postgres and one Mosquitto', function () {
  this.timeout(300_000);
  let mosquitto: Mosquitto;
  let passage: Passage;
  let database: string;
  let folder: string;
  let remove: () => Promise<void>;
  let processes: ServiceProcess[] = [];
  const api = spread(() => processes);

  const start = (): Promise<ServiceProcess> =>
    startProcess(folder, { DATABASE_URL: passage.url, MQTT_URL: mosquitto.url, APP_SECRET: SECRET });

  before(async function () {
    database = await freshDatabase();
    needs(this, database);
    needs(this, isInstalled('mosquitto'));
    ({ folder, remove } = await ownFolder());
    passage = await passageTo(database);
    mosquitto = await ownMosquitto();
    await mosquitto.start();
    // Both processes find an empty database. One creates the schema, the other waits for it.
    processes = await Promise.all([start(), start()]);
    await importCatalogue(folder, smallCatalogue, { DATABASE_URL: database });
  });
  after(async () => {
    if (processes.length === 0) return;
    await Promise.all(processes.map((one) => one.end('SIGTERM')));
    await passage.cut();
    await mosquitto.remove();
    await remove();
  });

  it('several processes behind one address serve a passenger from the search to the ticket', async () => {
    await eventually(async () =>
      (await Promise.all(processes.map((one) => one.get('/readyz')))).every(({ json }) => json.mqtt === 'ok'),
    );
    const trip = await findTrip(api);
    const asha = await register(api);
    await hold(api, asha, trip.id, 'B3');
    const booking = await book(api, asha, trip.id, 'B3');
    expect(
      (await payAtGateway(processes[0]!, await checkOut(processes[0]!, asha, booking.id))).get('success'),
    ).to.equal('true');
    for (const one of processes)
      expect(await viewBooking(one, asha, booking.id)).to.include({ booking_status: 'CONFIRMED' });
  });

  it('several processes together give each of six seats to only one of fifty passengers', async () => {
    const trip = await findTrip(api);
    const passengers = await Promise.all(Array.from({ length: 50 }, () => register(api)));
    const locks = await Promise.all(
      passengers.map(({ token }, n) =>
        processes[n % 2]!.post(`/api/trips/${trip.id}/seats/lock`, { seat_numbers: seatsOf(6) }, token),
      ),
    );
    expect(locks.map(({ status }) => status)).to.deep.equal(Array(50).fill(200));
    const granted = locks.flatMap(({ json }) => json.granted as string[]);
    expect([...granted].sort()).to.deep.equal([...seatsOf(6)]);

    const holders = passengers.filter((_, n) => locks[n]!.json.granted.length > 0);
    const bookings = await Promise.all(
      holders.flatMap(({ token }) =>
        processes.map((one) =>
          one.post(
            '/api/bookings',
            {
              schedule_id: trip.id,
              seat_numbers: locks[passengers.findIndex((passenger) => passenger.token === token)]!.json.granted,
            },
            token,
          ),
        ),
      ),
    );
    expect(bookings.filter(({ status }) => status === 201)).to.have.length(holders.length);
    expect(bookings.filter(({ status }) => status === 409)).to.have.length(holders.length);
    for (const seat of seatsOf(6)) expect(await statusOf(api, trip.id, seat)).to.equal('BOOKED');
  });

  it('several processes together accept a refresh token or an Idempotency-Key only once', async () => {
    const asha = await register(api);
    const refreshed = await Promise.all(
      Array.from({ length: 10 }, (_, n) => processes[n % 2]!.post('/api/auth/refresh', { refresh: asha.refresh })),
    );
    expect(refreshed.map(({ status }) => status).sort()).to.deep.equal([200, ...Array<number>(9).fill(401)]);

    const trip = await findTrip(api, 'MICRO');
    const bikram = await register(api);
    const bookOnce = () =>
      Promise.all(
        processes.map((one) =>
          one.post('/api/bookings', { schedule_id: trip.id, seats: 2 }, bikram.token, {
            'Idempotency-Key': 'two seats',
          }),
        ),
      );
    const [first, again] = [await bookOnce(), await bookOnce()];
    expect(first.map(({ status }) => status)).to.include(201);
    expect(
      new Set([...first, ...again].filter(({ status }) => status === 201).map(({ json }) => json.id)).size,
    ).to.equal(1);
    expect((await findTrip(api, 'MICRO')).seats_left).to.equal(10);
  });

  it('several processes all refuse a signed-out user at once', async () => {
    const asha = await register(api);
    expect((await processes[0]!.post('/api/auth/logout-all', undefined, asha.token)).status).to.equal(200);
    for (const one of processes) expect((await one.get('/api/auth/me', asha.token)).status).to.equal(401);
  });

  it('several processes keep serving without the broker, and publish in order when it is back', async () => {
    const subscriber = await durableSubscriber(mosquitto);
    const trip = await findTrip(api, 'DELUXE');
    const asha = await register(api);
    await mosquitto.kill();
    for (let n = 0; n < 5; n += 1) {
      await hold(api, asha, trip.id, 'B4');
      expect((await api.post(`/api/trips/${trip.id}/seats/release`, undefined, asha.token)).json).to.deep.equal({
        released: 1,
      });
    }
    expect((await processes[0]!.get('/readyz')).json).to.deep.equal({ database: 'ok', mqtt: 'down' });
    await mosquitto.start();
    await subscriber.heardAll(database);
    await subscriber.close();
  });

  it('several processes lose no event when the broker and a process are killed ten times each', async () => {
    const subscriber = await durableSubscriber(mosquitto);
    const trips = await Promise.all([findTrip(api, 'DELUXE')]);
    const travellers = await Promise.all([register(api), register(api), register(api)]);
    let working = true;
    let done = 0;
    const work = async (traveller: Traveller, n: number): Promise<void> => {
      while (working) {
        const lock = await api
          .post(`/api/trips/${trips[0].id}/seats/lock`, { seat_numbers: n === 0 ? ['B4'] : [] }, traveller.token)
          .catch(() => undefined);
        const release = await api
          .post(`/api/trips/${trips[0].id}/seats/release`, undefined, traveller.token)
          .catch(() => undefined);
        for (const answer of [lock, release]) if (answer) expect(answer.status).to.be.oneOf([200]);
        done += 1;
      }
    };
    const works = travellers.map(work);
    for (let kills = 0; kills < 10; kills += 1) {
      const before = done;
      const [victim, survivor] = [processes[kills % 2]!, processes[(kills + 1) % 2]!];
      processes = [survivor];
      await mosquitto.save();
      await Promise.all([mosquitto.kill(), victim.end('SIGKILL')]);
      const [another] = await Promise.all([start(), mosquitto.start()]);
      processes = [survivor, another];
      await eventually(() => done > before + 5);
    }
    working = false;
    await Promise.all(works);
    await subscriber.heardAll(database);
    await subscriber.close();
  });

  it('several processes answer 503 while the database is down, and recover by themselves', async () => {
    const asha = await register(api);
    await passage.cut();
    const refused = await Promise.all(
      processes.flatMap((one) => [
        one.get('/api/auth/me', asha.token),
        one.get('/readyz'),
        one.get('/api/bookings', asha.token),
      ]),
    );
    expect(refused.map(({ status }) => status)).to.deep.equal(Array(6).fill(503));
    for (const { json, headers } of refused.filter(({ json: body }) => 'code' in body)) {
      expect(json.code).to.equal('DATABASE_UNAVAILABLE');
      expect(Number(headers.get('retry-after'))).to.be.above(0);
    }
    await passage.mend();
    for (const one of processes)
      await eventually(async () => (await one.get('/api/auth/me', asha.token)).status === 200, 2);
  });

  it('several processes stop without failing a running request', async () => {
    const stopping = await start();
    const asha = await register(api);
    const agent = new Agent({ keepAlive: true });
    const outcomes: string[] = [];
    let asking = true;
    const askers = Array.from({ length: 20 }, async () => {
      while (asking) {
        const outcome = await ask(agent, stopping.url, '/api/bookings', asha.token);
        outcomes.push(outcome);
        if (outcome === 'ECONNREFUSED') return;
      }
    });
    await eventually(() => outcomes.length > 200);
    expect(await stopping.end('SIGTERM')).to.deep.equal({ code: 0, signal: null });
    asking = false;
    await Promise.all(askers);
    expect([...new Set(outcomes)].sort()).to.deep.equal(['200', 'ECONNREFUSED']);
  });
});

/** The status of the answer, or the reason why no answer came. */
const ask = (agent: Agent, url: string, path: string, token: string): Promise<string> =>
  new Promise((resolve) => {
    request(new URL(path, url), { agent, headers: { Authorization: `Bearer ${token}` } }, (response) => {
      response
        .resume()
        .once('end', () => resolve(String(response.statusCode)))
        .once('error', (error) => resolve(error.message));
    })
      .once('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message))
      .end();
  });
