import { expect } from 'chai';
import type { Knex } from 'knex';
import type { Database } from '../../adapters/knex/engine/database.ts';
import { migrate } from '../../adapters/knex/engine/migrate.ts';
import { LosesRows, migrationNames } from '../../adapters/knex/migrations/source.ts';
import { connectingUntil } from '../support/connecting.ts';
import { freshDatabase, needs } from '../support/servers.ts';

const NAME = '0012-documents';
const REQUIRED = ['REGISTRATION', 'ROUTE_PERMIT', 'INSURANCE', 'FITNESS'];

for (const kind of ['SQLite', 'Postgres'] as const) {
  describe(`the migration of documents (${kind})`, function () {
    this.timeout(60_000);
    const connect = connectingUntil(afterEach);
    let database: Database;
    let knex: Knex;

    const back = async (): Promise<void> => {
      for (const name of [...migrationNames].reverse()) if (name >= NAME) await knex.migrate.down({ name });
    };
    beforeEach(async function () {
      const url = kind === 'SQLite' ? 'sqlite::memory:' : await freshDatabase();
      needs(this, url);
      database = connect(url, { unhurried: true });
      ({ knex } = database);
      await migrate(knex);
      await back();
      await fill();
    });

    const bus = (id: number, papers_complete: boolean) => ({
      ...{
        id,
        operator_id: 1,
        bus_name: 'Night Queen',
        registration_no: `BA ${id}`,
        registration_key: `ba${id}`,
        bus_type: 'SOFA',
        total_seats: 30,
      },
      ...{ approval_status: 'APPROVED', status: 'ACTIVE', papers_complete, has_seat_map: false },
      ...{ seat_rows: 0, seat_cols: 0, deck_count: 0, active_seats: 0 },
    });
    const trip = (bus_id: number) => ({
      ...{ schedule_key: `trip ${bus_id}`, route_id: 1, bus_id, fare_paisa: 1, departure_time: 1, arrival_time: 2 },
      status: 'ACTIVE',
    });
    /** A bus whose papers are complete, one of which has been renewed; and one that lacks a paper. */
    async function fill(): Promise<void> {
      await knex('operators').insert({ id: 1, company_name: 'Blue Sky', name_key: 'blue sky', created_at: 1 });
      await knex('cities').insert([1, 2].map((id) => ({ id, city_name: `City ${id}`, name_key: `city ${id}` })));
      await knex('routes').insert({ id: 1, source_city_id: 1, destination_city_id: 2 });
      await knex('buses').insert([bus(1, true), bus(2, false)]);
      await knex('bus_documents').insert([
        ...REQUIRED.map((type, index) => ({ id: 10 + index, bus_id: 1, type, status: 'VERIFIED' })),
        { id: 20, bus_id: 1, type: 'INSURANCE', status: 'PENDING' },
        { id: 21, bus_id: 2, type: 'INSURANCE', status: 'VERIFIED' },
      ]);
      await knex('schedules').insert([trip(1), trip(2)]);
    }
    const documents = () => knex('bus_documents').orderBy('id').select('id', 'bus_id', 'type', 'status');

    it('keeps every document, and the trips on sale', async () => {
      const before = await documents();
      await migrate(knex);
      expect(await documents()).to.deep.equal(before);
      expect(await knex('bus_documents').orderBy('id').pluck<number[]>('listed_as')).to.deep.equal([1, 1, 1, 1, 2, 1]);
      expect((await knex('schedules').orderBy('bus_id').pluck<unknown[]>('papers_ok')).map(Boolean)).to.deep.equal([
        true,
        false,
      ]);
      const next = { bus_id: 2, type: 'POLLUTION', status: 'PENDING', uploaded_at: 1 };
      const [added] = await knex('bus_documents').insert(next).returning<{ id: number }[]>('id');
      expect(added?.id).to.be.greaterThan(21);
    });

    it('can be taken back', async () => {
      const before = await documents();
      await migrate(knex);
      await back();
      expect(await documents()).to.deep.equal(before);
      expect((await knex('buses').orderBy('id').pluck<unknown[]>('papers_complete')).map(Boolean)).to.deep.equal([
        true,
        false,
      ]);
    });

    it('is not taken back once a document has what would be lost', async () => {
      for (const office of [
        { file_key: 'abc' },
        { reviewed_at: 1 },
        { valid_until: '2027-01-01' },
        { type: 'POLLUTION' },
      ]) {
        await migrate(knex);
        const row = await knex('bus_documents').where({ id: 20 }).first<object>();
        await knex('bus_documents').where({ id: 20 }).update(office);
        const refused = await back().then(
          () => undefined,
          (error: unknown) => error,
        );
        expect(refused, JSON.stringify(office)).to.be.instanceOf(LosesRows);
        await knex('bus_documents').where({ id: 20 }).update(row);
      }
    });
  });
}
