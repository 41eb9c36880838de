import { randomInt } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { expect } from 'chai';
import { type Database, connectDatabase } from '../../adapters/knex/engine/database.ts';
import type { Client } from '../support/http.ts';
import { type Traveller, register, smallCatalogue } from '../support/journey.ts';
import { type Figures, type Offer, insist, noFigures, purchase } from '../support/mixed-purchases.ts';
import { freePort } from '../support/ports.ts';
import {
  type Environment,
  type ServiceProcess,
  importCatalogue,
  launch,
  ownFolder,
  startProcess,
} from '../support/process.ts';
import { PLAYED } from '../support/sandbox-payments.ts';
import { freshDatabase, needs } from '../support/servers.ts';

/** The number of purchases. PURCHASES=1000 makes a long run, which prints figures. */
const PURCHASES = Number(process.env['PURCHASES'] ?? 60);
const IS_LONG = process.env['PURCHASES'] !== undefined;
const LEAST_KILLS = 3;
const TRAVELLERS = 10;
const DAYS = 90;
const SEATS = ['A1', 'A2', 'A3', 'A4', 'B1', 'B2', 'B3', 'B4'];
const SECRET = 'the same secret in every process, please';

/** A catalogue of two buses, each with a trip every day for DAYS days. The bus without a seat map has 40 places. */
const catalogue = {
  ...smallCatalogue,
  buses: smallCatalogue.buses.map((bus) => (bus.seat_map ? bus : { ...bus, total_seats: 40 })),
  schedules: smallCatalogue.schedules.map((one) => ({ ...one, daily: { ...one.daily, days: DAYS } })),
};

/**
 * Starts processes on one database, with one public address. Each process listens on its own port, and keeps that port
 * after a restart.
 */
function shopOf(folder: string, environment: Environment) {
  const running = new Map<string, ServiceProcess>();
  const start = async (port: string): Promise<void> => {
    running.set(port, await startProcess(folder, { ...environment, PORT: port, APP_SECRET: SECRET }));
  };
  return {
    pick: (): Client | undefined => [...running.values()][randomInt(Math.max(1, running.size))],
    start,
    /** Kills a random process, and starts it again on the same port. */
    async killOne(): Promise<void> {
      const [port, victim] = [...running][randomInt(running.size)]!;
      running.delete(port);
      await victim.end('SIGKILL');
      await start(port);
    },
    stop: () => Promise.all([...running.values()].map((one) => one.end('SIGTERM'))),
  };
}

type RunningShop = ReturnType<typeof shopOf>;

/** Lets passengers buy while the test kills processes. Ends after enough purchases and kills. */
async function buyUnderKills(
  shop: RunningShop,
  travellers: readonly Traveller[],
  offers: readonly Offer[],
  figures: Figures,
): Promise<void> {
  const isEnough = (): boolean => figures.purchases >= PURCHASES && figures.kills >= LEAST_KILLS;
  const buying = travellers.map(async (by) => {
    while (!isEnough()) await purchase({ shop, by, figures }, offers);
  });
  const over = Promise.all(buying).then(() => 'over' as const);
  const later = (): Promise<'later'> => pause(randomInt(100, 2_000), 'later');
  while ((await Promise.race([over, later()])) === 'later') {
    await shop.killOne();
    figures.kills += 1;
  }
}

/** Runs a query, and returns the rows as objects. */
const rowsOf = async (
  { knex }: Database,
  query: string,
): Promise<readonly Readonly<Record<string, number | string | null>>[]> => {
  const found: unknown = await knex.raw(query);
  return (Array.isArray(found) ? found : (found as { rows: unknown }).rows) as Readonly<
    Record<string, number | string | null>
  >[];
};

/** Selects payments that were paid at a gateway of the sandbox, but that the service has not settled. */
const UNSETTLED = `select p.id from sandbox_payments s
  join payments p on p.gateway = s.gateway and p.gateway_id = s.id
  where s.paid_at is not null and p.status not in ('COMPLETE', 'FULL_REFUND', 'PARTIAL_REFUND')`;
const IN_PROGRESS = `select r.id, r.status, r.attempts from refunds r join payments p on p.id = r.payment_id
  where p.gateway = 'KHALTI' and r.next_attempt_at is not null`;

const [LOOK_MS, MOST_LOOKS] = [1_000, 120];

/** Runs all delayed work at once, again and again, until no payment or refund is open. */
async function untilSettled(database: Database): Promise<void> {
  let open: readonly unknown[] = [];
  for (let look = 0; look < MOST_LOOKS; look += 1) {
    open = [...(await rowsOf(database, UNSETTLED)), ...(await rowsOf(database, IN_PROGRESS))];
    if (open.length === 0) return;
    await database.transaction(async (sql) => {
      await sql.changes`
        update payments set next_enquiry_at = 1, enquiring_until = null where next_enquiry_at is not null`;
      await sql.changes`update refunds set next_attempt_at = 1 where next_attempt_at is not null`;
    });
    await pause(LOOK_MS);
  }
  throw new Error(`Money is still on its way: ${JSON.stringify(open)}`);
}

