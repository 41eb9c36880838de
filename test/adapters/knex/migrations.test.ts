import { expect } from 'chai';
import type { Knex } from 'knex';
import type { Database } from '../../../adapters/knex/engine/database.ts';
import { migrate, newestMigration, rollBack } from '../../../adapters/knex/schema/migrate.ts';
import { rowsOf, type Steps } from '../../../adapters/knex/schema/step.ts';
import { emailAddressesStep } from '../../../adapters/knex/schema/email-addresses.ts';
import { phoneDigitsStep } from '../../../adapters/knex/schema/phone-digits.ts';
import { foldedKeysStep } from '../../../adapters/knex/schema/folded-keys.ts';
import { LosesRows, STEPS } from '../../../adapters/knex/schema/steps.ts';
import type { OperatorId } from '../../../core/kernel/ids.ts';
import { hoursAfter } from '../../../core/kernel/time.ts';
import { aBooking } from '../../support/bookings.ts';
import { aBus, aTrip } from '../../support/catalogue.ts';
import { START } from '../../support/clock.ts';
import { connectingUntil } from '../../support/connecting.ts';
import { engineOn } from '../../support/engines.ts';
import { eventually } from '../../support/eventually.ts';
import { somebodyWaits } from '../../support/overlap.ts';
import { aPassenger, anOperator } from '../../support/people.ts';
import { freshDatabase, needs } from '../../support/servers.ts';
import { enginesOf } from '../../support/test-engines.ts';

const NEXT = '9001-lost-things';
const INDEX = '9002-lost-things-by-trip';

/**
 * The present migrations, and two migrations of a later release. One adds a table, the other adds an index to a table
 * in use.
 */
const LATER: Steps = {
  ...STEPS,
  [NEXT]: {
    up: (db) => db.schema.createTable('lost_things', (t) => void t.text('name').notNullable()),
    down: (db) => db.schema.dropTable('lost_things'),
    losses: rowsOf('lost_things'),
  },
};

const withIndex = (concurrently: string): Steps => ({
  ...LATER,
  [INDEX]: {
    up: async (db) => {
      await db.raw('drop index if exists seat_locks_by_end');
      await db.raw(`create index ${concurrently} seat_locks_by_end on seat_locks (expires_at, seat_id)`);
    },
    down: async (db) => {
      await db.raw('drop index seat_locks_by_end');
    },
    losses: async () => [],
    beside: true,
  },
});

const applied = (knex: Knex): Promise<readonly string[]> =>
  knex('knex_migrations').orderBy('name').pluck<string[]>('name');

