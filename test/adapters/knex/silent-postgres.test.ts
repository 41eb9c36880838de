import { expect } from 'chai';
import type { Database } from '../../../adapters/knex/engine/database.ts';
import { migrate } from '../../../adapters/knex/schema/migrate.ts';
import { silenceOf } from '../../../adapters/knex/engine/pg-silence.ts';
import { connectingUntil } from '../../support/connecting.ts';
import { type Passage, passageTo } from '../../support/outage.ts';
import { freshDatabase, needs } from '../../support/servers.ts';
import { faultOf, take, taken } from '../../support/transactions.ts';

const NOTHING = Buffer.alloc(0);

/** Milliseconds after which the service gives up on Postgres. Statements in this test take much less. */
const SILENCE_MS = 1_000;

describe('a silent Postgres', () => {
  let url: string;
  let direct: Database;
  let passage: Passage | undefined;
  // Cuts the connection before the databases are closed, because closing waits for open answers.
  after(() => passage?.cut());
  const connect = connectingUntil(after);
  /**
   * `lost`: from this statement on, the proxy forwards no statement to Postgres. `unanswered`: from this statement on,
   * the proxy returns no answer.
   */
  let [lost, unanswered] = ['', ''];
  let [isDeaf, isMute] = [false, false];

  before(async function () {
    url = await freshDatabase();
    needs(this, url);
    passage = await passageTo(
      url,
      (sent) => {
        isDeaf ||= lost !== '' && sent.includes(lost);
        isMute ||= unanswered !== '' && sent.includes(unanswered);
        return isDeaf ? NOTHING : sent;
      },
      (answer) => (isMute ? NOTHING : answer),
    );
    direct = connect(url);
    await migrate(direct.knex);
  });

  beforeEach(async () => {
    await direct.knex('leases').delete();
  });
  afterEach(() => {
    [lost, unanswered, isDeaf, isMute] = ['', '', false, false];
  });

  const connectByPassage = (): Database => connect((passage as Passage).url, { poolSize: 1, silenceMs: SILENCE_MS });

  const whoAnswers = (database: Database): Promise<unknown> => database.read.one`select pg_backend_pid() as pid`;

  /** Expects that `ask` fails with the usual error, and that the next read gets a new connection. */
  async function expectGoneAndBack(database: Database, ask: () => Promise<unknown>): Promise<void> {
    const before = await whoAnswers(database);
    const fault = await faultOf(ask());
    [lost, unanswered, isDeaf, isMute] = ['', '', false, false];
    expect(fault).to.deep.include({ code: 'DATABASE_UNAVAILABLE', retryAfterSeconds: 2 });
    expect(await whoAnswers(database)).not.to.deep.equal(before);
  }

  it('the database’s ping reports Postgres as unavailable when Postgres does not answer', async () => {
    const database = connect((passage as Passage).url);
    await database.ping();
    isDeaf = true;
    expect(await faultOf(database.ping())).to.have.property('code', 'DATABASE_UNAVAILABLE');
  });

  it('a database read fails when Postgres does not answer, and its connection is not used again', async () => {
    const database = connectByPassage();
    lost = 'leases';
    await expectGoneAndBack(database, () => taken(database));
  });

  it('all database reads on one connection fail when Postgres does not answer', async () => {
    const database = connect((passage as Passage).url, { poolSize: 3, silenceMs: SILENCE_MS });
    const readTwiceEach = () => Promise.allSettled(Array.from({ length: 6 }, () => taken(database)));
    await readTwiceEach();
    isDeaf = true;
    for (const outcome of await readTwiceEach())
      expect(outcome).to.have.nested.property('reason.code', 'DATABASE_UNAVAILABLE');
    isDeaf = false;
    for (const outcome of await readTwiceEach()) expect(outcome).to.have.property('status', 'fulfilled');
  });

  it('a transaction fails when Postgres does not answer, and leaves nothing behind', async () => {
    const database = connectByPassage();
    for (lost of ['begin', 'two', 'commit\0']) {
      await expectGoneAndBack(database, () =>
        database.transaction(async (sql) => {
          await take(sql, 'one');
          await take(sql, 'two');
        }),
      );
      expect(await taken(direct)).to.deep.equal([]);
    }
  });

  it('a transaction fails when Postgres commits it but the answer is lost', async () => {
    const database = connectByPassage();
    unanswered = 'commit\0';
    await expectGoneAndBack(database, () => database.transaction((sql) => take(sql, 'one')));
    expect(await taken(direct)).to.deep.equal(['one']);
  });

  it('queries of Knex fail when Postgres does not answer', async () => {
    const database = connectByPassage();
    await database.ping();
    isDeaf = true;
    expect(await faultOf(database.knex('leases').delete())).to.have.property('code', 'ETIMEDOUT');
  });

  it('database work without a time limit, such as a migration, keeps waiting for a Postgres that does not answer', async () => {
    const sleep = ({ read }: Database): Promise<unknown> => read.one`select 'slept' as nap from pg_sleep(0.2)`;
    expect(await faultOf(sleep(connect(url, { silenceMs: 4 })))).to.have.property('code', 'DATABASE_UNAVAILABLE');
    expect(await sleep(connect(url, { silenceMs: 4, unhurried: true }))).to.deep.equal({ nap: 'slept' });
  });

  it('a Postgres that answers slowly, or an idle connection to it, does not count as unavailable', () => {
    const client = { readyForQuery: true, connection: { stream: { bytesRead: 1, destroy: () => expect.fail() } } };
    const hasGoneSilent = silenceOf(client);
    const looks = (): readonly boolean[] => [1, 2, 3, 4].map(hasGoneSilent);
    const never = [false, false, false, false];
    expect(looks()).to.deep.equal(never);
    client.readyForQuery = false;
    expect(looks()).to.deep.equal(never);
    client.connection.stream.bytesRead += 1;
    expect(looks()).to.deep.equal(never);
    client.readyForQuery = true;
    expect(hasGoneSilent()).to.equal(false);
    client.readyForQuery = false;
    expect(looks()).to.deep.equal(never);
    expect(hasGoneSilent()).to.equal(true);
  });
});
