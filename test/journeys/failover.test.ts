import { expect } from 'chai';
import pg from 'pg';
import { type Balancer, balancer } from '../support/balancer.ts';
import { eventually } from '../support/eventually.ts';
import { type Traveller, register, smallCatalogue } from '../support/journey.ts';
import { type ServiceProcess, importCatalogue, launch, ownFolder, startProcess } from '../support/process.ts';
import { type ReplicatedPostgres, replicatedPostgres } from '../support/replicated-postgres.ts';
import { needs } from '../support/servers.ts';

const BUYERS = 8;
const SEATS = ['A1', 'A2', 'A3', 'A4', 'B1', 'B2', 'B3', 'B4'];
/** Milliseconds from the promotion to the first success, and for the answer to any request. */
const [SUCCESS_MS, ANSWER_MS] = [3_000, 8_000];
/** The commits of a client alone that are added to both bounds: a few milliseconds, or seconds on a busy machine. */
const COMMITS_OF_SLACK = 10;

const within = <Result>(work: Promise<Result>, ms: number, what: string): Promise<Result> => {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error(`${what} took over ${ms} ms.`)), ms);
  });
  return Promise.race([work, late]).finally(() => clearTimeout(timer));
};

describe('a failover of Postgres to its synchronous standby', function () {
  this.timeout(300_000);
  let postgres: ReplicatedPostgres | undefined;
  let proxy: Balancer | undefined;
  const folders: Awaited<ReturnType<typeof ownFolder>>[] = [];
  const services: ServiceProcess[] = [];
  let travellers: readonly Traveller[];
  let trips: readonly number[];

  before(async function () {
    postgres = await replicatedPostgres();
    needs(this, postgres);
    await query(postgres.url, "alter system set synchronous_standby_names = '*'", 'select pg_reload_conf()');
    proxy = await balancer(postgres.url);
    const environment = { DATABASE_URL: proxy.url };
    for (let count = 0; count < 2; count += 1) {
      const own = await ownFolder();
      folders.push(own);
      services.push(await startProcess(own.folder, environment));
    }
    await importCatalogue(folders[0]!.folder, smallCatalogue, environment);
    travellers = await Promise.all(Array.from({ length: BUYERS }, () => register(services[0]!)));
    const { json } = await services[0]!.get('/api/trips');
    trips = (json.results as readonly { id: number }[]).map(({ id }) => id);
  });
  after(async () => {
    await Promise.all(services.map((service) => service.end('SIGTERM')));
    proxy?.close();
    await postgres?.remove();
    await Promise.all(folders.map(({ remove }) => remove()));
  });

  async function query(url: string, ...statements: readonly string[]): Promise<readonly Record<string, unknown>[]> {
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    let rows: readonly Record<string, unknown>[] = [];
    for (const statement of statements) ({ rows } = await client.query<Record<string, unknown>>(statement));
    await client.end();
    return rows;
  }

  /** Milliseconds that a client alone takes to connect, commit and leave. They tell how busy the machine is. */
  async function timeCommit(url: string): Promise<number> {
    const began = performance.now();
    await query(url, "select pg_logical_emit_message(true, 'bus-ticket', 'test')");
    return performance.now() - began;
  }

  it('a killed primary loses nothing that was acknowledged, and the promoted standby sells within seconds', async () => {
    const [booked, statuses]: [number[], Set<number>] = [[], new Set()];
    let succeeded = 0;
    const since = new Date().toISOString();
    const stop = { now: false };
    const slack = COMMITS_OF_SLACK * Math.max(await timeCommit(proxy!.url), await timeCommit(proxy!.url));
    const buy = async (traveller: Traveller, index: number): Promise<void> => {
      for (let turn = 0; !stop.now; turn += 1) {
        const service = services[(index + turn) % services.length]!;
        const [trip, seat] = [trips[turn % trips.length]!, SEATS[(index + turn) % SEATS.length]!];
        const ask = async (path: string, body: object) => {
          const answer = await within(service.post(path, body, traveller.token), ANSWER_MS + slack, path);
          statuses.add(answer.status);
          if (answer.status < 300) succeeded += 1;
          return answer;
        };
        const held = await ask(`/api/trips/${trip}/seats/lock`, { seat_numbers: [seat] });
        if (held.status !== 200 || held.json.granted.length === 0) continue;
        const made = await ask('/api/bookings', { schedule_id: trip, seat_numbers: [seat] });
        if (made.status < 300) booked.push(made.json.id as number);
      }
    };
    const buying = Promise.all(travellers.map(buy));
    await eventually(() => succeeded > 20, 30);

    await postgres!.killPrimary();
    await eventually(() => statuses.has(503), 30);
    await postgres!.promoteReplica();
    const before = succeeded;
    proxy!.moveTo(postgres!.replicaUrl);
    await query(postgres!.replicaUrl, 'alter system reset synchronous_standby_names', 'select pg_reload_conf()');
    await within(
      eventually(() => succeeded > before, 30),
      SUCCESS_MS + slack,
      'the first success',
    );
    stop.now = true;
    await buying;

    expect([...statuses].filter((status) => status >= 500)).to.deep.equal([503]);
    expect(services.map(({ output }) => output().includes('the process ends'))).to.deep.equal([false, false]);
    const rows = await query(postgres!.replicaUrl, 'select id from bookings');
    const stored = new Set(rows.map(({ id }) => Number(id)));
    expect(booked.length).to.be.above(0);
    expect(booked.filter((id) => !stored.has(id))).to.deep.equal([]);
    await eventually(async () => {
      const [row] = await query(postgres!.replicaUrl, 'select count(*) as count from outbox where sent_at is null');
      return Number(row!['count']) === 0;
    }, 30);
    for (const { folder } of folders) {
      const check = launch('check.js', ['--since', since], { DATABASE_URL: postgres!.replicaUrl, DATA_DIR: folder });
      expect((await check.exited).code, check.stdout()).to.equal(0);
      expect(check.stdout()).to.not.include('was published');
    }
  });
});
