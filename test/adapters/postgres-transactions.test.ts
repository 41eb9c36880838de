import { expect } from 'chai';
import { connectDatabase } from '../../adapters/knex/engine/database.ts';
import type { Database } from '../../adapters/knex/engine/database.ts';
import { migrate } from '../../adapters/knex/engine/migrate.ts';
import { passageTo } from '../support/outage.ts';
import type { Passage } from '../support/outage.ts';
import { faultOf, take, taken } from '../support/transactions.ts';
import { freshDatabase } from '../support/servers.ts';

describe('transactions on Postgres whose begin or commit goes wrong', () => {
  let [database, direct]: (Database | undefined)[] = [];
  let passage: Passage | undefined;
  /** On the way to Postgres one text becomes another of the same length, so that the message stays whole. */
  let [text, becomes] = ['', ''];

  before(async function () {
    const url = await freshDatabase();
    if (url === '') this.skip();
    const alter = (sent: Buffer): Buffer =>
      text === '' ? sent : Buffer.from(sent.toString('latin1').replace(`${text}\0`, `${becomes}\0`), 'latin1');
    passage = await passageTo(url, alter);
    direct = connectDatabase(url);
    await migrate(direct.knex);
    database = connectDatabase(passage.url, { poolSize: 1 });
  });
  after(async () => {
    await database?.close();
    await direct?.close();
    await passage?.cut();
  });

  beforeEach(async () => {
    [text, becomes] = ['', ''];
    await direct!.knex('leases').delete();
  });

  it('are a failure when Postgres rolled back instead', async () => {
    [text, becomes] = ['commit', 'abort '];
    const fault = await faultOf(database!.transaction((sql) => take(sql, 'one').then(() => take(sql, 'two'))));
    expect(fault).to.have.property(
      'message',
      'The transaction was not committed: Postgres answered ROLLBACK to its commit.',
    );
    expect(await taken(direct!)).to.deep.equal([]);
  });

  it('leave nothing of what was sent after a begin that failed, and drop the connection', async () => {
    [text, becomes] = ['begin isolation level read committed', 'bogus isolation level read committed'];
    const fault = await faultOf(
      database!.transaction(async (sql) => {
        sql.post`insert into leases (name, holder, expires_at) values ('posted', 'test', 1)`;
        await Promise.all(['one', 'two', 'three'].map((name) => take(sql, name)));
      }),
    );
    expect(fault).to.have.property('code', '42601');
    const posting = await faultOf(
      database!.transaction(async (sql) => {
        sql.post`insert into leases (name, holder, expires_at) values ('posted', 'test', 1)`;
      }),
    );
    expect(posting).to.have.property('code', '42601');
    text = '';
    expect(await taken(direct!)).to.deep.equal([]);
    await database!.transaction((sql) => take(sql, 'afterwards'));
    expect(await taken(direct!)).to.deep.equal(['afterwards']);
  });
});

describe('transactions on a Postgres database that is set to another isolation level', () => {
  let database: Database | undefined;

  before(async function () {
    const url = await freshDatabase();
    if (url === '') this.skip();
    const first = connectDatabase(url);
    await migrate(first.knex);
    await first.knex.raw(`alter database ${new URL(url).pathname.slice(1)}
      set default_transaction_isolation = 'repeatable read'`);
    await first.close();
    database = connectDatabase(url);
  });
  after(() => database?.close());

  it('see with each statement what others have committed by then, and may change it', async () => {
    await take(database!.read, 'shared');
    await database!.transaction(async (sql) => {
      expect(await sql.one`select holder from leases where name = 'shared'`).to.deep.equal({ holder: 'test' });
      await database!.knex('leases').where({ name: 'shared' }).update({ holder: 'somebody else' });
      expect(await sql.one`select holder from leases where name = 'shared'`).to.deep.equal({ holder: 'somebody else' });
      expect(await sql.changes`update leases set holder = 'mine' where name = 'shared'`).to.equal(1);
    });
  });
});
