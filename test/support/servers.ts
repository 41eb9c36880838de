import { spawnSync } from 'node:child_process';
import pg from 'pg';

/**
 * External servers that some suites need. Without its server a suite is skipped with a message; in CI that is a
 * failure.
 */

const POSTGRES = process.env['TEST_POSTGRES_URL'] ?? 'postgres://postgres@127.0.0.1:5432/test';

/** All databases of a run, whichever of its processes made them: mocha starts workers from its first one. */
const RUN = `bus_ticket_test_${process.env['MOCHA_WORKER_ID'] === undefined ? process.pid : process.ppid}_`;
let databases = 0;
let postgres: Promise<string> | undefined;

/** The URL of a database of this run's own, or an empty text where there is no Postgres. */
export const postgresUrl = (): Promise<string> => (postgres ??= freshDatabase());

/**
 * The URL of a database without a schema, or an empty text where there is no Postgres. It goes away at the end of the
 * run.
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
  // No test is about a server that loses its power, so none waits for the disk.
  await client.query(`alter database ${name} set synchronous_commit = off`);
  await client.end();
  const url = new URL(POSTGRES);
  url.pathname = `/${name}`;
  return url.href;
}

/** Takes the databases of the whole run away again, if there is a Postgres that could have any. */
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

/** Skips a suite without its server or program: `missing` has reported it. CI has all of them and skips no suite. */
export function needs(suite: Mocha.Context, found: unknown): asserts found {
  if (found) return;
  if (process.env['CI'] === 'true') throw new Error('CI leaves no suite out, and this one lacks what it needs.');
  suite.skip();
}

/** True if a program is installed in `path`. Otherwise `missing` reports it. */
export function isInstalled(program: string, path = process.env['PATH']): boolean {
  const found = spawnSync('sh', ['-c', 'command -v "$0"', program], { env: { ...process.env, PATH: path } });
  if (found.status !== 0) missing(program, 'no program of that name is installed');
  return found.status === 0;
}

/** Reports that a server's suites are skipped; in CI that is an error. */
export function missing(server: string, why: string): void {
  if (process.env['CI'] === 'true') throw new Error(`CI needs ${server}: ${why}.`);
  process.stdout.write(`  The suites on ${server} are skipped: ${why}.\n`);
}
