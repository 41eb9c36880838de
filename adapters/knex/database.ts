import { AsyncLocalStorage } from 'node:async_hooks';
import { setTimeout as pause } from 'node:timers/promises';
import knex from 'knex';
import type { Knex } from 'knex';
import { knexConfig } from './connect.ts';
import type { Pool, Work } from './connections.ts';
import { asksForRetry, isBusy, translate } from './failures.ts';
import { postgresConnections } from './postgres-connections.ts';
import { sqliteConnections } from './sqlite-connections.ts';
import type { Dialect, Part, Sql } from './sql.ts';

/** A connected database: Knex keeps the pool and runs the migrations, statements run on its connections. */
export interface Database {
  readonly dialect: Dialect;
  readonly knex: Knex;
  /** Runs single statements, each on a connection of its own: for screens. Throws inside a transaction, where it would not see it. */
  readonly read: Sql;
  /** Runs work in one transaction. Throws inside another: SQLite has one connection, and the inner one would wait for itself. */
  transaction<Result>(work: Work<Result>): Promise<Result>;
  /** Throws a Refusal when the database does not answer. */
  ping(): Promise<void>;
  close(): Promise<void>;
  /** Connections in use, and how many wait for one; undefined where there is a single one. */
  readonly load: (() => { readonly running: number; readonly waiting: number }) | undefined;
}

const RETRIES = 5;
/** How long a transaction waits for another process that writes to the same SQLite file, such as an import. */
const BUSY_PATIENCE_MS = 20_000;
const BUSY_PAUSE_MS = 20;

const jitter = (attempt: number): number => Math.random() * 10 * 2 ** attempt;

export function connectDatabase(url: string, options: Parameters<typeof knexConfig>[1] = {}): Database {
  const config = knexConfig(url, options);
  const dialect: Dialect = config.client === 'pg' ? 'postgres' : 'sqlite';
  const pool = knex(config);
  const client = pool.client as Pool;
  const inside = new AsyncLocalStorage<true>();
  const connections = dialect === 'sqlite' ? sqliteConnections(client) : postgresConnections(client);

  async function transaction<Result>(work: Work<Result>): Promise<Result> {
    if (inside.getStore()) throw new Error('A transaction was begun inside another.');
    const started = performance.now();
    for (let attempts = 0; ; attempts += 1) {
      try {
        return await connections.transact((sql) => inside.run(true, () => work(sql)));
      } catch (error) {
        if (asksForRetry(error) && attempts < RETRIES) await pause(jitter(attempts));
        else if (isBusy(error) && performance.now() - started < BUSY_PATIENCE_MS) await pause(BUSY_PAUSE_MS);
        else throw translate(error);
      }
    }
  }

  const single = <Result>(work: Work<Result>): Promise<Result> => {
    if (inside.getStore()) throw new Error('A statement was sent past the transaction it stands in.');
    return connections.read(work).catch((error: unknown) => { throw translate(error); });
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
      post: () => { throw new Error('Only a transaction can vouch for what nobody waits for.'); },
    },
    transaction,
    ping: async () => { await single((sql) => sql.one`select 1 as alive`); },
    close: () => pool.destroy(),
    load: dialect === 'sqlite' ? undefined : () => ({ running: client.pool?.numUsed() ?? 0, waiting: client.pool?.numPendingAcquires() ?? 0 }),
  };
}
