import { expect } from 'chai';
import type { Knex } from 'knex';
import type { Database } from '../../adapters/knex/engine/database.ts';
import { migrate } from '../../adapters/knex/engine/migrate.ts';
import { LosesRows, migrationNames } from '../../adapters/knex/migrations/source.ts';
import { connectingUntil } from '../support/connecting.ts';
import { freshDatabase, needs } from '../support/servers.ts';

const NAME = '0011-fleet';

for (const kind of ['SQLite', 'Postgres'] as const) {
  describe(`the migration of the fleet (${kind})`, function () {
    this.timeout(60_000);
    const connect = connectingUntil(after);
    let database: Database;
    let knex: Knex;

    const back = async (): Promise<void> => {
      const applied = await knex('knex_migrations').pluck<string[]>('name');
      for (const name of [...migrationNames].reverse())
        if (name >= NAME && applied.includes(name)) await knex.migrate.down({ name });
    };
    before(async function () {
      const url = kind === 'SQLite' ? 'sqlite::memory:' : await freshDatabase();
      needs(this, url);
      database = connect(url, { unhurried: true });
      ({ knex } = database);
      await migrate(knex);
      await back();
      await fill();
    });

    const bus = (id: number, registration_no: string, more: object = {}) => ({
      ...{ id, operator_id: 1, bus_name: `Étoile ${id}`, registration_no, bus_type: 'SOFA', total_seats: 30 },
      ...{ approval_status: 'APPROVED', status: 'ACTIVE', papers_complete: true, has_seat_map: true },
      ...{ seat_rows: 2, seat_cols: 2, deck_count: 1, active_seats: 1 },
      ...more,
    });
    const seatRow = (id: number, bus_id: number, row_number: number, is_active: boolean) => ({
      ...{ id, bus_id, seat_number: `S${id}`, deck: 1, row_number, col_number: 1, seat_type: 'SEAT', is_active },
    });
    /** Two buses of one registration number; seats that have left the maps, as far as that can be told. */
    async function fill(): Promise<void> {
      await knex('operators').insert({ id: 1, company_name: 'Blue Sky', name_key: 'blue sky', created_at: 1 });
      await knex('buses').insert([
        bus(1, 'BA 1 KHA 1'),
        bus(2, 'ba1kha1', { approval_status: 'PENDING' }),
        bus(3, 'GA 3', { has_seat_map: false }),
      ]);
      await knex('bus_seats').insert([
        seatRow(1, 1, 1, true),
        seatRow(2, 1, 2, false),
        seatRow(3, 1, 1, false),
        seatRow(4, 1, 3, false),
        seatRow(5, 3, 1, false),
        seatRow(6, 2, 1, false),
        seatRow(7, 2, 1, false),
      ]);
    }

    it('keeps every bus, has those wait that do, and every seat that may be on its map', async () => {
      const since = Date.now();
      await migrate(knex);
      const buses = await knex('buses').orderBy('id');
      expect(buses.map(({ registration_key: key, search_key: search }) => [key, search])).to.deep.equal([
        ['ba1kha1', 'étoile 1\nba 1 kha 1'],
        ['ba1kha1 2', 'étoile 2\nba1kha1'],
        ['ga3', 'étoile 3\nga 3'],
      ]);
      expect(buses.map(({ revision }) => Number(revision))).to.deep.equal([1, 1, 1]);
      expect(buses.map(({ waiting_since: waiting }) => waiting !== null)).to.deep.equal([false, true, false]);
      for (const { created_at: at } of buses) expect(Number(at)).to.be.within(since, Date.now());
      expect(await knex('bus_seats').where({ in_map: true }).orderBy('id').pluck<number[]>('id')).to.deep.equal([
        1, 2, 7,
      ]);
    });

    it('lets a number and a place go to another seat, and a registration number to one bus', async () => {
      await knex('bus_seats').insert({ ...seatRow(8, 1, 3, false), seat_number: 'S4', in_map: false });
      const refused = async (insert: Promise<unknown>): Promise<boolean> =>
        insert.then(
          () => false,
          () => true,
        );
      const { id: _, ...again } = { ...seatRow(9, 1, 1, true), seat_number: 'S9', in_map: true };
      expect(await refused(Promise.resolve(knex('bus_seats').insert(again)))).to.equal(true);
      const numbered = { ...again, seat_number: 'S1', row_number: 2, col_number: 2 };
      expect(await refused(Promise.resolve(knex('bus_seats').insert(numbered)))).to.equal(true);
    });

    it('is taken back as long as nothing would be lost', async () => {
      await back().then(
        () => expect.fail('A seat has the number of one that is gone.'),
        (error: unknown) =>
          expect(error).to.be.instanceOf(LosesRows).with.property('message').that.includes('bus_seats: 2'),
      );
      await knex('bus_seats').where({ id: 8 }).delete();
      await knex('buses').where({ id: 1 }).update({ changed_in_office: true });
      await back().then(
        () => expect.fail('Somebody has changed a bus.'),
        (error: unknown) =>
          expect(error).to.be.instanceOf(LosesRows).with.property('message').that.includes('buses: 1'),
      );
      await knex('buses').where({ id: 1 }).update({ changed_in_office: false });
      await back();
      expect(await knex.schema.hasColumn('buses', 'registration_key')).to.equal(false);
      expect(await knex('bus_seats').pluck('id')).to.have.length(7);
    });
  });
}
