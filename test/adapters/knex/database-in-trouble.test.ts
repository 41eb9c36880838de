import { join } from 'node:path';
import { expect } from 'chai';
import type { Database } from '../../../adapters/knex/engine/database.ts';
import { translate } from '../../../adapters/knex/engine/errors.ts';
import { migrate } from '../../../adapters/knex/schema/migrate.ts';
import { connectingUntil } from '../../support/connecting.ts';
import { ownFolder } from '../../support/process.ts';
import { freshDatabase, needs } from '../../support/servers.ts';
import { faultOf, take, taken } from '../../support/transactions.ts';

/** SQLSTATEs of Postgres for a server in trouble, from each class that means it. */
const TROUBLES = [
  ['08006', 'the connection failed'],
  ['53100', 'the disk is full'],
  ['53200', 'the memory is used up'],
  ['53300', 'there are too many connections'],
  ['57P01', 'an administrator stops the server'],
  ['57P03', 'the server is starting up'],
  ['58030', 'a read or write failed'],
  ['25006', 'the server is a standby'],
  ['40001', 'transactions conflict after every repeat'],
  ['40P01', 'transactions deadlock after every repeat'],
] as const;

describe('Postgres in trouble', () => {
  let url: string;
  let database: Database;
  const connect = connectingUntil(after);

  before(async function () {
    url = await freshDatabase();
    needs(this, url);
    database = connect(url, { poolSize: 1 });
    const { knex } = connect(url);
    await migrate(knex);
    await knex.raw(`
      create function fail() returns trigger language plpgsql as $$
      begin raise exception '%', split_part(new.name, ' ', 2) using errcode = split_part(new.name, ' ', 1); end $$;
      create trigger fail before insert on leases for each row when (new.name ~ '^[0-9A-Z]{5} ') execute function fail();`);
  });

  const failWith = (code: string, message = 'as the test wants'): Promise<unknown> =>
    faultOf(database.transaction((sql) => take(sql, `${code} ${message}`)));
  const connection = (): Promise<unknown> => database.read.one`select pg_backend_pid() as pid`;

  for (const [code, meaning] of TROUBLES) {
    it(`a transaction is refused with DATABASE_UNAVAILABLE when ${meaning} (${code})`, async () => {
      expect(await failWith(code)).to.include({ code: 'DATABASE_UNAVAILABLE', retryAfterSeconds: 2 });
    });
  }

  it('error 55000 is an outage while the server is in recovery, and a bug otherwise', async () => {
    expect(await failWith('55000', 'recovery')).to.have.property('code', 'DATABASE_UNAVAILABLE');
    expect(await failWith('55000')).to.have.property('code', '55000');
  });

  for (const code of ['XX001', 'XX002']) {
    it(`damaged data (${code}) is no outage, because waiting does not mend it`, async () => {
      expect(await failWith(code)).to.have.property('code', code);
    });
  }

  it('a connection whose server has become a standby is closed', async () => {
    const before = await connection();
    await failWith('53100');
    expect(await connection()).to.deep.equal(before);
    await failWith('25006');
    expect(await connection()).to.not.deep.equal(before);
  });
});

describe('Postgres without a way to it', () => {
  for (const code of ['ENETUNREACH', 'EHOSTDOWN', 'EADDRNOTAVAIL', 'ECONNREFUSED']) {
    it(`${code} is an outage, also when it is one of the errors of several addresses`, () => {
      const fault = Object.assign(new Error('as the test wants'), { code });
      for (const error of [fault, new AggregateError([new Error('another'), fault])])
        expect(translate(error)).to.have.property('code', 'DATABASE_UNAVAILABLE');
    });
  }
});

describe('SQLite in trouble', () => {
  let home: Awaited<ReturnType<typeof ownFolder>>;
  let database: Database;
  const connect = connectingUntil(afterEach);

  beforeEach(async () => {
    home = await ownFolder();
    database = connect(`sqlite:${join(home.folder, 'bus.sqlite')}`);
    await migrate(database.knex);
  });
  afterEach(() => home.remove());

  const set = (pragma: string): Promise<unknown> => database.knex.raw(`pragma ${pragma}`);
  const LONG = 'x'.repeat(1_000_000);

  it('a full disk is an outage, nothing of the transaction stays, and writes go on once there is room', async () => {
    const [{ page_count: pages }] = (await set('page_count')) as [{ page_count: number }];
    await set(`max_page_count = ${pages}`);
    const fault = await faultOf(database.transaction((sql) => take(sql, LONG)));
    expect(fault).to.have.property('code', 'DATABASE_UNAVAILABLE');
    expect(await taken(database)).to.deep.equal([]);
    await set('max_page_count = 1000000');
    await database.transaction((sql) => take(sql, LONG));
    expect(await taken(database)).to.deep.equal([LONG]);
  });

  it('a file that must not be written is an outage, and can be read', async () => {
    await set('query_only = on');
    const fault = await faultOf(database.transaction((sql) => take(sql, 'lease')));
    expect(fault).to.have.property('code', 'DATABASE_UNAVAILABLE');
    expect(await taken(database)).to.deep.equal([]);
  });

  for (const code of ['SQLITE_IOERR_WRITE', 'SQLITE_IOERR_FSYNC', 'SQLITE_CANTOPEN']) {
    it(`${code} is an outage`, () => {
      expect(translate(Object.assign(new Error('a disk that fails'), { code }))).to.have.property(
        'code',
        'DATABASE_UNAVAILABLE',
      );
    });
  }
});