/**
 * Selects for each payment the amount that Khalti refunded, and the service's automatic refunds (paid or unclear).
 */
const GIVEN_BACK = `select p.id, s.given_back_paisa as given, s.paid_paisa as paid,
    coalesce((select sum(r.amount_paisa) from refunds r
      where r.payment_id = p.id and r.method = 'AUTOMATIC' and r.status = 'PAID'), 0) as known,
    coalesce((select sum(r.amount_paisa) from refunds r
      where r.payment_id = p.id and r.method = 'AUTOMATIC' and r.status = 'SENT'), 0) as unclear
  from sandbox_payments s join payments p on p.gateway = s.gateway and p.gateway_id = s.id
  where s.gateway = 'KHALTI' and s.paid_at is not null`;

async function expectNobodyLostMoney(database: Database): Promise<void> {
  expect(await rowsOf(database, UNSETTLED), 'payments with money that are not settled').to.deep.equal([]);
  const homeless = await rowsOf(
    database,
    `select p.id from payments p join bookings b on b.id = p.booking_id
      where p.status = 'COMPLETE' and b.booking_status not in ('CONFIRMED', 'CHECKED_IN', 'COMPLETED')
        and not exists (select 1 from refunds r where r.payment_id = p.id)
        and coalesce(b.cancellation_fee_paisa, -1) <> b.total_amount_paisa`,
  );
  expect(homeless, 'payments with neither seat nor refund').to.deep.equal([]);
  for (const { id, given, paid, known, unclear } of await rowsOf(database, GIVEN_BACK)) {
    expect(Number(given), `given back of payment ${id}`).to.be.oneOf([Number(known), Number(known) + Number(unclear)]);
    expect(Number(given), `given back of payment ${id}`).to.be.at.most(Number(paid));
  }
}

async function reportOf(database: Database): Promise<object> {
  const count = async (what: string): Promise<object> =>
    Object.fromEntries((await rowsOf(database, what)).map(({ name, count: number }) => [name, Number(number)]));
  return {
    payments: await count(
      `select gateway || ' ' || status as name, count(*) as count from payments group by gateway, status order by 1`,
    ),
    refunds: await count(
      `select reason || ' ' || status || ' ' || coalesce(method, 'by hand') ||
          case when failure = 'unclear' then ' unclear' else '' end as name, count(*) as count
        from refunds group by 1 order by 1`,
    ),
    doubtful: (await rowsOf(database, 'select id from refunds where is_doubtful')).length,
  };
}

function survivesKills(title: string, processes: number, urlOf: (folder: string) => Promise<string>): void {
  describe(`purchases by all four methods, mixed, under kills (${title})`, function () {
    this.timeout(120_000 + PURCHASES * 3_000);
    let remove: (() => Promise<void>) | undefined;
    let folder: string;
    let url: string;

    before(async function () {
      ({ folder, remove } = await ownFolder());
      url = await urlOf(folder);
      needs(this, url);
    });
    after(() => remove?.());

    it('every payment ends in a seat or a refund, and no automatic refund is paid twice, whichever process is killed', async () => {
      const baseUrl = `http://127.0.0.1:${await freePort()}`;
      const environment = { DATABASE_URL: url, BASE_URL: baseUrl, REFUND_LOOKUP_MINUTES: '1' };
      const { schedules } = await importCatalogue(folder, catalogue, environment);
      const offers = Object.entries(schedules).map(([key, trip]): Offer => ({
        trip,
        seats: key.startsWith('deluxe') ? SEATS : [],
      }));
      const shop = shopOf(folder, environment);
      for (let count = 0; count < processes; count += 1) await shop.start(String(await freePort()));
      const figures = noFigures();
      const travellers: Traveller[] = [];
      for (let count = 0; count < TRAVELLERS; count += 1) travellers.push(await register(shop.pick()!));

      const began = performance.now();
      await buyUnderKills(shop, travellers, offers, figures);
      const seconds = Math.round((performance.now() - began) / 1_000);
      for (const gateway of PLAYED)
        for (const fault of ['http-500', 'garbage', 'timeout', ...(gateway === 'KHALTI' ? KHALTI_FAULTS : [])])
          await insist({ shop, figures }, (api) => api.post('/sandbox/control', { gateway, fault, times: 0 }));

      const database = connectDatabase(url);
      try {
        await untilSettled(database);
        await shop.stop();
        await expectNobodyLostMoney(database);
        if (IS_LONG)
          process.stdout.write(
            `${JSON.stringify({ title, seconds, ...figures, ...(await reportOf(database)) }, null, 2)}\n`,
          );
      } finally {
        await database.close();
      }
      expect(figures.paid).to.be.greaterThan(PURCHASES / 3);
      const check = launch('check.js', [], environment);
      expect(await check.exited, check.stdout()).to.deep.equal({ code: 0, signal: null });
    });
  });
}

const KHALTI_FAULTS = ['lose-refund-answer', 'refuse-refund'];

survivesKills('SQLite, one process', 1, async (folder) => `sqlite:${folder}/bus.sqlite`);
survivesKills('Postgres, two processes', 2, freshDatabase);
