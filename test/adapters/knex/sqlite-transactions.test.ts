import { join } from 'node:path';
import type BetterSqlite3 from 'better-sqlite3';
import { expect } from 'chai';
import sinon from 'sinon';
import { type Database, connectDatabase } from '../../../adapters/knex/engine/database.ts';
import { poolOf } from '../../../adapters/knex/engine/knex-client.ts';
import { migrate } from '../../../adapters/knex/schema/migrate.ts';
import { ownFolder } from '../../support/process.ts';
import { take, taken } from '../../support/transactions.ts';

describe('transactions on SQLite', () => {
  let database: Database;

  before(async () => {
    database = connectDatabase('sqlite::memory:');
    await migrate(database.knex);
  });
  after(() => database.close());

  it('SQLite transactions that are requested at the same time share one commit', async () => {
    const pool = poolOf<BetterSqlite3.Database>(database.knex);
    const connection = await pool.acquire();
    await pool.release(connection);
    const prepare = sinon.spy(connection, 'prepare');
    await Promise.all(
      Array.from({ length: 20 }, async (_none, index) => {
        // The transactions start in the same round of the event loop, but in different ticks, as real requests do.
        for (let hop = 0; hop < 10 * index; hop += 1) await Promise.resolve();
        await database.transaction((sql) => take(sql, `lease ${index}`));
      }),
    );
    expect(prepare.getCalls().filter(({ args: [text] }) => text === 'commit')).to.have.length(1);
    prepare.restore();
    expect(await taken(database)).to.have.length(20);
  });

  it('SQLite transactions that share one commit are all undone when the commit fails', async () => {
    const before = await taken(database);
    const outcomes = await Promise.allSettled([
      database.transaction((sql) => take(sql, 'innocent')),
      database.transaction(async (sql) => {
        await database.knex.raw('pragma defer_foreign_keys = on');
        await sql.changes`insert into staff (operator_id, user_id, position, status) values (999999, 999999, 'OWNER', 'ACTIVE')`;
      }),
    ]);
    expect(outcomes.map(({ status }) => status)).to.deep.equal(['rejected', 'rejected']);
    expect(await taken(database)).to.deep.equal(before);
  });
});

describe('transactions on a SQLite file that another process writes to', () => {
  let home: Awaited<ReturnType<typeof ownFolder>>;
  let [database, other]: (Database | undefined)[] = [];

  beforeEach(async () => {
    home = await ownFolder();
    const url = `sqlite:${join(home.folder, 'bus.sqlite')}`;
    [database, other] = [connectDatabase(url), connectDatabase(url)];
    await migrate(database.knex);
  });
  afterEach(async () => {
    await database?.close();
    await other?.close();
    await home.remove();
  });

  it('SQLite transactions wait while another process locks the database, without blocking reads', async () => {
    expect(await database!.read.one`pragma busy_timeout`).to.deep.equal({ timeout: 0 });
    let letGo = (): void => undefined;
    const [holds, done] = [
      new Promise<void>((resolve) => {
        letGo = resolve;
      }),
      [] as string[],
    ];
    let waits: Promise<unknown> = Promise.resolve();
    await new Promise<void>((begun) => {
      waits = other!.transaction(async (sql) => {
        await take(sql, 'theirs');
        begun();
        await holds;
        done.push('theirs');
      });
    });
    const mine = Promise.all(
      ['one', 'two'].map((name) =>
        database!
          .transaction((sql) => take(sql, name))
          .then(() => {
            done.push(name);
          }),
      ),
    );
    for (let reads = 0; reads < 20; reads += 1) expect(await taken(database!)).to.deep.equal([]);
    expect(done).to.deep.equal([]);
    letGo();
    await waits;
    await mine;
    expect(done).to.deep.equal(['theirs', 'one', 'two']);
    expect(await taken(database!)).to.deep.equal(['one', 'theirs', 'two']);
  });
});
