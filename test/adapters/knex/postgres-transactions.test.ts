import { expect } from 'chai';
import type { Database } from '../../../adapters/knex/engine/database.ts';
import { migrate } from '../../../adapters/knex/schema/migrate.ts';
import type { Sql } from '../../../adapters/knex/engine/sql.ts';
import { connectingUntil } from '../../support/connecting.ts';
import { type Passage, passageTo } from '../../support/outage.ts';
import { faultOf, take, taken } from '../../support/transactions.ts';
import { freshDatabase, needs } from '../../support/servers.ts';

describe('Postgres transactions whose begin or commit fails', () => {
  let database: Database;
  let direct: Database;
  let passage: Passage | undefined;
  const connect = connectingUntil(after);
  /**
   * The proxy between the service and Postgres replaces `text` by `becomes`. Both texts have the same length, so that
   * the message stays valid.
   */
  let [text, becomes] = ['', ''];

  before(async function () {
    const url = await freshDatabase();
    needs(this, url);
    const alter = (sent: Buffer): Buffer =>
      text === '' ? sent : Buffer.from(sent.toString('latin1').replace(`${text}\0`, `${becomes}\0`), 'latin1');
    passage = await passageTo(url, alter);
    direct = connect(url);
    await migrate(direct.knex);
    database = connect(passage.url, { poolSize: 1 });
  });
  after(() => passage?.cut());

  beforeEach(async () => {
    [text, becomes] = ['', ''];
    await direct.knex('leases').delete();
  });

  it('a transaction fails if Postgres answers ROLLBACK to its commit', async () => {
    [text, becomes] = ['commit', 'abort '];
    const fault = await faultOf(database.transaction((sql) => take(sql, 'one').then(() => take(sql, 'two'))));
    expect(fault).to.have.property(
      'message',
      'The transaction was not committed: Postgres answered ROLLBACK to its commit.',
    );
    expect(await taken(direct)).to.deep.equal([]);
  });

  it('a transaction whose begin failed writes nothing, and its connection is dropped', async () => {
    [text, becomes] = ['begin isolation level read committed', 'bogus isolation level read committed'];
    const fault = await faultOf(
      database.transaction(async (sql) => {
        sql.post`insert into leases (name, holder, expires_at) values ('posted', 'test', 1)`;
        await Promise.all(['one', 'two', 'three'].map((name) => take(sql, name)));
      }),
    );
    expect(fault).to.have.property('code', '42601');
    const posting = await faultOf(
      database.transaction(async (sql) => {
        sql.post`insert into leases (name, holder, expires_at) values ('posted', 'test', 1)`;
      }),
    );
    expect(posting).to.have.property('code', '42601');
    text = '';
    expect(await taken(direct)).to.deep.equal([]);
    await database.transaction((sql) => take(sql, 'afterwards'));
    expect(await taken(direct)).to.deep.equal(['afterwards']);
  });
});

describe('isolation level of Postgres transactions', () => {
  let database: Database;
  const connect = connectingUntil(after);

  before(async function () {
    const url = await freshDatabase();
    needs(this, url);
    const first = connect(url);
    await migrate(first.knex);
    await first.knex.raw(`alter database ${new URL(url).pathname.slice(1)}
      set default_transaction_isolation = 'repeatable read'`);
    await first.close();
    database = connect(url);
  });

  it('a transaction is READ COMMITTED even if the database’s default is REPEATABLE READ', async () => {
    await take(database.read, 'shared');
    await database.transaction(async (sql) => {
      expect(await sql.one`select holder from leases where name = 'shared'`).to.deep.equal({ holder: 'test' });
      await database.knex('leases').where({ name: 'shared' }).update({ holder: 'somebody else' });
      expect(await sql.one`select holder from leases where name = 'shared'`).to.deep.equal({ holder: 'somebody else' });
      expect(await sql.changes`update leases set holder = 'mine' where name = 'shared'`).to.equal(1);
    });
  });
});

