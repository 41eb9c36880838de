import { AsyncLocalStorage } from 'node:async_hooks';
import { setTimeout as pause } from 'node:timers/promises';
import type BetterSqlite3 from 'better-sqlite3';
import knex from 'knex';
import type { Knex } from 'knex';
import type pg from 'pg';
import { knexConfig } from './connect.ts';
import { asksForRetry, isBusy, isConnectionLost, translate } from './failures.ts';
import { postgresSql, sqliteSql } from './sql.ts';
import type { Dialect, Part, Sql } from './sql.ts';

/** A connected database: Knex keeps the pool and runs the migrations, statements run on its connections. */
export interface Database {
  readonly dialect: Dialect;
  readonly knex: Knex;
  /** Runs single statements, each on a connection of its own: for screens. Throws inside a transaction, where it would not see it. */
  readonly read: Sql;
  /** Runs work in one transaction. Throws inside another: SQLite has one connection, and the inner one would wait for itself. */
  transaction<Result>(work: (sql: Sql) => Promise<Result>): Promise<Result>;
  /** Throws a Refusal when the database does not answer. */
  ping(): Promise<void>;
  close(): Promise<void>;
  /** Connections in use, and how many wait for one; undefined where there is a single one. */
  readonly load: (() => { readonly running: number; readonly waiting: number }) | undefined;
}

interface Connection {
  readonly sql: Sql;
  readonly begin: () => Promise<unknown>;
  readonly commit: () => Promise<unknown>;
  readonly rollback: () => Promise<unknown>;
}

const RETRIES = 5;
/** How long a transaction waits for another process that writes to the same SQLite file, such as an import. */
const BUSY_PATIENCE_MS = 20_000;
const BUSY_PAUSE_MS = 20;

const jitter = (attempt: number): number => Math.random() * 10 * 2 ** attempt;

function sqliteConnection(database: BetterSqlite3.Database): Connection {
  // Immediate: a transaction that reads first and then wants to write fails at once when another process wrote in between.
  const [begin, commit, rollback] = ['begin immediate', 'commit', 'rollback'].map((text) => database.prepare(text));
  return {
    sql: sqliteSql(database),
    begin: async () => begin?.run(),
    commit: async () => commit?.run(),
    rollback: async () => (database.inTransaction ? rollback?.run() : undefined),
  };
}

function postgresConnection(client: pg.ClientBase): Connection {
  return {
    sql: postgresSql(client),
    begin: () => client.query('begin'),
    commit: () => client.query('commit'),
    rollback: () => client.query('rollback'),
  };
}

/** The part of Knex's client that hands out connections. */
interface Pool {
  acquireConnection(): Promise<object>;
  releaseConnection(connection: object): Promise<void>;
  /** Gone once it is closed. */
  readonly pool?: { numUsed(): number; numPendingAcquires(): number };
}

type Lend = <Result>(work: (connection: Connection) => Promise<Result>) => Promise<Result>;

/**
 * SQLite: the pool's one connection, lent to one at a time, in the order of asking. The pool never closes it before the end,
 * so it is asked for once: asking again for each statement costs more than most statements do.
 */
function lendOne(pool: Pool): Lend {
  let only: Promise<Connection> | undefined;
  let last: Promise<unknown> = Promise.resolve();

  const connect = async (): Promise<Connection> => {
    const raw = await pool.acquireConnection();
    await pool.releaseConnection(raw);
    return sqliteConnection(raw as BetterSqlite3.Database);
  };

  return (work) => {
    const mine = last.then(async () => work(await (only ??= connect())));
    last = mine.catch(() => undefined);
    return mine;
  };
}

/** Postgres: a connection of the pool for each loan; one that broke goes back marked, so that Knex's pool throws it away. */
function lendMany(pool: Pool): Lend {
  const known = new WeakMap<object, Connection>();

  const wrap = (raw: object): Connection => {
    let connection = known.get(raw);
    if (!connection) known.set(raw, (connection = postgresConnection(raw as pg.ClientBase)));
    return connection;
  };

  return async (work) => {
    const raw = await pool.acquireConnection();
    try {
      return await work(wrap(raw));
    } catch (error) {
      if (isConnectionLost(error)) Object.assign(raw, { __knex__disposed: error });
      throw error;
    } finally {
      await pool.releaseConnection(raw);
    }
  };
}

export function connectDatabase(url: string, options: Parameters<typeof knexConfig>[1] = {}): Database {
  const config = knexConfig(url, options);
  const dialect: Dialect = config.client === 'pg' ? 'postgres' : 'sqlite';
  const pool = knex(config);
  const client = pool.client as Pool;
  const inside = new AsyncLocalStorage<true>();
  const onConnection = dialect === 'sqlite' ? lendOne(client) : lendMany(client);

  const attempt = <Result>(work: (sql: Sql) => Promise<Result>): Promise<Result> =>
    onConnection(async ({ sql, begin, commit, rollback }) => {
      await begin();
      try {
        const result = await inside.run(true, () => work(sql));
        await commit();
        return result;
      } catch (error) {
        // A rollback that fails too has a broken connection as its cause, which the first error tells already.
        await rollback().catch(() => undefined);
        throw error;
      }
    });

  async function transaction<Result>(work: (sql: Sql) => Promise<Result>): Promise<Result> {
    if (inside.getStore()) throw new Error('A transaction was begun inside another.');
    const started = performance.now();
    for (let attempts = 0; ; attempts += 1) {
      try {
        return await attempt(work);
      } catch (error) {
        if (asksForRetry(error) && attempts < RETRIES) await pause(jitter(attempts));
        else if (isBusy(error) && performance.now() - started < BUSY_PATIENCE_MS) await pause(BUSY_PAUSE_MS);
        else throw translate(error);
      }
    }
  }

  const single = <Result>(work: (sql: Sql) => Promise<Result>): Promise<Result> => {
    if (inside.getStore()) throw new Error('A statement was sent past the transaction it stands in.');
    return onConnection(({ sql }) => work(sql)).catch((error: unknown) => { throw translate(error); });
  };

  return {
    dialect,
    knex: pool,
    read: {
      dialect,
      rows: <Row>(strings: TemplateStringsArray, ...parts: readonly Part[]) =>
        single((sql) => sql.rows<Row>(strings, ...parts)),
      one: <Row>(strings: TemplateStringsArray, ...parts: readonly Part[]) =>
        single((sql) => sql.one<Row>(strings, ...parts)),
      changes: (strings, ...parts) => single((sql) => sql.changes(strings, ...parts)),
    },
    transaction,
    ping: async () => { await single((sql) => sql.one`select 1 as alive`); },
    close: () => pool.destroy(),
    load: dialect === 'sqlite' ? undefined : () => ({ running: client.pool?.numUsed() ?? 0, waiting: client.pool?.numPendingAcquires() ?? 0 }),
  };
}
