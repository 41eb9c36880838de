import pg from 'pg';

/*
 * Servers outside the project that some suites need. Where one is missing its suites are skipped, which is said in one
 * line; in CI its absence is a failure.
 */

const POSTGRES = process.env['TEST_POSTGRES_URL'] ?? 'postgres://postgres@127.0.0.1:5432/test';

const databases = new Set<string>();
let postgres: Promise<string> | undefined;

/** The URL of a database of this run's own, or an empty text where there is no Postgres. */
export const postgresUrl = (): Promise<string> => (postgres ??= freshDatabase());

/**
 * The URL of a database without a schema, or an empty text where there is no Postgres. It goes away at the end of the
 * run.
 */
export async function freshDatabase(): Promise<string> {
  const name = `bus_ticket_test_${process.pid}_${databases.size + 1}`;
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
  databases.add(name);
  await client.query(`drop database if exists ${name} with (force)`);
  await client.query(`create database ${name}`);
  await client.end();
  const url = new URL(POSTGRES);
  url.pathname = `/${name}`;
  return url.href;
}

/** Takes the run's databases away again. */
export async function dropDatabases(): Promise<void> {
  if (databases.size === 0) return;
  const client = new pg.Client({ connectionString: POSTGRES });
  await client.connect();
  for (const name of databases) await client.query(`drop database if exists ${name} with (force)`);
  await client.end();
}

/** Says in one line that a server's suites are skipped; in CI that is an error. */
export function missing(server: string, why: string): void {
  if (process.env['CI'] === 'true') throw new Error(`CI needs ${server}: ${why}.`);
  process.stdout.write(`  The suites on ${server} are skipped: ${why}.\n`);
}