for (const kind of enginesOf('of SQL')) {
  describe(`migrations (${kind})`, function () {
    this.timeout(300_000);
    const connect = connectingUntil(afterEach);
    let database: Database;

    beforeEach(async function () {
      const url = kind === 'SQLite' ? 'sqlite::memory:' : await freshDatabase();
      needs(this, url);
      database = connect(url, { unhurried: true });
      await migrate(database.knex);
    });

    it('a new migration is applied, rolled back and applied again', async () => {
      const { knex } = database;
      expect(await migrate(knex, LATER)).to.deep.equal([NEXT]);
      expect(await newestMigration(knex, LATER)).to.equal(NEXT);
      expect(await migrate(knex, LATER)).to.deep.equal([]);
      expect(await rollBack(knex, LATER)).to.deep.equal([NEXT]);
      expect(await applied(knex)).to.deep.equal(Object.keys(STEPS));
      expect(await knex.schema.hasTable('lost_things')).to.equal(false);
      expect(await migrate(knex, LATER)).to.deep.equal([NEXT]);
    });

    it('cities and buses that became alike stay after the keys are folded anew, and the check names each of them', async () => {
      const { knex } = database;
      await aTrip(engineOn(database));
      await knex('cities').insert([
        { city_name: 'Trishuli\u00a0Bazar', name_key: 'trishuli\u00a0bazar' },
        { city_name: 'Trishuli Bazar', name_key: 'trishuli bazar' },
      ]);
      await knex('buses').update({
        bus_name: 'Bus',
        registration_no: 'BA\u200b 2',
        registration_key: 'ba\u200b2',
        search_key: 'Bus\nBA\u200b 2',
      });
      await foldedKeysStep.up(knex);
      expect(
        await knex('cities').where('city_name', 'like', 'Trishuli%').orderBy('id').pluck('name_key'),
      ).to.deep.equal([
        `trishuli bazar\n${(await knex('cities').where({ city_name: 'Trishuli\u00a0Bazar' }).first('id')).id}`,
        'trishuli bazar',
      ]);
      expect(await knex('buses').pluck('search_key')).to.deep.equal(['bus\nba 2']);
      await foldedKeysStep.up(knex);
      const twins = await engineOn(database).auditReader.twins();
      expect(twins.map(({ kind: of, name, of: { name: other } }) => [of, name, other])).to.deep.equal([
        ['city', 'Trishuli Bazar', 'Trishuli\u00a0Bazar'],
      ]);
    });

    it('the migration of keys lets APPROVED buses of two companies keep one number, and the check names the second', async () => {
      const { knex } = database;
      const engine = engineOn(database);
      const { operatorId } = await anOperator(engine);
      const add = async (number: string, status: string, traits: { readonly operatorId?: OperatorId } = {}) => {
        const id = await aBus(engine, traits);
        const key = number.toLowerCase().replaceAll(' ', '');
        await knex('buses')
          .where({ id })
          .update({ registration_no: number, registration_key: key, approval_status: status });
        return id;
      };
      const rejected = await add('BA 1 KHA 1', 'REJECTED', { operatorId });
      await add('BA 1 KHA 1\u200b', 'APPROVED', { operatorId });
      const approved = await add('BA 1 KHA 1\u200c', 'APPROVED');
      await add('BA 1 KHA 1\u200d', 'PENDING');
      await foldedKeysStep.up(knex);
      // An interrupted migration runs again from its start.
      await foldedKeysStep.up(knex);
      expect(await knex('buses').orderBy('id').pluck('registration_key')).to.deep.equal([
        `ba1kha1\n${rejected}`,
        'ba1kha1',
        `ba1kha1\n${approved}`,
        'ba1kha1',
      ]);
      const twins = await engine.auditReader.twins();
      expect(twins.map(({ name, of }) => [name, of.name])).to.deep.equal([
        ['BA 1 KHA 1\u200b', 'BA 1 KHA 1'],
        ['BA 1 KHA 1\u200c', 'BA 1 KHA 1\u200b'],
      ]);
    });

    it('a migration is not rolled back while it would delete data that people entered', async () => {
      const { knex } = database;
      await migrate(knex, LATER);
      await knex('lost_things').insert({ name: 'umbrella' });
      const error = await rollBack(knex, LATER).then(() => undefined, Object);
      expect(error).to.be.instanceOf(LosesRows).with.property('message').that.includes('lost_things: 1');
      expect(await applied(knex)).to.include(NEXT);
      await knex('lost_things').delete();
      expect(await rollBack(knex, LATER)).to.deep.equal([NEXT]);
    });

    it('the migration of phone numbers adds the digits of a counter customer’s number to the search text of older bookings', async () => {
      const engine = engineOn(database);
      const [{ id: tripId }, { id: userId }] = [await aTrip(engine, { seats: ['A1', 'A2'] }), await aPassenger(engine)];
      for (const phone of ['98410 00-000', '9841000001'])
        await aBooking(engine, { tripId, userId, contact: { name: 'Hari', phone, email: null } });
      await database.knex('bookings').update({ search_key: 'as before' });
      await phoneDigitsStep.up(database.knex);
      const keys = await database.knex('bookings').orderBy('id').pluck<string[]>('search_key');
      expect(keys).to.deep.equal(['as before 9841000000', 'as before']);
    });

    it('the migration of e-mail addresses gives an address to the verified account, else to the older one', async () => {
      await migrate(database.knex);
      const engine = engineOn(database);
      const add = (email: string, emailVerified: boolean, fullName: string, createdAt = START) =>
        aPassenger(engine, { email, emailVerified, fullName, createdAt });
      await add('asha@example.com', false, 'unverified');
      await add('asha@example.com\u200b', true, 'verified');
      await add('hari@example.com', false, 'younger');
      await add('hari@exa\u00admple.com', false, 'older', hoursAfter(START, -1));
      await add('आशा@example.com', true, 'visible');
      await emailAddressesStep.up(database.knex);
      const rows = await database.knex('users').orderBy('id').select('full_name', 'email', 'email_verified');
      expect(
        rows.map(({ full_name, email, email_verified }) => [full_name, email, Boolean(email_verified)]),
      ).to.deep.equal([
        ['unverified', null, false],
        ['verified', 'asha@example.com', true],
        ['younger', null, false],
        ['older', 'hari@example.com', false],
        ['visible', 'आशा@example.com', true],
      ]);
      const found = await database.knex('users').whereLike('search_key', '%asha@example.com%').pluck('full_name');
      expect(found).to.deep.equal(['verified']);
    });

    it('the migration of e-mail addresses keeps the newer of two invitations by one company to one address', async () => {
      await migrate(database.knex);
      const { operatorId } = await anOperator(engineOn(database));
      const invite = (email: string, full_name: string) =>
        database
          .knex('staff')
          .insert({ operator_id: operatorId, email, full_name, position: 'CLERK', status: 'INVITED' });
      await invite('ram@example.com', 'older');
      await invite('ram@example.com\u200b', 'newer');
      await emailAddressesStep.up(database.knex);
      const rows = await database.knex('staff').where({ status: 'INVITED' }).select('full_name', 'email');
      expect(rows).to.deep.equal([{ full_name: 'newer', email: 'ram@example.com' }]);
    });

    it('the migration of e-mail addresses takes invisible characters from the addresses of companies, customers and invitations', async () => {
      const { knex } = database;
      const engine = engineOn(database);
      const [{ id: tripId }, { id: userId }] = [await aTrip(engine), await aPassenger(engine)];
      await aBooking(engine, { tripId, userId, contact: { name: 'Hari', phone: '9841000001', email: null } });
      const { operatorId: operator_id } = await anOperator(engine);
      await knex('sent_invitations').insert({ operator_id, email: 'office@example.com', sent_at: START });
      const addresses = { operators: 'contact_email', bookings: 'contact_email', sent_invitations: 'email' };
      for (const [table, column] of Object.entries(addresses))
        await knex(table).update(column, 'office@example.com\u200b');
      await emailAddressesStep.up(knex);
      for (const [table, column] of Object.entries(addresses))
        expect([...new Set(await knex(table).pluck(column))], table).to.deep.equal(['office@example.com']);
    });

    it('the schema of the first release can be rolled back to an empty database and applied again', async () => {
      const { knex } = database;
      for (const name of Object.keys(STEPS).reverse()) expect(await rollBack(knex)).to.deep.equal([name]);
      expect(await rollBack(knex)).to.deep.equal([]);
      expect(await migrate(knex)).to.deep.equal(Object.keys(STEPS));
    });
  });
}

