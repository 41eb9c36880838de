import { expect } from 'chai';
import pg from 'pg';
import { eventually } from '../support/eventually.ts';
import { smallCatalogue } from '../support/journey.ts';
import { type ServiceProcess, importCatalogue, ownFolder, startProcess } from '../support/process.ts';
import { type ReplicatedPostgres, replicatedPostgres } from '../support/replicated-postgres.ts';
import { needs } from '../support/servers.ts';

/** The connections of a pool. */
const POOL = 10;
/** More writes at once than the pool has connections. */
const WRITES = 3 * POOL;

describe('a service whose database waits for its synchronous standby', function () {
  this.timeout(300_000);
  let postgres: ReplicatedPostgres | undefined;
  let folder: string;
  let remove: (() => Promise<void>) | undefined;
  let service: ServiceProcess | undefined;

  before(async function () {
    postgres = await replicatedPostgres();
    needs(this, postgres);
    ({ folder, remove } = await ownFolder());
    const environment = { DATABASE_URL: postgres.url };
    service = await startProcess(folder, environment);
    await importCatalogue(folder, smallCatalogue, environment);
  });
  after(async () => {
    await onPrimary('alter system reset synchronous_standby_names', 'select pg_reload_conf()');
    await service?.end('SIGTERM');
    await postgres?.remove();
    await remove?.();
  });

  async function onPrimary(...statements: readonly string[]): Promise<readonly Record<string, unknown>[]> {
    const client = new pg.Client({ connectionString: postgres!.url });
    await client.connect();
    let rows: readonly Record<string, unknown>[] = [];
    for (const statement of statements) ({ rows } = await client.query<Record<string, unknown>>(statement));
    await client.end();
    return rows;
  }

  let registered = 0;
  const write = async (): Promise<number> => {
    const email = `passenger-${(registered += 1)}@example.com`;
    const form = { full_name: 'Asha Rai', email, password: 'correct horse 7' };
    return (await service!.post('/api/passenger/register', form)).status;
  };
  const writeMany = () => Promise.all(Array.from({ length: WRITES }, write));
  const sessions = async (): Promise<number> => {
    const [row] = await onPrimary(
      "select count(*) as count from pg_stat_activity where application_name = 'bus-ticket'",
    );
    return Number(row?.['count']);
  };

  it('writes are 503 while no commit gets through, reads go on, and few connections stay in the server', async function () {
    // The silence of a connection is noticed after 20 seconds. Every answer below comes before.
    this.timeout(60_000);
    expect(await write()).to.equal(200);
    await postgres!.stopReplica();
    await onPrimary("alter system set synchronous_standby_names = '*'", 'select pg_reload_conf()');
    const late = new Promise<'late'>((resolve) => {
      setTimeout(resolve, 8_000, 'late').unref();
    });
    expect(await Promise.race([writeMany(), late])).to.deep.equal(Array.from({ length: WRITES }, () => 503));
    for (let round = 0; round < 30; round += 1) {
      expect(new Set(await writeMany())).to.deep.equal(new Set([503]));
      expect((await service!.get('/api/trips')).status).to.equal(200);
      // Connections of refused writes are closed a moment later.
      await eventually(async () => (await sessions()) <= 2 * POOL);
    }
    await eventually(async () => (await service!.get('/readyz')).status === 503, 30);
    expect((await service!.get('/readyz')).json.database).to.equal('stuck');
    await eventually(async () => service!.output().includes('synchronous standby (SyncRep)'), 30);
    expect(await sessions()).to.be.at.most(2 * POOL);

    await postgres!.startReplica();
    await eventually(async () => (await write()) === 200, 30);
    await eventually(async () => (await service!.get('/readyz')).status === 200, 30);
    const [row] = await onPrimary("select count(*) as count from users where email = 'passenger-1@example.com'");
    expect(Number(row?.['count'])).to.equal(1);
  });
});
