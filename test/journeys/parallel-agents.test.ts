import { randomInt } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { expect } from 'chai';
import { eventually } from '../support/eventually.ts';
import type { Answer, Client, Json } from '../support/http.ts';
import { smallCatalogue } from '../support/journey.ts';
import {
  type Environment,
  type ServiceProcess,
  importCatalogue,
  launch,
  ownFolder,
  startProcess,
} from '../support/process.ts';
import { freshDatabase, needs } from '../support/servers.ts';

/**
 * Agents that sell, change and cancel at once: in one process on SQLite, in two processes on Postgres. A seat is sold
 * once, a reference is one booking, no agent gets more credit than it has, and the books are right.
 */

/** How often the test kills a process. KILL_CYCLES=20 makes a long run. */
const CYCLES = Number(process.env['KILL_CYCLES'] ?? 3);
const AT_ONCE = 200;
/** Days with a trip of each bus, of which the tests sell the first ones. */
const DAYS = 8;
const SEATS = ['A1', 'A2', 'A3', 'A4', 'B1', 'B2', 'B3', 'B4'];
/** The credit of an agent in rupees, which the sales of the test use up. */
const CREDIT = 20_000;

const any = <Item>(of: readonly Item[]): Item => of[randomInt(of.length)]!;

/** An order that agents send. A refused one may be sent again under its reference. */
interface Order {
  readonly key: string;
  readonly reference: string;
  readonly trip: number;
  readonly seat: string | undefined;
}

const bodyOf = ({ reference, trip, seat }: Order) => ({
  schedule_id: trip,
  ...(seat === undefined ? { seats: 1 } : { seat_numbers: [seat] }),
  holder: reference,
  reference,
  contact: { name: 'Asha Gurung', phone: '9812345678' },
});

/** Sends a request again while the service is busy, as agents' programs do. */
async function patient(send: () => Promise<Answer>): Promise<Answer> {
  const answer = await send();
  if (answer.status !== 503) return answer;
  await pause(randomInt(100, 1_000));
  return patient(send);
}

const post = (api: Client, path: string, body: object, key: string): Promise<Answer> =>
  patient(() => api.post(`/api/agent/${path}`, body, key));

/** Holds the seat and sells it. Undefined if somebody else holds the seat. */
async function sell(api: Client, order: Order): Promise<Answer | undefined> {
  const { key, trip, seat, reference } = order;
  if (seat !== undefined) {
    const hold = { seat_numbers: [seat], holder: reference };
    const held = await post(api, `trips/${trip}/seats/lock`, hold, key);
    if (held.status !== 200) return held;
    if (held.json.granted.length === 0) return undefined;
  }
  return post(api, 'bookings', bodyOf(order), key);
}

/** Changes a booking to a seat of another trip, which it holds first. */
async function change(api: Client, key: string, id: number, to: Omit<Order, 'key' | 'reference'>): Promise<Answer> {
  const [holder, { trip, seat }] = [`change-${id}`, to];
  if (seat !== undefined) await post(api, `trips/${trip}/seats/lock`, { seat_numbers: [seat], holder }, key);
  const seats = seat === undefined ? { seats: 1 } : { seat_numbers: [seat] };
  return post(api, `bookings/${id}/change`, { schedule_id: trip, ...seats, holder }, key);
}

const cancel = (api: Client, key: string, id: number): Promise<Answer> =>
  post(api, `bookings/${id}/cancel`, { reason: 'Ill.' }, key);

/** Expects that each request was done, or refused for a reason that an agent can name to its customer. */
const expectAnswered = (answers: readonly (Answer | undefined)[]): void => {
  const wrong = answers.flatMap((answer) => (answer && ![200, 201, 400, 409].includes(answer.status) ? [answer] : []));
  expect(wrong.map(({ status, json }) => JSON.stringify([status, json]))).to.deep.equal([]);
};

