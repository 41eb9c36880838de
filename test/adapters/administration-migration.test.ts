import { expect } from 'chai';
import type { Database } from '../../adapters/knex/engine/database.ts';
import { migrate } from '../../adapters/knex/engine/migrate.ts';
import { migrationNames } from '../../adapters/knex/migrations/source.ts';
import { knexViews } from '../../adapters/knex/views/views.ts';
import { connectingUntil } from '../support/connecting.ts';
import { freshDatabase, needs } from '../support/servers.ts';

const NAME = '0014-administration';
/** More than are filled in at once. */
const PEOPLE = 1_001;

for (const kind of ['SQLite', 'Postgres'] as const) {
  describe(`the migration for administrators (${kind})`, function () {
    this.timeout(60_000);
    const connect = connectingUntil(after);
    let database: Database;

    before(async function () {
      const url = kind === 'SQLite' ? 'sqlite::memory:' : await freshDatabase();
      needs(this, url);
      database = connect(url, { unhurried: true });
      await migrate(database.knex);
      for (const name of [...migrationNames].reverse()) if (name >= NAME) await database.knex.migrate.down({ name });
    });

    it('has users found who were there before', async () => {
      const people = Array.from({ length: PEOPLE }, (_, index) => ({
        role: 'PASSENGER',
        full_name: `ÉLODIE ${index}`,
        email: `person-${index}@example.com`,
        phone: index === 0 ? '9812345678' : null,
        password_hash: '!',
        email_verified: true,
        status: 'ACTIVE',
        avatar_color: '#15803d',
        created_at: 1,
      }));
      await database.knex.batchInsert('users', people, 200);
      await migrate(database.knex);
      const found = async (q: string) =>
        (await knexViews(database.read).userDirectory.list({ q }, { limit: 100 })).rows.map(({ email }) => email);
      expect(await found('élodie 1000')).to.deep.equal(['person-1000@example.com']);
      expect(await found('9812345678')).to.deep.equal(['person-0@example.com']);
      expect(await found('null')).to.deep.equal([]);
    });
  });
}
