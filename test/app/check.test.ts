import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { existsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect } from 'chai';
import { connectDatabase } from '../../adapters/knex/engine/database.ts';
import { INVARIANTS } from '../../core/audit/finding.ts';
import { paisa } from '../../core/kernel/money.ts';
import { addSettlement } from '../../core/ledger/add-settlement.ts';
import { aBooking } from '../support/bookings.ts';
import { aTrip, seat } from '../support/catalogue.ts';
import { handClock } from '../support/clock.ts';
import { emptyDatabase, engineOn } from '../support/engines.ts';
import { aPassengerId, anAdmin } from '../support/people.ts';
import { needs, postgresUrl } from '../support/servers.ts';
import { enginesOf } from '../support/test-engines.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

interface Ended {
  readonly status: number;
  readonly stdout: string;
  readonly stderr: string;
}

const check = (url: string, ...args: readonly string[]): Promise<Ended> =>
  checkIn({ ...process.env, DATABASE_URL: url, NODE_ENV: 'test' }, args);

const checkIn = (env: NodeJS.ProcessEnv, args: readonly string[] = []): Promise<Ended> =>
  new Promise((resolve) => {
    const child = execFile(
      process.execPath,
      ['--import', 'tsx', 'app/commands/check.ts', ...args],
      { cwd: ROOT, env },
      (_error, stdout, stderr) => {
        resolve({ status: child.exitCode ?? -1, stdout, stderr });
      },
    );
  });

describe('the check command', function () {
  this.timeout(300_000);
  let folder: string;

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'check-'));
  });
  after(() => rm(folder, { recursive: true }));

  for (const kind of enginesOf('of rules')) {
    it(`the check command reports that the data are consistent, or each fault with its table row (${kind})`, async function () {
      const url = kind === 'SQLite' ? `sqlite:${join(folder, 'data.sqlite')}` : await postgresUrl();
      needs(this, url);
      await emptyDatabase(url);
      expect(await check(url)).to.deep.equal({
        status: 0,
        stdout: 'Every promise is kept (bookings looked at: 0).\n',
        stderr: '',
      });

      const database = connectDatabase(url);
      const engine = engineOn(database);
      const [trip, userId] = [await aTrip(engine), await aPassengerId(engine)];
      const free = await aBooking(engine, { userId, tripId: trip.id, seats: [seat('A1')], status: 'CANCELLED' });
      await database.close();
      expect(await check(url)).to.deep.equal({
        status: 1,
        stderr: '',
        stdout:
          `CANCELLATION_INCOMPLETE: ${free.code}: it does not say who cancelled it, when, and at what fee (booking ${free.id})\n` +
          'Broken invariants: 1 (bookings looked at: 1).\n',
      });
    });
  }

  it('the check command exits with status 0 when it finds only a warning', async () => {
    const url = `sqlite:${join(folder, 'warned.sqlite')}`;
    await emptyDatabase(url);
    const database = connectDatabase(url);
    const engine = engineOn(database);
    const { id } = await anAdmin(engine);
    await addSettlement({ ...engine, clock: handClock() })(id, {
      gateway: 'ESEWA',
      amount: paisa(50_000),
      fee: paisa(0),
      reference: 'NIC-1',
      forced: true,
    });
    await database.close();
    expect(await check(url)).to.deep.equal({
      status: 0,
      stderr: '',
      stdout:
        'WARNING: ESEWA stands at NPR -500: it gave more than it held, and settles so much less next time (gateway ESEWA)\n' +
        'Every promise is kept (bookings looked at: 0).\n',
    });
  });

  it('the check command needs only the database setting, also in production', async () => {
    const file = `sqlite:${join(folder, 'alone.sqlite')}`;
    await emptyDatabase(file);
    const { PATH } = process.env;
    expect(await checkIn({ PATH, NODE_ENV: 'production', DATABASE_URL: file, PORT: 'none' })).to.deep.equal({
      status: 0,
      stdout: 'Every promise is kept (bookings looked at: 0).\n',
      stderr: '',
    });
    const { status, stderr } = await checkIn({ PATH, NODE_ENV: 'production' });
    expect([status, stderr]).to.deep.equal([
      2,
      'The configuration is not valid:\n  - DATABASE_URL must be set in production\n',
    ]);
  });

  it('the check command creates no database, and says that there is none', async () => {
    const file = join(folder, 'none.sqlite');
    const { status, stdout, stderr } = await check(`sqlite:${file}`);
    expect([status, stdout, stderr]).to.deep.equal([2, '', `There is no database at ${file}. Check DATABASE_URL.\n`]);
    expect(existsSync(file)).to.equal(false);
  });

  it('the check command reports a database that does not answer', async () => {
    const { status, stderr } = await check('postgres://postgres@127.0.0.1:1/none');
    expect(status).to.equal(2);
    expect(stderr).to.match(/^The database can't be used: .*ECONNREFUSED/);
  });

  it('the check command reports a database schema that is newer than the code', async () => {
    const url = `sqlite:${join(folder, 'newer.sqlite')}`;
    await emptyDatabase(url);
    const database = connectDatabase(url);
    await database.knex('knex_migrations').insert({ name: '9999-from-tomorrow', batch: 2, migration_time: new Date() });
    await database.close();
    const { status, stdout, stderr } = await check(url);
    expect([status, stdout]).to.deep.equal([2, '']);
    expect(stderr).to.match(/^The database is newer than this version .* 9999-from-tomorrow\./);
  });

  it('the check command prints its usage', async () => {
    const help = await check('sqlite::memory:', '--help');
    expect([help.status, help.stderr]).to.deep.equal([0, '']);
    expect(INVARIANTS.filter((name) => !help.stdout.includes(`  ${name} `))).to.deep.equal([]);
    expect(help.stdout).to.include('Exit status');
    expect(await check('sqlite::memory:', 'everything')).to.deep.equal({ status: 2, stdout: '', stderr: help.stdout });
  });
});
