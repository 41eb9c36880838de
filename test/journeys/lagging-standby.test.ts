import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'chai';
import { readPublished } from '../../app/published-events.ts';
import { type Balancer, balancer } from '../support/balancer.ts';
import { type EsewaServer, startEsewa } from '../support/esewa-server.ts';
import { eventually } from '../support/eventually.ts';
import {
  type Traveller,
  book,
  checkOut,
  findTrip,
  hold,
  register,
  smallCatalogue,
  viewBooking,
} from '../support/journey.ts';
import {
  type Environment,
  type ServiceProcess,
  importCatalogue,
  launch,
  ownFolder,
  startProcess,
} from '../support/process.ts';
import { type ReplicatedPostgres, replicatedPostgres } from '../support/replicated-postgres.ts';
import { needs } from '../support/servers.ts';

const SUCCESS = '/api/payments/passenger/gateway/success';

interface Bought {
  /** The booking. */
  readonly id: number;
  readonly reference: string;
  /** The payment in the gateway's own list. */
  readonly line: string;
}

describe('a failover of Postgres to an asynchronous standby that lags', function () {
  this.timeout(300_000);
  let postgres: ReplicatedPostgres | undefined;
  let proxy: Balancer | undefined;
  let esewa: EsewaServer | undefined;
  let home: Awaited<ReturnType<typeof ownFolder>> | undefined;
  let environment: Environment;
  let service: ServiceProcess | undefined;

  before(async function () {
    postgres = await replicatedPostgres();
    needs(this, postgres);
    proxy = await balancer(postgres.url);
    esewa = await startEsewa();
    home = await ownFolder();
    environment = { DATABASE_URL: proxy.url, DATA_DIR: home.folder, ...esewa.environment };
    service = await startProcess(home.folder, environment);
    await importCatalogue(home.folder, smallCatalogue, environment);
  });
  after(async () => {
    await service?.end('SIGTERM');
    await esewa?.close();
    proxy?.close();
    await postgres?.remove();
    await home?.remove();
  });

  /** Buys a seat, and sees the page that says so. */
  async function buy(traveller: Traveller, seat: string): Promise<Bought> {
    const trip = await findTrip(service!);
    await hold(service!, traveller, trip.id, seat);
    const { id } = await book(service!, traveller, trip.id, seat);
    const { form_fields: form } = await checkOut(service!, traveller, id);
    esewa!.say(form.transaction_uuid, 'COMPLETE');
    const { headers } = await service!.get(`${SUCCESS}?data=${encodeURIComponent(esewa!.data(form))}`);
    expect(headers.get('location')).to.include('success=true');
    const reference = form.transaction_uuid as string;
    return { id, reference, line: `${reference},${form.total_amount},${new Date().toISOString()}` };
  }

  /** Runs a command of the service to its end. */
  async function run(program: string, ...args: readonly string[]) {
    const { exited, stdout } = launch(program, args, environment);
    const { code } = await exited;
    return { code, lines: stdout().trimEnd().split('\n') };
  }

  it('a failover to a standby that lags loses acknowledged sales, and the start, the check and the reconciliation name each', async () => {
    const [asha, bikram] = [await register(service!), await register(service!)];
    const kept = await buy(asha, 'A1');
    const isOnStandby = async (): Promise<boolean> => {
      const [row] = await postgres!.onReplica(
        `select 1 from bookings where id = ${kept.id} and booking_status = 'CONFIRMED'`,
      );
      return row !== undefined;
    };
    await eventually(isOnStandby);
    await postgres!.holdStreamBack();

    const since = new Date().toISOString();
    const lost = await buy(bikram, 'A2');
    const known = new Set((await postgres!.onReplica('select event_id from outbox')).map(({ event_id: id }) => id));
    await eventually(async () => (await readPublished(home!.folder)).some(({ id }) => !known.has(id)));
    await postgres!.killPrimary();
    await postgres!.promoteReplica();
    proxy!.moveTo(postgres!.replicaUrl);
    await eventually(async () => (await service!.get(`/api/bookings/${kept.id}`, asha.token)).status === 200);

    expect(await viewBooking(service!, asha, kept.id)).to.include({ booking_status: 'CONFIRMED' });
    expect((await service!.get(`/api/bookings/${lost.id}`, bikram.token)).status).to.equal(404);
    const again = await buy(bikram, 'A2');

    await service!.end('SIGTERM');
    service = await startProcess(home!.folder, environment);
    expect(service.output()).to.include('the database has lost changes since ');
    const { code, lines: warnings } = await run('check.js', '--since', since);
    for (const table of ['bookings', 'payments', 'ledger_entries'])
      expect(warnings.filter((line) => line.endsWith(`(${table})`))).to.have.length(1);
    const gap = warnings.find((line) => line.endsWith('(bookings)'));
    expect(gap).to.include(`${kept.id + 1} to ${again.id - 1} are missing`);
    expect(warnings.filter((line) => /an event on schedules\/\d+\/seats was published/.test(line))).to.not.deep.equal(
      [],
    );
    expect(code, warnings.join('\n')).to.equal(0);

    const list = join(home!.folder, 'esewa.csv');
    await writeFile(list, [kept, lost, again].map(({ line }) => line).join('\n'));
    const { lines: compared } = await run('reconcile.js', 'ESEWA', list);
    expect(compared.at(-1)).to.include('2 known, 1 without a payment, 0 that differ, 0 that may still be open');
    expect(compared[0]).to.include(`MONEY WITHOUT A PAYMENT  ${lost.reference}`);
    const after = await run('check.js');
    expect(after.code, after.lines.join('\n')).to.equal(0);
  });
});
