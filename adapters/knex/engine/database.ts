import { AsyncLocalStorage } from 'node:async_hooks';
import { setTimeout as pause } from 'node:timers/promises';
import knex from 'knex';
import type { Knex } from 'knex';
import { knexConfig } from './connect.ts';
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
   * Runs single statements outside any transaction, for read models. Throws inside a transaction, whose changes it
   * would not see.
   */
  readonly read: Sql;
  /**
   * Runs work in one transaction, and again after a deadlock. Throws inside another transaction: SQLite has one
   * connection, so the inner one would wait for the outer for ever.
   */
  transaction<Result>(work: Work<Result>): Promise<Result>;
  /** Rejects with the refusal `databaseUnavailable` when the database does not answer. */
  ping(): Promise<void>;
  close(): Promise<void>;
  /** How many connections are in use, and how many callers wait for one. SQLite has only one: undefined. */
  readonly load: (() => { readonly running: number; readonly waiting: number }) | undefined;
}

const RETRIES = 5;

const jitter = (attempt: number): number => Math.random() * 10 * 2 ** attempt;

export function connectDatabase(url: string, options: Parameters<typeof knexConfig>[1] = {}): Database {
  const config = knexConfig(url, options);
  const dialect: Dialect = config.client === 'pg' ? 'postgres' : 'sqlite';
  const pool = knex(config);
  const inside = new AsyncLocalStorage<true>();
  const connections = dialect === 'sqlite' ? sqliteConnections(poolOf(pool)) : postgresConnections(poolOf(pool));

  async function transaction<Result>(work: Work<Result>): Promise<Result> {
    if (inside.getStore()) throw new Error('A transaction was begun inside another.');
    for (let attempts = 0; ; attempts += 1) {
      try {
        return await connections.transact((sql) => inside.run(true, () => work(sql)));
      } catch (error) {
        if (!asksForRetry(error) || attempts === RETRIES) throw translate(error);
        await pause(jitter(attempts));
      }
    }
  }

  const single = <Result>(work: Work<Result>): Promise<Result> => {
    if (inside.getStore()) throw new Error('A statement was sent outside the transaction that it was called in.');
    return connections.read(work).catch((error: unknown) => {
      throw translate(error);
    });
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
      post: () => {
        throw new Error('Only a transaction can post a statement: outside, nobody would learn that it failed.');
      },
    },
    transaction,
    ping: async () => {
      await single((sql) => sql.one`select 1 as alive`);
    },
    close: () => pool.destroy(),
    load: dialect === 'sqlite' ? undefined : poolOf(pool).load,
  };
}
