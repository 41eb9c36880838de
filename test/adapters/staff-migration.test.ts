import { expect } from 'chai';
import type { Knex } from 'knex';
import type { Database } from '../../adapters/knex/engine/database.ts';
import { migrate } from '../../adapters/knex/engine/migrate.ts';
import { migrationNames } from '../../adapters/knex/migrations/source.ts';
import { connectingUntil } from '../support/connecting.ts';
import { freshDatabase, needs } from '../support/servers.ts';

const NAME = '0010-staff';

for (const kind of ['SQLite', 'Postgres'] as const) {
  describe(`the migration that gives each company a staff (${kind})`, function () {
    this.timeout(60_000);
    const connect = connectingUntil(afterEach);
    let database: Database;
    let knex: Knex;

    beforeEach(async function () {
      const url = kind === 'SQLite' ? 'sqlite::memory:' : await freshDatabase();
      needs(this, url);
      database = connect(url, { unhurried: true });
      ({ knex } = database);
      await migrate(knex);
      for (const name of [...migrationNames].reverse()) if (name >= NAME) await knex.migrate.down({ name });
    });

    const person = (id: number) => ({
      id,
      role: 'OPERATOR',
      full_name: `Person ${id}`,
      email: `person-${id}@example.com`,
      password_hash: '!',
      email_verified: true,
      status: 'ACTIVE',
      avatar_color: '#15803d',
      created_at: 1,
    });
    const company = (id: number, user_id: number) => ({
      id,
      user_id,
      company_name: `ÉCLAIR ${id}`,
      rating_sum: 9,
      rating_count: 2,
      created_at: 77,
    });
    /** Two companies, one of them with a bus. */
    const fill = async (): Promise<void> => {
      await knex('users').insert([person(11), person(12), person(13)]);
      await knex('operators').insert([company(3, 12), company(5, 11)]);
      await knex.raw(`insert into buses (id, operator_id, bus_name, registration_no, bus_type, total_seats, approval_status, status, papers_complete,
        has_seat_map, seat_rows, seat_cols, deck_count, active_seats) values (1, 5, 'Night Queen', 'BA 1', 'SOFA', 30, 'APPROVED', 'ACTIVE', true, false, 0, 0, 0, 0)`);
    };
    const companies = () =>
      knex('operators').orderBy('id').select('id', 'company_name', 'rating_sum', 'rating_count', 'created_at');

    it('makes whoever registered a company its OWNER', async () => {
      await fill();
      const before = await companies();
      await migrate(knex);
      expect(await companies()).to.deep.equal(before);
      expect(await knex('operators').orderBy('id').pluck<string[]>('name_key')).to.deep.equal(['éclair 3', 'éclair 5']);
      expect(await knex('operators').distinct('status')).to.deep.equal([{ status: 'ACTIVE' }]);
      const staff = await knex('staff')
        .orderBy('operator_id')
        .select('operator_id', 'user_id', 'position', 'status', 'joined_at');
      expect(staff.map((one: { joined_at: unknown }) => ({ ...one, joined_at: Number(one.joined_at) }))).to.deep.equal([
        { operator_id: 3, user_id: 12, position: 'OWNER', status: 'ACTIVE', joined_at: 77 },
        { operator_id: 5, user_id: 11, position: 'OWNER', status: 'ACTIVE', joined_at: 77 },
      ]);
    });

    it('leaves every bus with a company that is there', async () => {
      await fill();
      await migrate(knex);
      const orphan = knex('buses').where({ id: 1 }).update({ operator_id: 99 });
      expect(
        await orphan.then(
          () => 'done',
          () => 'refused',
        ),
      ).to.equal('refused');
      expect(
        await knex('buses').join('operators', 'operators.id', 'buses.operator_id').pluck('operators.id'),
      ).to.deep.equal([5]);
      if (kind === 'SQLite') expect(await knex.raw('pragma foreign_key_check')).to.deep.equal([]);
    });

    it('can be taken back while each company has its owner alone', async () => {
      await fill();
      await migrate(knex);
      for (const name of [...migrationNames].reverse()) if (name >= NAME) await knex.migrate.down({ name });
      expect(await knex('operators').orderBy('id').pluck('user_id')).to.deep.equal([12, 11]);
      const second = knex('operators').insert(company(6, 12));
      expect(
        await second.then(
          () => 'done',
          () => 'refused',
        ),
      ).to.equal('refused');
      await migrate(knex);
      expect(await knex('staff').orderBy('operator_id').pluck('user_id')).to.deep.equal([12, 11]);
    });

    for (const [words, change] of [
      ['staff: 1', () => knex('staff').insert({ operator_id: 3, user_id: 13, position: 'CLERK', status: 'ACTIVE' })],
      ['operators: 1', () => knex('staff').where({ operator_id: 3 }).delete()],
      ['operators: 1', () => knex('operators').where({ id: 3 }).update({ address: 'Kathmandu' })],
      ['operators: 1', () => knex('operators').where({ id: 3 }).update({ status: 'SUSPENDED' })],
    ] as const) {
      it(`is not taken back when more would be lost (${words})`, async () => {
        await fill();
        await migrate(knex);
        for (const name of [...migrationNames].reverse()) if (name > NAME) await knex.migrate.down({ name });
        await change();
        const outcome = await knex.migrate.down({ name: NAME }).then(() => 'done', String);
        expect(outcome).to.include(`${NAME} is not rolled back`).and.to.include(`(${words})`);
      });
    }
  });
}
