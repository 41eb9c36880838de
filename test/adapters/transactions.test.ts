import type BetterSqlite3 from 'better-sqlite3';
import { expect } from 'chai';
import sinon from 'sinon';
import type { Pool } from '../../adapters/knex/connections.ts';
import { connectDatabase } from '../../adapters/knex/database.ts';
import type { Database } from '../../adapters/knex/database.ts';
import { isUniqueViolation } from '../../adapters/knex/failures.ts';
import { migrate } from '../../adapters/knex/migrate.ts';
import type { Sql } from '../../adapters/knex/sql.ts';
import { onEveryDatabase } from '../support/engines.ts';

const take = (sql: Sql, name: string): Promise<number> => sql.changes`insert into leases (name, holder, expires_at) values (${name}, 'test', 1)`;

const taken = async (database: Database): Promise<readonly string[]> =>
  (await database.read.rows<{ name: string }>`select name from leases order by name`).map(({ name }) => name);

/** What a promise that must reject rejects with. */
const faultOf = (promise: Promise<unknown>): Promise<unknown> => promise.then(() => { throw new Error('It did not reject.'); }, (error: unknown) => error);

onEveryDatabase('transactions', (_engine, opened) => {
  it('fail alone, however many are asked for at once', async () => {
    const database = opened();
    const outcomes = await Promise.allSettled(Array.from({ length: 20 }, (_none, index) => database.transaction(async (sql) => {
      await take(sql, `lease ${index}`);
      if (index % 2 === 0) throw new Error(`no ${index}`);
      return index;
    })));
    expect(outcomes.map((outcome) => (outcome.status === 'fulfilled' ? outcome.value as unknown : (outcome.reason as Error).message)))
      .to.deep.equal(Array.from({ length: 20 }, (_none, index) => (index % 2 === 0 ? `no ${index}` : index)));
    expect(await taken(database)).to.deep.equal([1, 3, 5, 7, 9, 11, 13, 15, 17, 19].map((index) => `lease ${index}`).sort());
  });

  it('fail with what was posted in them, and keep nothing', async () => {
    const database = opened();
    const fault = await faultOf(database.transaction(async (sql) => {
      await take(sql, 'one');
      sql.post`insert into leases (name, holder, expires_at) values ('one', 'test', 1)`;
      await take(sql, 'two');
    }));
    expect(isUniqueViolation(fault)).to.equal(true);
    expect(await taken(database)).to.deep.equal([]);
  });

  it('fail with what was posted last, behind which only the commit is sent', async () => {
    const database = opened();
    const fault = await faultOf(database.transaction(async (sql) => {
      await take(sql, 'one');
      sql.post`insert into leases (name, holder, expires_at) values ('one', 'test', 1)`;
    }));
    expect(isUniqueViolation(fault)).to.equal(true);
    expect(await taken(database)).to.deep.equal([]);
    await database.transaction((sql) => take(sql, 'afterwards'));
    expect(await taken(database)).to.deep.equal(['afterwards']);
  });

  it('are not seen by reads before they are committed', async () => {
    const database = opened();
    await new Promise<void>((begun, fail) => {
      const interrupted = database.transaction(async (sql) => {
        await take(sql, 'one');
        begun();
        await new Promise((resolve) => { setImmediate(resolve); });
        throw new Error('changed its mind');
      });
      interrupted.catch(() => undefined);
      interrupted.then(() => fail(new Error('It was committed.')), () => undefined);
    });
    expect(await taken(database)).to.deep.equal([]);
  });

  it('leave reads that fail, and those beside them, to themselves', async () => {
    const database = opened();
    const reads = Array.from({ length: 30 }, (_none, index) =>
      index % 3 === 0 ? database.read.one`select no_such_column from leases` : database.read.one<{ n: number }>`select cast(${index} as integer) as n`);
    const outcomes = await Promise.allSettled(reads);
    expect(outcomes.map((outcome) => (outcome.status === 'fulfilled' ? outcome.value : 'failed')))
      .to.deep.equal(Array.from({ length: 30 }, (_none, index) => (index % 3 === 0 ? 'failed' : { n: index })));
  });

  it('find connections left by reads, and reads share what they take', async () => {
    const database = opened();
    if (!database.load) return;
    const reads = Array.from({ length: 50 }, () => database.read.one`select 1 as one`);
    expect(database.load().running + database.load().waiting).to.be.at.most(3);
    await Promise.all(reads);
    expect(database.load().running).to.equal(0);
  });
});

describe('transactions on SQLite', () => {
  let database: Database;

  before(async () => {
    database = connectDatabase('sqlite::memory:');
    await migrate(database.knex);
  });
  after(() => database.close());

  it('wait for the disk once when they are asked for together', async () => {
    const pool = database.knex.client as Pool;
    const connection = (await pool.acquireConnection()) as BetterSqlite3.Database;
    await pool.releaseConnection(connection);
    const prepare = sinon.spy(connection, 'prepare');
    await Promise.all(Array.from({ length: 20 }, async (_none, index) => {
      // Not all in one breath, but in one round of the event loop: as requests come.
      for (let hop = 0; hop < 10 * index; hop += 1) await Promise.resolve();
      await database.transaction((sql) => take(sql, `lease ${index}`));
    }));
    expect(prepare.getCalls().filter(({ args: [text] }) => text === 'commit')).to.have.length(1);
    prepare.restore();
    expect(await taken(database)).to.have.length(20);
  });

  it('are none of them done when their commit fails', async () => {
    const before = await taken(database);
    const outcomes = await Promise.allSettled([
      database.transaction((sql) => take(sql, 'innocent')),
      database.transaction(async (sql) => {
        await database.knex.raw('pragma defer_foreign_keys = on');
        await sql.changes`insert into operators (user_id, company_name, rating_sum, rating_count, created_at) values (999999, 'Nobody', 0, 0, 1)`;
      }),
    ]);
    expect(outcomes.map(({ status }) => status)).to.deep.equal(['rejected', 'rejected']);
    expect(await taken(database)).to.deep.equal(before);
  });
});
