import { randomInt } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { expect } from 'chai';
import { type EsewaServer, startEsewa } from '../support/esewa-server.ts';
import { eventually } from '../support/eventually.ts';
import type { Answer, Client, Json } from '../support/http.ts';
import { type Traveller, register, smallCatalogue, viewBooking } from '../support/journey.ts';
import {
  type Environment,
  type ServiceProcess,
  importCatalogue,
  launch,
  ownFolder,
  startProcess,
} from '../support/process.ts';
import { freshDatabase, needs } from '../support/servers.ts';

/** How often the test kills the process. KILL_CYCLES=20 makes a long run. */
const CYCLES = Number(process.env['KILL_CYCLES'] ?? 3);
const TRAVELLERS = 6;
const SEATS = ['A1', 'A2', 'A3', 'A4', 'B1', 'B2', 'B3', 'B4'];

/** The bookings and confirmations that passengers got, and the payments that the gateway took. */
interface Answered {
  readonly booked: { readonly by: Traveller; readonly id: number }[];
  readonly confirmed: { readonly by: Traveller; readonly id: number }[];
  /** The `data` parameter of the eSewa callback, for every payment that is COMPLETE at the gateway. */
  readonly paid: string[];
}

const SUCCESS = '/api/payments/passenger/gateway/success';

/** Holds, books and pays one seat after another, until the process dies. */
async function travel(
  api: Client,
  by: Traveller,
  trips: readonly number[],
  esewa: EsewaServer,
  answered: Answered,
): Promise<void> {
  for (;;) {
    const [trip, seat] = [trips[randomInt(trips.length)]!, SEATS[randomInt(SEATS.length)]!];
    const held = await api.post(`/api/trips/${trip}/seats/lock`, { seat_numbers: [seat] }, by.token);
    if (held.json.granted.length === 0) continue;
    const booking: Json = (
      await created(api.post('/api/bookings', { schedule_id: trip, seat_numbers: [seat] }, by.token))
    ).json;
    answered.booked.push({ by, id: booking.id });
    const { form_fields: form } = (await api.post(`/api/bookings/${booking.id}/checkout`, undefined, by.token)).json;
    esewa.say(form.transaction_uuid, 'COMPLETE');
    const data = esewa.data(form);
    answered.paid.push(data);
    if (await succeeds(api, data)) answered.confirmed.push({ by, id: booking.id });
  }
}

async function created(answer: Promise<Answer>): Promise<Answer> {
  const { status } = await answer;
  expect(status).to.equal(201);
  return answer;
}

/** Opens the address to which the gateway sends the browser. True if the result page says that the booking is paid. */
async function succeeds(api: Client, data: string): Promise<boolean> {
  const { status, headers } = await api.get(`${SUCCESS}?data=${encodeURIComponent(data)}`);
  return status === 302 && headers.get('location')!.includes('success=true');
}

function survivesKilling(title: string, environmentOf: () => Promise<Environment | undefined>): void {
  describe(`payments while the process is killed again and again (${title})`, function () {
    this.timeout(180_000 + CYCLES * 40_000);
    let folder: string;
    let remove: (() => Promise<void>) | undefined;
    let esewa: EsewaServer | undefined;
    let environment: Environment;

    before(async function () {
      const database = await environmentOf();
      needs(this, database);
      ({ folder, remove } = await ownFolder());
      esewa = await startEsewa();
      environment = { ...database, ...esewa.environment };
      await importCatalogue(
        folder,
        {
          ...smallCatalogue,
          schedules: smallCatalogue.schedules.map((one) => ({ ...one, daily: { ...one.daily, days: 20 } })),
        },
        environment,
      );
    });
    after(async () => {
      await esewa?.close();
      await remove?.();
    });

    it('payments and bookings that the service has acknowledged survive when its process is killed again and again', async () => {
      const answered: Answered = { booked: [], confirmed: [], paid: [] };
      let api: ServiceProcess = await startProcess(folder, environment);
      const travellers = await Promise.all(Array.from({ length: TRAVELLERS }, () => register(api)));
      const { results } = (await api.get('/api/trips?bus_type=DELUXE')).json;
      const trips = results.map(({ id }: { id: number }) => id);

      for (let cycle = 0; cycle < CYCLES; cycle += 1) {
        const journeys = travellers.map((by) =>
          travel(api, by, trips, esewa!, answered).catch((error: unknown) => {
            // Ignores the TypeError of a request that a kill interrupts. A wrong answer still fails the test.
            if (!(error instanceof TypeError)) throw error;
          }),
        );
        // Waits for a payment in the first cycle. On a slow machine, the kill could otherwise come before any payment.
        await eventually(() => cycle > 0 || answered.confirmed.length > 0, 60);
        await pause(randomInt(50, 700));
        await api.end('SIGKILL');
        await Promise.all(journeys);
        api = await startProcess(folder, environment);
      }

      for (const data of answered.paid) await api.get(`${SUCCESS}?data=${encodeURIComponent(data)}`);
      for (const { by, id } of answered.booked) expect((await viewBooking(api, by, id)).id).to.equal(id);
      for (const { by, id } of answered.confirmed)
        expect((await viewBooking(api, by, id)).booking_status).to.equal('CONFIRMED');
      expect(answered.confirmed).to.have.length.greaterThan(0);
      await api.end('SIGTERM');

      const check = launch('check.js', [], { DATABASE_URL: `sqlite:${folder}/bus.sqlite`, ...environment });
      expect(await check.exited, check.stdout()).to.deep.equal({ code: 0, signal: null });
    });
  });
}

survivesKilling('SQLite', async () => ({}));
survivesKilling('Postgres', async () => {
  const url = await freshDatabase();
  return url === '' ? undefined : { DATABASE_URL: url };
});
