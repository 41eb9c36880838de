import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect } from 'chai';
import { type Database, connectDatabase } from '../../adapters/knex/engine/database.ts';
import { rollBack } from '../../adapters/knex/schema/migrate.ts';
import { STEPS } from '../../adapters/knex/schema/steps.ts';
import { openStorage, storeNeeds } from '../../app/storage.ts';
import { ownFolder } from '../support/process.ts';
import { freshDatabase, needs } from '../support/servers.ts';
import { enginesOf } from '../support/test-engines.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

interface Ended {
  readonly status: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs the command in production mode, with no setting except the database's. */
const migrate = (url: string, ...args: readonly string[]): Promise<Ended> =>
  new Promise((resolve) => {
    const env = { PATH: process.env['PATH'], NODE_ENV: 'production', DATABASE_URL: url };
    const child = execFile(
      process.execPath,
      ['--import', 'tsx', 'app/commands/migrate.ts', ...args],
      { cwd: ROOT, env },
      (_error, stdout, stderr) => {
        resolve({ status: child.exitCode ?? -1, stdout, stderr });
      },
    );
  });

for (const kind of enginesOf('of SQL')) {
  describe(`the migrate command (${kind})`, function () {
    this.timeout(300_000);
    let home: Awaited<ReturnType<typeof ownFolder>>;
    let url: string;
    let names: readonly string[];

    before(async function () {
      names = Object.keys(STEPS);
      if (kind === 'SQLite') return;
      url = await freshDatabase();
      needs(this, url);
    });
    beforeEach(async () => {
      home = await ownFolder();
      if (kind === 'SQLite') url = `sqlite:${join(home.folder, 'bus.sqlite')}`;
      else await inDatabase(({ knex }) => knex.raw('drop schema public cascade; create schema public'));
    });
    afterEach(() => home.remove());

    const inDatabase = async <Result>(work: (database: Database) => Promise<Result>): Promise<Result> => {
      const database = connectDatabase(url);
      return work(database).finally(() => database.close());
    };
    const applied = (): Promise<readonly string[]> =>
      inDatabase(({ knex }) => knex('knex_migrations').orderBy('name').pluck<string[]>('name'));

    it('the migrate command needs only the database setting to apply missing migrations', async () => {
      expect(await migrate(url)).to.deep.equal({
        status: 0,
        stdout: names.map((name) => `Applied ${name}.\n`).join(''),
        stderr: '',
      });
      expect(await migrate(url, 'latest')).to.deep.equal({
        status: 0,
        stdout: 'The schema is up to date.\n',
        stderr: '',
      });
    });

    it('the migrate command rolls back one migration at a time, and only on request', async () => {
      await migrate(url);
      const asked = await migrate(url, 'rollback');
      expect([asked.status, asked.stdout]).to.deep.equal([1, '']);
      expect(asked.stderr).to.match(new RegExp(`^This rolls back ${names.at(-1)}\\. .* -- --yes\\n$`));
      expect(await applied()).to.deep.equal(names);
      expect(await migrate(url, 'rollback', '--yes')).to.deep.equal({
        status: 0,
        stdout: `Rolled back ${names.at(-1)}.\n`,
        stderr: '',
      });
      expect(await applied()).to.deep.equal(names.slice(0, -1));
      await migrate(url);
      expect(await applied()).to.deep.equal(names);
    });

    it('the migrate command rolls an empty database back to no tables, and applies all migrations again', async () => {
      await migrate(url);
      await inDatabase(async ({ knex }) => {
        for (const name of [...names].reverse()) expect(await rollBack(knex)).to.deep.equal([name]);
      });
      expect(await migrate(url, 'rollback', '--yes')).to.deep.equal({
        status: 0,
        stdout: 'There is nothing to roll back.\n',
        stderr: '',
      });
      expect((await migrate(url)).status).to.equal(0);
      expect(await applied()).to.deep.equal(names);
    });

    it('the migrate command refuses to roll back a migration that would delete rows people made', async () => {
      await migrate(url);
      await inDatabase(async ({ knex }) => {
        await knex.raw(`insert into users (id, role, full_name, email, password_hash, email_verified, status, avatar_color, created_at)
          values (1, 'OPERATOR', 'Sita Rai', 'sita@example.com', '!', true, 'ACTIVE', '#15803d', 1)`);
        await knex.raw(
          `insert into operators (id, company_name, name_key, created_at) values (1, 'Blue Sky Travels', 'blue sky travels', 1)`,
        );
        await knex('staff').insert({ operator_id: 1, user_id: 1, position: 'OWNER', status: 'ACTIVE' });
        await knex.raw(`insert into buses (id, operator_id, bus_name, registration_no, bus_type, total_seats, approval_status, status,
          has_seat_map, seat_rows, seat_cols, deck_count, active_seats) values (1, 1, 'Night Queen', 'BA 1', 'SOFA', 30, 'APPROVED', 'ACTIVE', false, 0, 0, 0, 0)`);
        for (const name of names.filter((name) => name > '0003-fleet').reverse())
          expect(await rollBack(knex)).to.deep.equal([name]);
      });
      expect(await migrate(url, 'rollback', '--yes')).to.deep.equal({
        status: 1,
        stdout: '',
        stderr: '0003-fleet is not rolled back: rows that people made would be lost (buses: 1).\n',
      });
      expect(await applied()).to.deep.equal(['0001-accounts', '0002-companies', '0003-fleet']);
    });

    it('the migrate command and the start of the service report a database that is newer than the code', async () => {
      await migrate(url);
      await inDatabase(({ knex }) =>
        knex('knex_migrations').insert({ name: '9999-from-tomorrow', batch: 2, migration_time: new Date() }),
      );
      const words =
        'The database is newer than this version of the service, which does not know its migrations 9999-from-tomorrow.';
      for (const args of [[], ['rollback'], ['rollback', '--yes']]) {
        const { status, stdout, stderr } = await migrate(url, ...args);
        expect([status, stdout]).to.deep.equal([1, '']);
        expect(stderr.startsWith(words)).to.equal(true, stderr);
      }
      const started = await openStorage({ databaseUrl: url }, storeNeeds()).then(() => 'It started.', String);
      expect(started).to.include(words);
    });
  });
}