function agentsAtOnce(title: string, count: number, environmentOf: () => Promise<Environment | undefined>): void {
  describe(`agents that sell at once (${title})`, function () {
    this.timeout(240_000 + CYCLES * 20_000);
    let folder: string;
    let remove: (() => Promise<void>) | undefined;
    let environment: Environment;
    let processes: ServiceProcess[] = [];
    let keys: readonly string[];
    let trips: readonly { readonly id: number; readonly hasMap: boolean }[];
    const start = () => startProcess(folder, environment);
    const api = (): Client => any(processes);

    before(async function () {
      const given = await environmentOf();
      needs(this, given);
      ({ folder, remove } = await ownFolder());
      environment = { ...given, APP_SECRET: 'the same secret in every process, please' };
      const schedules = smallCatalogue.schedules.map((one) => ({ ...one, daily: { ...one.daily, days: DAYS } }));
      await importCatalogue(folder, { ...smallCatalogue, schedules }, environment);
      processes = await Promise.all(Array.from({ length: count }, start));
      keys = await Promise.all(
        ['Himal Tickets', 'Kite Travels', 'Lake Tours'].map(
          async (name) => (await api().post('/sandbox/agents', { name })).json.key as string,
        ),
      );
      for (const key of keys)
        await api().post('/sandbox/agents/act', { action: 'set_credit', credit_limit: CREDIT }, key);
      const { results } = (await api().get('/api/agent/trips?page_size=100', keys[0])).json;
      trips = results.map(({ id, bus }: Json) => ({ id, hasMap: bus.has_seat_map }));
    });
    after(async () => {
      await Promise.all(processes.map((one) => one.end('SIGTERM')));
      await remove?.();
    });

    let references = 0;
    const anOrder = (): Order => {
      const { id, hasMap } = any(trips);
      references += 1;
      return { key: any(keys), reference: `R-${references}`, trip: id, seat: hasMap ? any(SEATS) : undefined };
    };

    /** All bookings of an agent, newest first. */
    async function bookingsOf(key: string): Promise<readonly Json[]> {
      const found: Json[] = [];
      for (let path: string | null = '/api/agent/bookings?page_size=100'; path !== null;) {
        const { json } = await api().get(path, key);
        found.push(...json.results);
        path = json.next_cursor === null ? null : `/api/agent/bookings?page_size=100&cursor=${json.next_cursor}`;
      }
      return found;
    }

    /** Expects that no seat is sold twice, no reference twice, and that no agent owes more than its credit. */
    async function expectSoldOnce(): Promise<void> {
      const taken = new Set<string>();
      for (const key of keys) {
        const { available } = (await api().get('/api/agent/account', key)).json;
        expect(available, 'the available credit').to.be.at.least(0);
        const sold = new Set<string>();
        for (const { reference, schedule_id: trip, booking_status, seats, changed_from } of await bookingsOf(key)) {
          if (changed_from === null) {
            expect(sold.has(reference), `${reference} is sold twice`).to.equal(false);
            sold.add(reference);
          }
          for (const { seat_number } of booking_status === 'CONFIRMED' ? seats : []) {
            const seat = `${trip} ${seat_number}`;
            expect(taken.has(seat), `seat ${seat} is sold twice`).to.equal(false);
            taken.add(seat);
          }
        }
      }
    }

    it('200 sales of three agents at once, and then changes and cancellations, sell no seat twice and take no more than the credit', async () => {
      const orders = Array.from({ length: AT_ONCE }, anOrder);
      // Each tenth order is sent twice at once.
      const sent = orders.flatMap((order, index) => (index % 10 === 0 ? [order, order] : [order]));
      const sales = await Promise.all(sent.map(async (order) => ({ order, answer: await sell(api(), order) })));
      expectAnswered(sales.map(({ answer }) => answer));
      const codes = sales.map(({ answer }) => answer?.json.code as string | undefined);
      expect(codes).to.include('CREDIT_EXHAUSTED');
      await expectSoldOnce();

      const bookings = (
        await Promise.all(keys.map(async (key) => (await bookingsOf(key)).map(({ id }) => ({ key, id: id as number }))))
      ).flat();
      const deeds = Array.from({ length: AT_ONCE }, async (_, index) => {
        const { key, id } = any(bookings);
        const { trip, seat, ...order } = anOrder();
        if (index % 3 === 0) return cancel(api(), key, id);
        return index % 3 === 1 ? change(api(), key, id, { trip, seat }) : sell(api(), { ...order, trip, seat });
      });
      expectAnswered(await Promise.all(deeds));
      await expectSoldOnce();
    });

    it('what an agent was answered stands when a process is killed again and again, and a reference is one booking', async () => {
      for (const key of keys)
        await api().post('/sandbox/agents/act', { action: 'set_credit', credit_limit: 1_000_000 }, key);
      /** The answered bookings by id, with the status that they have at least reached. */
      const answered = new Map<number, { readonly key: string; status: string }>();
      /** Orders whose answer a kill may have cut off. */
      const sent: Order[] = [];

      async function work(client: Client): Promise<void> {
        for (;;) {
          const order = anOrder();
          sent.push(order);
          const sold = await sell(client, order);
          if (sold?.status !== 201) continue;
          const { id } = sold.json as { readonly id: number };
          answered.set(id, { key: order.key, status: 'CONFIRMED' });
          if (randomInt(3) > 0) continue;
          // A cancellation whose answer is cut off may have happened.
          answered.get(id)!.status = 'ANY';
          if ((await cancel(client, order.key, id)).status === 200) answered.get(id)!.status = 'REFUNDED';
        }
      }

      for (let cycle = 0; cycle < CYCLES; cycle += 1) {
        const works = processes.flatMap((one) =>
          Array.from({ length: 4 }, () =>
            work(one).catch((error: unknown) => {
              // Ignores the TypeError of a request that a kill interrupts. A wrong answer still fails the test.
              if (!(error instanceof TypeError)) throw error;
            }),
          ),
        );
        await eventually(() => cycle > 0 || answered.size > 0, 60);
        await pause(randomInt(50, 400));
        await Promise.all(processes.map((one) => one.end('SIGKILL')));
        await Promise.all(works);
        processes = await Promise.all(Array.from({ length: count }, start));
      }

      for (const order of sent.slice(-30)) {
        const status = (await post(api(), 'bookings', bodyOf(order), order.key)).status;
        expect([200, 201, 409]).to.include(status);
      }
      for (const [id, { key, status }] of answered) {
        const { json } = await api().get(`/api/agent/bookings/${id}`, key);
        expect(json.id).to.equal(id);
        if (status !== 'ANY') expect(json.booking_status, `booking ${id}`).to.equal(status);
      }
      expect(answered.size).to.be.greaterThan(0);
      await expectSoldOnce();
      await Promise.all(processes.map((one) => one.end('SIGTERM')));
      const check = launch('check.js', [], { DATABASE_URL: `sqlite:${folder}/bus.sqlite`, ...environment });
      expect(await check.exited, check.stdout()).to.deep.equal({ code: 0, signal: null });
    });
  });
}

agentsAtOnce('SQLite', 1, async () => ({}));
agentsAtOnce('Postgres', 2, async () => {
  const url = await freshDatabase();
  return url === '' ? undefined : { DATABASE_URL: url };
});