describe('a migration beside a running service (Postgres)', function () {
  this.timeout(300_000);
  const connect = connectingUntil(afterEach);
  let database: Database;
  let service: Database;
  let url: string;
  const steps = withIndex('concurrently');

  beforeEach(async function () {
    url = await freshDatabase();
    needs(this, url);
    database = connect(url, { unhurried: true });
    service = connect(url);
    await migrate(database.knex, LATER);
  });

  it('a migration that builds an index does not block others from writing to the table', async () => {
    const writing = 'lock table seat_locks in row exclusive mode';
    const writer = await service.knex.transaction();
    await writer.raw(writing);
    const migrating = migrate(database.knex, steps);
    await eventually(() => somebodyWaits(service));
    const another = await service.knex
      .transaction((transaction) => transaction.raw(`set local lock_timeout = '1s'; ${writing}`))
      .then(() => 'not held up', String);
    await writer.commit();
    expect([another, await migrating]).to.deep.equal(['not held up', [INDEX]]);
  });

  it('a migration that was interrupted is run again from its start', async () => {
    await database.knex.raw('create index seat_locks_by_end on seat_locks (seat_id)');
    await database.knex('knex_migrations_lock').update({ is_locked: 1 });
    expect(await migrate(database.knex, steps)).to.deep.equal([INDEX]);
    const { rows } = await database.knex.raw<{ rows: readonly { readonly indexdef: string }[] }>(
      `select indexdef from pg_indexes where indexname = 'seat_locks_by_end'`,
    );
    expect(rows[0]?.indexdef).to.include('(expires_at, seat_id)');
  });

  it('a process that waits for a running migration holds no transaction open, which would block building an index', async () => {
    const waiting = connect(`${url}?application_name=waiting`);
    const writer = await service.knex.transaction();
    await writer.raw('lock table seat_locks in row exclusive mode');
    const first = migrate(database.knex, steps);
    await eventually(() => somebodyWaits(service));
    const second = migrate(waiting.knex, steps);
    await eventually(async () => {
      const { rows } = await service.knex.raw<{ rows: readonly unknown[] }>(
        `select from pg_stat_activity where application_name = 'waiting' and state = 'idle' and query ilike 'commit%'`,
      );
      return rows.length > 0;
    }).finally(() => writer.commit());
    expect([await first, await second]).to.deep.equal([[INDEX], []]);
  });

  it('a migration is applied by only one of several service processes that start at once', async () => {
    const others = Array.from({ length: 3 }, () => service.knex);
    const made = await Promise.all([database.knex, ...others].map((knex) => migrate(knex, steps)));
    expect(made.flat()).to.deep.equal([INDEX]);
    expect(await applied(database.knex)).to.deep.equal(Object.keys(steps));
  });
});