describe('round trips of Postgres transactions', () => {
  let database: Database;
  let passage: Passage | undefined;
  const connect = connectingUntil(after);
  const SYNC = 'S\0\0\0\u0004';
  /** The number of batches of statements that were sent. A Sync message ends each batch. */
  let pieces = 0;

  before(async function () {
    const url = await freshDatabase();
    needs(this, url);
    passage = await passageTo(url, (sent) => {
      pieces += sent.toString('latin1').split(SYNC).length - 1;
      return sent;
    });
    const first = connect(url);
    await migrate(first.knex);
    database = connect(passage.url, { poolSize: 1 });
    await database.ping();
  });
  after(() => passage?.cut());

  beforeEach(() => {
    pieces = 0;
  });

  it('a Postgres transaction sends its first statements together with BEGIN, and its last ones together with COMMIT', async () => {
    await database.transaction(async (sql) => {
      sql.post`insert into leases (name, holder, expires_at) values ('posted', 'test', 1)`;
      await Promise.all([take(sql, 'one'), take(sql, 'two')]);
      for (const name of ['three', 'four'])
        sql.post`insert into leases (name, holder, expires_at) values (${name}, 'test', 1)`;
    });
    expect(pieces).to.equal(2);
    expect(await taken(database)).to.deep.equal(['four', 'one', 'posted', 'three', 'two']);
  });

  it('a Postgres transaction whose statements are not awaited is sent in one network message', async () => {
    await database.transaction(async (sql) => {
      sql.post`insert into leases (name, holder, expires_at) values ('alone', 'test', 1)`;
    });
    expect(pieces).to.equal(1);
  });

  it('a Postgres transaction without statements sends nothing', async () => {
    await database.transaction(async () => 'nothing');
    expect(pieces).to.equal(0);
  });
});

describe('prepared statements on Postgres', () => {
  let database: Database;
  const connect = connectingUntil(after);

  before(async function () {
    const url = await freshDatabase();
    needs(this, url);
    const first = connect(url);
    await migrate(first.knex);
    database = connect(url, { poolSize: 1 });
  });

  it('a prepared statement can be used again after its second run was in a failed transaction', async () => {
    const find = (sql: Sql) => sql.rows`select name from leases where holder = 'nobody'`;
    const fault = await faultOf(
      database.transaction(async (sql) => {
        await sql.one`select 1 as one`;
        const sent = Promise.allSettled([find(sql), sql.one`select 1 / ${0} as none`]);
        // At this moment both statements are sent, and neither is answered.
        await new Promise((resolve) => process.nextTick(resolve));
        await Promise.allSettled([sent, find(sql)]);
      }),
    );
    expect(fault).to.have.property('code', '22012');
    expect(await database.transaction(find)).to.deep.equal([]);
    expect(await find(database.read)).to.deep.equal([]);
  });

  it('a prepared statement can be used again after a migration changed its columns and one run failed', async () => {
    const all = () => database.read.rows`select * from leases`;
    await take(database.read, 'one');
    expect(await all()).to.deep.equal([{ name: 'one', holder: 'test', expires_at: 1 }]);
    await database.knex.raw('alter table leases alter expires_at type text');
    expect(await faultOf(all())).to.have.property('code', '0A000');
    expect(await all()).to.deep.equal([{ name: 'one', holder: 'test', expires_at: '1' }]);
  });

  it('a prepared statement returns all rows after an earlier run of the same statement failed', async () => {
    const divide = (by: number) => database.read.one`select 6 / ${by} as quotient`;
    await divide(1);
    // Runs six transactions, so that some of them share a connection.
    const outcomes = await Promise.allSettled([0, 2, 2, 2, 2, 2].map(divide));
    expect(outcomes.slice(1)).to.deep.equal(
      outcomes.slice(1).map(() => ({ status: 'fulfilled', value: { quotient: 3 } })),
    );
    expect(outcomes[0]).to.have.nested.property('reason.code', '22012');
  });
});
