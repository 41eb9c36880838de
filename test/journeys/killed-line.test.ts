import { randomInt } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { expect } from 'chai';
import { eventually } from '../support/eventually.ts';
import type { Client, Json } from '../support/http.ts';
import { type Traveller, book, hold, register, smallCatalogue } from '../support/journey.ts';
import {
  type Environment,
  type ServiceProcess,
  importCatalogue,
  launch,
  ownFolder,
  startProcess,
} from '../support/process.ts';
import { freshDatabase, needs } from '../support/servers.ts';

/** How often the test kills a process, each time on another trip. KILL_CYCLES=20 makes a long run. */
const CYCLES = Number(process.env['KILL_CYCLES'] ?? 2);
const WAITING = 24;
const CANCELLED = ['A1', 'A2', 'B1', 'B2'];
const OTHERS = ['A3', 'A4', 'B3', 'B4'];

const people = (api: Client, count: number): Promise<readonly Traveller[]> =>
  Promise.all(Array.from({ length: count }, () => register(api)));

describe('people who wait for seats, while a process is killed', function () {
  this.timeout(180_000 + CYCLES * 60_000);
  let folder: string;
  let remove: (() => Promise<void>) | undefined;
  let environment: Environment;
  let processes: ServiceProcess[] = [];

  before(async function () {
    const url = await freshDatabase();
    needs(this, url);
    ({ folder, remove } = await ownFolder());
    environment = { DATABASE_URL: url, APP_SECRET: 'the same secret in every process, please', OFFER_QUIET: 'off' };
    const schedules = smallCatalogue.schedules.map((one) => ({ ...one, daily: { ...one.daily, days: 2 + CYCLES } }));
    await importCatalogue(folder, { ...smallCatalogue, schedules }, environment);
    processes = [await startProcess(folder, environment), await startProcess(folder, environment)];
  });
  after(async () => {
    await Promise.all(processes.map((one) => one.end('SIGTERM')));
    await remove?.();
  });

  /** The wait of a person on a trip. */
  const waitOf = async (api: Client, { token }: Traveller): Promise<Json> => {
    const [wait] = (await api.get('/api/waits', token)).json;
    return wait;
  };

  /** Cancels bookings at once on both processes, kills the first of them meanwhile, and repeats what it left open. */
  async function cancelAmidKill(bookings: readonly { readonly by: Traveller; readonly id: number }[]): Promise<void> {
    const [killed, other] = processes as [ServiceProcess, ServiceProcess];
    const cancel = (api: Client, { by, id }: (typeof bookings)[number]) =>
      api.post(`/api/bookings/${id}/cancel`, {}, by.token);
    const asked = bookings.map((one, index) =>
      cancel(index % 2 === 0 ? killed : other, one).catch((error: unknown) => {
        // A kill ends the connections of requests that wait for an answer.
        if (!(error instanceof TypeError)) throw error;
        return undefined;
      }),
    );
    await pause(randomInt(0, 60));
    await killed.end('SIGKILL');
    const answers = await Promise.all(asked);
    for (const [index, answer] of answers.entries())
      if (answer === undefined) {
        const { by, id } = bookings[index]!;
        const { booking_status: status } = (await other.get(`/api/bookings/${id}`, by.token)).json;
        if (status !== 'CANCELLED') expect((await cancel(other, bookings[index]!)).status).to.equal(200);
      } else expect(answer.status, answer.text).to.equal(200);
    processes = [await startProcess(folder, environment), other];
  }

  it('24 people wait, four seats are cancelled at once and a process is killed: the first four get one each', async () => {
    const { results } = (await processes[0]!.get('/api/trips?bus_type=DELUXE')).json;
    for (const { id: trip } of (results as readonly Json[]).slice(-CYCLES)) {
      const [api] = processes as [ServiceProcess];
      const [rest, ...owners] = await people(api, 1 + CANCELLED.length);
      await hold(api, rest!, trip, ...OTHERS);
      await book(api, rest!, trip, ...OTHERS);
      const bookings: { by: Traveller; id: number }[] = [];
      for (const [index, by] of owners.entries()) {
        await hold(api, by, trip, CANCELLED[index]!);
        bookings.push({ by, id: (await book(api, by, trip, CANCELLED[index]!)).id });
      }
      const line = await people(api, WAITING);
      for (const { token } of line)
        expect((await api.post(`/api/trips/${trip}/wait`, { seats: 1 }, token)).status).to.equal(201);

      await cancelAmidKill(bookings);

      const alive = processes[1]!;
      const waits = await Promise.all(line.map((by) => waitOf(alive, by)));
      expect(waits.map(({ status }) => status)).to.deep.equal([
        ...CANCELLED.map(() => 'OFFERED'),
        ...Array<string>(WAITING - CANCELLED.length).fill('WAITING'),
      ]);
      const offered = waits.flatMap(({ offer }) => (offer === null ? [] : (offer.seat_numbers as string[])));
      expect(offered.sort()).to.deep.equal(CANCELLED);
      const { seats } = (await alive.get(`/api/trips/${trip}/seats`)).json;
      expect(seats.filter(({ status }: Json) => status === 'AVAILABLE')).to.deep.equal([]);
    }
    // The events of the last cycle are published within a moment.
    await eventually(async () => (await launch('check.js', [], environment).exited).code === 0, 60);
  });
});
