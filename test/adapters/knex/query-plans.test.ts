import { expect } from 'chai';
import type { Database } from '../../../adapters/knex/engine/database.ts';
import { migrate } from '../../../adapters/knex/schema/migrate.ts';
import { knexViews } from '../../../adapters/knex/views.ts';
import type { Sql } from '../../../adapters/knex/engine/sql.ts';
import { knexStores } from '../../../adapters/knex/stores.ts';
import { storeNeeds } from '../../../app/storage.ts';
import type { Call } from '../../support/calls/rows.ts';
import { STORE_CALLS } from '../../support/calls/stores.ts';
import { VIEW_CALLS } from '../../support/calls/views.ts';
import { connectingUntil } from '../../support/connecting.ts';
import { watched } from '../../support/plans.ts';
import { fillLargeDatabase } from '../../support/large-database.ts';
import { freshDatabase, needs } from '../../support/servers.ts';
import { enginesOf } from '../../support/test-engines.ts';

/** Error that a test throws to roll back its transaction after it has called a store. */
class Undone extends Error {}

/** Yields the calls of all stores, each with the name of its method. */
function* named<Given>(calls: object, way: readonly string[] = []): Generator<readonly [string, Call<Given>]> {
  for (const [name, call] of Object.entries(calls) as [string, Call<Given> | object | 'seldom'][]) {
    if (typeof call === 'function') yield [[...way, name].join('.'), call as Call<Given>];
    else if (call !== 'seldom') yield* named<Given>(call, [...way, name]);
  }
}

const noting = {
  ...storeNeeds(),
  recordChange: () => undefined,
  manifestChanged: () => undefined,
  happened: () => undefined,
  lineChanged: () => undefined,
  estimateChanged: () => undefined,
};

for (const kind of enginesOf('of SQL')) {
  describe(`with a hundred thousand rows in every table that grows (${kind})`, function () {
    this.timeout(300_000);
    const connect = connectingUntil(after);
    let database: Database;

    before(async function () {
      const url = kind === 'SQLite' ? 'sqlite::memory:' : await freshDatabase();
      needs(this, url);
      database = connect(url, { unhurried: true });
      await migrate(database.knex);
      await fillLargeDatabase(database);
    });

    /** The SQL statements of `work` that scan a whole table. Rolls the transaction back. */
    async function walksOf(work: (sql: Sql) => Promise<unknown>): Promise<readonly string[]> {
      const found: string[] = [];
      const pending: Promise<void>[] = [];
      let statements = 0;
      await database
        .transaction(async (sql) => {
          await work(
            watched(
              sql,
              (statement, words) => {
                statements += 1;
                for (const word of words) found.push(`${word} in: ${statement}`);
              },
              pending,
            ),
          );
          await Promise.all(pending);
          throw new Undone();
        })
        .catch((error: unknown) => {
          if (!(error instanceof Undone)) throw error;
        });
      expect(statements, 'statements').to.be.greaterThan(0);
      return found;
    }

    for (const [name, call] of named<Parameters<typeof STORE_CALLS.bookings.find>[0]>(STORE_CALLS)) {
      it(`every SQL statement of the store’s method ${name} uses an index`, async () => {
        expect(await walksOf((sql) => call(knexStores(sql, noting)))).to.deep.equal([]);
      });
    }

    for (const [name, call] of named<Parameters<typeof VIEW_CALLS.accounts.find>[0]>(VIEW_CALLS)) {
      it(`every SQL statement of the view’s method ${name} uses an index`, async () => {
        expect(await walksOf((sql) => call(knexViews(sql)))).to.deep.equal([]);
      });
    }

    it('the test of query plans detects a query that scans a whole table', async () => {
      expect(await walksOf((sql) => sql.rows`select id from bookings where cancelled_by = 'PASSENGER'`)).to.have.length(
        1,
      );
      expect(
        await walksOf((sql) => sql.rows`select booking_id from booking_seats where active and passenger_name = ''`),
      ).to.have.length(1);
    });
  });
}
