import { setTimeout as pause } from 'node:timers/promises';
import knex, { type Knex } from 'knex';
import { databaseUnavailable } from '../../../core/kernel/refusal.ts';
import { knexConfig, PATIENCE_MS } from './connect.ts';
import { asksForRetry, translate } from './errors.ts';
import { poolOf } from './knex-client.ts';
import { postgresConnections } from './postgres-connections.ts';
import { sqliteConnections } from './sqlite-connections.ts';
import type { Dialect, Part, Sql, Work } from './sql.ts';

/** A connected database. Knex keeps the pool and runs the migrations; our statements run on its connections. */
export interface Database {
  readonly dialect: Dialect;
  readonly knex: Knex;
  /**
   * Runs single statements outside any transaction, for read models. Never inside a transaction, whose changes it would
   * not see.
   */
  readonly read: Sql;
  /**
   * Runs work in one transaction, and again after a deadlock. Never inside another transaction: SQLite has one
   * connection, so the inner one would wait for the outer for ever. The databases of tests notice both.
   */
  transaction<Result>(work: Work<Result>): Promise<Result>;
  /**
   * Does work of which a power cut may undo the newest transactions although they were committed: for what can be made
   * again, such as a sample. SQLite then waits for the disk now and then and not at each commit. Only while nobody else
   * uses the database.
   */
  inHaste<Result>(work: () => Promise<Result>): Promise<Result>;
  /** Rejects with the refusal `databaseUnavailable` when the database does not answer, or not within three seconds. */
  ping(): Promise<void>;
  close(): Promise<void>;
  /** How many connections are in use, and how many callers wait for one. SQLite has only one: undefined. */
  readonly load: (() => { readonly running: number; readonly waiting: number }) | undefined;
}

const RETRIES = 5;

const jitter = (attempt: number): number => Math.random() * 10 * 2 ** attempt;

/** A halted database, or one behind a broken network, refuses nothing and never answers. */
async function silence(): Promise<never> {
  await pause(PATIENCE_MS, undefined, { ref: false });
  throw databaseUnavailable(new Error(`The database did not answer within ${PATIENCE_MS} ms.`));
}

export function connectDatabase(url: string, options: Parameters<typeof knexConfig>[1] = {}): Database {
  const config = knexConfig(url, options);
  const dialect: Dialect = config.client === 'pg' ? 'postgres' : 'sqlite';
  const pool = knex(config);
  const connections = dialect === 'sqlite' ? sqliteConnections(poolOf(pool)) : postgresConnections(poolOf(pool));

  async function transaction<Result>(work: Work<Result>): Promise<Result> {
    for (let attempts = 0; ; attempts += 1) {
      try {
        return await connections.transact(work);
      } catch (error) {
        if (!asksForRetry(error) || attempts === RETRIES) throw translate(error);
        await pause(jitter(attempts));
      }
    }
  }

  const single = <Result>(work: Work<Result>): Promise<Result> =>
    connections.read(work).catch((error: unknown) => {
      throw translate(error);
    });

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
      post: () => {
        throw new Error('Only a transaction can post a statement: outside, nobody would learn that it failed.');
      },
    },
    transaction,
    async inHaste(work) {
      if (dialect !== 'sqlite') return work();
      // The only connection there is: see sqlite-connections.ts.
      await pool.raw('pragma synchronous = NORMAL');
      return work().finally(() => pool.raw('pragma synchronous = FULL'));
    },
    ping: async () => {
      await Promise.race([single((sql) => sql.one`select 1 as alive`), silence()]);
    },
    close: () => pool.destroy(),
    load: dialect === 'sqlite' ? undefined : poolOf(pool).load,
  };
}
