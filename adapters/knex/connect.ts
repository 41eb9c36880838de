import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import type BetterSqlite3 from 'better-sqlite3';
import type { Knex } from 'knex';
import pg from 'pg';
import { gatheringSocket } from './gathering-socket.ts';
import { keepStatements } from './keep-statements.ts';
import { migrationSource } from './migrations/source.ts';

/** Moments, money and counts fit a double exactly; pg would hand them out as text. */
pg.types.setTypeParser(pg.types.builtins.INT8, Number);

/** How long a request waits for a connection, and a statement for a row lock, before it is told to come back. */
const PATIENCE_MS = 3_000;

/** Statements are sent without waiting for the answers to those before, and together. Options of pg that Knex's types don't know. */
const PIPELINED = { pipeline: true, stream: gatheringSocket };

interface Options {
  /** Migrations and imports may take as long as they need. */
  readonly unhurried?: boolean;
  /** Postgres connections at most. */
  readonly poolSize?: number;
}

const knows = (url: string): 'sqlite' | 'postgres' | undefined =>
  url.startsWith('sqlite:') ? 'sqlite' : /^postgres(ql)?:\/\//.test(url) ? 'postgres' : undefined;

/** Whether a DATABASE_URL is one: `sqlite:PATH`, `sqlite::memory:` or `postgres://…`. */
export const isDatabaseUrl = (url: string): boolean =>
  knows(url) === 'sqlite' ? url.length > 'sqlite:'.length : knows(url) === 'postgres' && URL.canParse(url);

/** Knex's configuration for a DATABASE_URL. */
export function knexConfig(url: string, options: Options = {}): Knex.Config {
  const shared = {
    migrations: { migrationSource },
    acquireConnectionTimeout: PATIENCE_MS,
    // A pool that cannot connect says so with every attempt; the caller answers 503 and logs it once.
    log: { warn: () => undefined },
  };
  return knows(url) === 'sqlite' ? { ...shared, ...sqliteConfig(url.slice('sqlite:'.length)) } : { ...shared, ...postgresConfig(url, options) };
}

function sqliteConfig(filename: string): Knex.Config {
  if (filename !== ':memory:') mkdirSync(dirname(filename), { recursive: true });
  return {
    client: 'better-sqlite3',
    connection: { filename },
    useNullAsDefault: true,
    // One connection, kept for ever: SQLite has one writer, and a database in memory lives as long as its connection.
    pool: {
      min: 1,
      max: 1,
      idleTimeoutMillis: 2 ** 31 - 1,
      afterCreate: (connection: BetterSqlite3.Database, done: (error: Error | null) => void) => {
        keepStatements(connection);
        connection.exec('pragma journal_mode = WAL');
        // better-sqlite3 compiles with NORMAL in WAL mode: a power cut then loses bookings that were acknowledged.
        connection.exec('pragma synchronous = FULL');
        connection.exec('pragma foreign_keys = ON');
        // Short, because the wait blocks every request: transactions try again without blocking (see database.ts).
        connection.exec('pragma busy_timeout = 100');
        done(null);
      },
    },
  };
}

function postgresConfig(url: string, { unhurried = false, poolSize = 10 }: Options): Knex.Config {
  return {
    client: 'pg',
    connection: {
      connectionString: url,
      application_name: 'bus-ticket',
      ...PIPELINED,
      connectionTimeoutMillis: PATIENCE_MS,
      ...(!unhurried && { statement_timeout: 15_000, lock_timeout: PATIENCE_MS, idle_in_transaction_session_timeout: 15_000 }),
    },
    pool: { min: 0, max: poolSize, idleTimeoutMillis: 30_000 },
  };
}
