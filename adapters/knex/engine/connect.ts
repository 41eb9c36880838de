import { chmodSync, closeSync, existsSync, mkdirSync, openSync } from 'node:fs';
import { dirname } from 'node:path';
import type BetterSqlite3 from 'better-sqlite3';
import type { Knex } from 'knex';
import type pg from 'pg';
import { PIPELINED } from './pg-driver.ts';
import { endWhenSilent } from './pg-silence.ts';
import { setUpSqlite } from './sqlite-driver.ts';

/** Milliseconds that a request waits for a connection, or a statement for a row lock, before the answer 503. */
export const PATIENCE_MS = 3_000;

/** Milliseconds that Postgres allows for a statement, or for an idle transaction. */
const STATEMENT_MS = 15_000;

/** Milliseconds after which a commit counts as stuck, so that its caller gets an answer within eight seconds. */
export const COMMIT_LIMIT_MS = 4_500;

interface Options {
  /** True for migrations and imports, which have no time limits. */
  readonly unhurried?: boolean;
  /** The largest number of connections to Postgres. */
  readonly poolSize?: number;
  /**
   * Milliseconds after which a connection is closed if an answer is due and no byte has come from Postgres. By default
   * longer than the longest time of a statement.
   */
  readonly silenceMs?: number;
  /** Milliseconds after which a commit counts as stuck. Without a limit, a commit may take as long as it likes. */
  readonly commitLimitMs?: number;
  /** The first contents of a SQLite database in memory, as SQLite serialises them. Empty by default. */
  readonly contents?: Buffer;
}

const dialectOf = (url: string): 'sqlite' | 'postgres' | undefined =>
  url.startsWith('sqlite:') ? 'sqlite' : /^postgres(ql)?:\/\//.test(url) ? 'postgres' : undefined;

/**
 * Whether a text is a valid DATABASE_URL: `sqlite:PATH`, `sqlite::memory:` or `postgres://…`. A list of hosts is none,
 * because pg would take it for one name. A proxy or a moving name chooses the primary.
 */
export const isDatabaseUrl = (url: string): boolean =>
  dialectOf(url) === 'sqlite'
    ? url.length > 'sqlite:'.length
    : dialectOf(url) === 'postgres' && URL.canParse(url) && !new URL(url).hostname.includes(',');

/** Knex's configuration for a DATABASE_URL. */
export function knexConfig(url: string, options: Options = {}): Knex.Config {
  const dialect = dialectOf(url) === 'sqlite' ? 'sqlite' : 'postgres';
  const shared = {
    acquireConnectionTimeout: PATIENCE_MS,
    // Silences a pool that cannot connect, which would warn at every attempt. The caller logs the failure once and
    // answers 503.
    log: { warn: () => undefined },
  };
  return dialect === 'sqlite'
    ? { ...shared, ...sqliteConfig(url.slice('sqlite:'.length), options) }
    : { ...shared, ...postgresConfig(url, options) };
}

function sqliteConfig(filename: string, { contents }: Options): Knex.Config {
  if (filename !== ':memory:') restrictToOwner(filename);
  return {
    client: 'better-sqlite3',
    // Knex passes the filename on, and the driver opens the bytes of a database in its place. The type knows only text.
    connection: { filename: filename === ':memory:' && contents ? (contents as unknown as string) : filename },
    useNullAsDefault: true,
    // The pool keeps its only connection for ever: SQLite has one writer, and a database in memory ends with its
    // connection.
    pool: {
      min: 1,
      max: 1,
      idleTimeoutMillis: 2 ** 31 - 1,
      afterCreate: (connection: BetterSqlite3.Database, done: (error: Error | null) => void) => {
        setUpSqlite(connection);
        done(null);
      },
    },
  };
}

/**
 * Lets only the owner read the database file, which contains names, addresses and password hashes. Later files that
 * SQLite makes beside it get the same mode.
 */
function restrictToOwner(filename: string): void {
  mkdirSync(dirname(filename), { recursive: true });
  if (!existsSync(filename)) closeSync(openSync(filename, 'a', 0o600));
  for (const file of [filename, `${filename}-wal`, `${filename}-shm`]) {
    try {
      chmodSync(file, 0o600);
    } catch {
      // Ignores the error: the file does not exist yet, or belongs to another user, who decides its mode.
    }
  }
}

function postgresConfig(
  url: string,
  { unhurried = false, poolSize = 10, silenceMs = STATEMENT_MS + 5_000 }: Options,
): Knex.Config {
  return {
    client: 'pg',
    connection: {
      connectionString: url,
      application_name: 'bus-ticket',
      ...PIPELINED,
      connectionTimeoutMillis: PATIENCE_MS,
      ...(!unhurried && {
        statement_timeout: STATEMENT_MS,
        lock_timeout: PATIENCE_MS,
        idle_in_transaction_session_timeout: STATEMENT_MS,
      }),
    },
    pool: {
      min: 0,
      max: poolSize,
      idleTimeoutMillis: 30_000,
      ...(!unhurried && {
        afterCreate: (client: pg.ClientBase, done: (error: Error | null) => void) => {
          endWhenSilent(client, silenceMs);
          done(null);
        },
      }),
    },
  };
}
