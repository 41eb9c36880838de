import { spawnSync } from 'node:child_process';
import pg from 'pg';

/**
 * External servers that some test suites need. Without its server a suite is skipped with a message; in CI the suite
 * fails.
 */

const POSTGRES = process.env['TEST_POSTGRES_URL'] ?? 'postgres://postgres@127.0.0.1:5432/test';

/**
 * The prefix of this run's database names. The prefix contains the id of mocha's main process, which starts the
 * workers.
 */
const RUN = `bus_ticket_test_${process.env['MOCHA_WORKER_ID'] === undefined ? process.pid : process.ppid}_`;
let databases = 0;
let postgres: Promise<string> | undefined;

/** The URL of this test run's database. An empty string if Postgres is not available. */
export const postgresUrl = (): Promise<string> => (postgres ??= freshDatabase());

/**
 * Makes a database without a schema, which `dropDatabases` drops. Returns its URL, or an empty string without Postgres.
 */
export async function freshDatabase(): Promise<string> {
  const name = `${RUN}${process.pid}_${(databases += 1)}`;
  const client = new pg.Client({ connectionString: POSTGRES, connectionTimeoutMillis: 2_000 });
  try {
    await client.connect();
  } catch (error) {
    missing(
      'Postgres',
      `nothing answers at ${new URL(POSTGRES).host}: ${error instanceof Error ? error.message : String(error)}`,
    );
    return '';
  }
  await client.query(`drop database if exists ${name} with (force)`);
  await client.query(`create database ${name}`);
  // Tests do not simulate power failures, so commits need not wait for the disk.
  await client.query(`alter database ${name} set synchronous_commit = off`);
  await client.end();
  const url = new URL(POSTGRES);
  url.pathname = `/${name}`;
  return url.href;
}

/** Drops all databases of the run, if Postgres was used. */
export async function dropDatabases(): Promise<void> {
  const client = new pg.Client({ connectionString: POSTGRES, connectionTimeoutMillis: 2_000 });
  const isThere = await client.connect().then(
    () => true,
    () => false,
  );
  if (!isThere) return;
  const { rows } = await client.query<{ datname: string }>(
    'select datname from pg_database where starts_with(datname, $1)',
    [RUN],
  );
  for (const { datname } of rows) await client.query(`drop database if exists ${datname} with (force)`);
  await client.end();
}

/**
 * Skips a suite if the server or program that it needs is missing. `missing` has already reported the reason. Throws in
 * CI, which must skip no suite.
 */
export function needs(suite: Mocha.Context, found: unknown): asserts found {
  if (found) return;
  if (process.env['CI'] === 'true') throw new Error('CI leaves no suite out, and this one lacks what it needs.');
  suite.skip();
}

/** Whether a program is installed in a folder of `path`. If not, `missing` reports it. */
export function isInstalled(program: string, path = process.env['PATH']): boolean {
  const found = spawnSync('sh', ['-c', 'command -v "$0"', program], { env: { ...process.env, PATH: path } });
  if (found.status !== 0) missing(program, 'no program of that name is installed');
  return found.status === 0;
}

/** Reports that the suites which need a missing server are skipped. Throws in CI. */
export function missing(server: string, why: string): void {
  if (process.env['CI'] === 'true') throw new Error(`CI needs ${server}: ${why}.`);
  process.stdout.write(`  The suites on ${server} are skipped: ${why}.\n`);
}
