import { setTimeout as pause } from 'node:timers/promises';
import knex, { type Knex } from 'knex';
import { databaseUnavailable } from '../../../core/kernel/refusal.ts';
import { COMMIT_LIMIT_MS, knexConfig, PATIENCE_MS } from './connect.ts';
import { asksForRetry, translate } from './errors.ts';
import { poolOf } from './knex-client.ts';
import { postgresConnections } from './postgres-connections.ts';
import { sqliteConnections } from './sqlite-connections.ts';
import type { Dialect, Part, Sql, Work } from './sql.ts';

/**
 * A connected database. Knex provides the pool and runs the migrations. All other statements run on the pool's
 * connections.
 */
export interface Database {
  readonly dialect: Dialect;
  readonly knex: Knex;
  /**
   * Runs single statements outside any transaction, for read models. Never call this inside a transaction, whose
   * changes it would not see. Test databases detect this mistake.
   */
  readonly read: Sql;
  /**
   * Runs work in one transaction, and repeats it after a deadlock. Never call this inside another transaction. SQLite
   * has one connection, so the inner transaction would wait for the outer for ever. Test databases detect this mistake.
   */
  transaction<Result>(work: Work<Result>): Promise<Result>;
  /**
   * Does work that can be repeated, such as making a sample, without waiting for the disk at each commit. On SQLite, a
   * power cut may undo the newest transactions of the work. Only use this while nobody else uses the database.
   */
  inHaste<Result>(work: () => Promise<Result>): Promise<Result>;
  /** Rejects with the refusal `databaseUnavailable` if the database does not answer within three seconds. */
  ping(): Promise<void>;
  /** Commits a message in the log of Postgres, which shows that commits get through. Does nothing on SQLite. */
  commitSomething(): Promise<void>;
  /**
   * The number of commits of this role that wait until a synchronous standby confirms them. Always 0 for SQLite. Other
   * roles' commits are only seen with the right to read all statistics.
   */
  commitsAtStandby(): Promise<number>;
  close(): Promise<void>;
  /**
   * The number of connections in use, and of callers that wait for one. Undefined for SQLite, which has one connection.
   */
  readonly load: (() => { readonly running: number; readonly waiting: number }) | undefined;
}

/** As Postgres refuses a write of a standby. The settings of a database may make it read-only, too. */
const readOnly = (): Error => Object.assign(new Error('The database is read-only.'), { code: '25006' });

const RETRIES = 5;

const jitter = (attempt: number): number => Math.random() * 10 * 2 ** attempt;

/** Rejects after PATIENCE_MS. Needed for a halted database or a broken network, where a query would wait for ever. */
async function silence(): Promise<never> {
  await pause(PATIENCE_MS, undefined, { ref: false });
  throw databaseUnavailable(new Error(`The database did not answer within ${PATIENCE_MS} ms.`));
}

const commitLimitOf = ({
  unhurried = false,
  commitLimitMs = unhurried ? Infinity : COMMIT_LIMIT_MS,
}: NonNullable<Parameters<typeof knexConfig>[1]>): number => commitLimitMs;

export function connectDatabase(url: string, options: Parameters<typeof knexConfig>[1] = {}): Database {
  const config = knexConfig(url, options);
  const dialect: Dialect = config.client === 'pg' ? 'postgres' : 'sqlite';
  const pool = knex(config);
  const connections =
    dialect === 'sqlite' ? sqliteConnections(poolOf(pool)) : postgresConnections(poolOf(pool), commitLimitOf(options));

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
      // SQLite has a single connection, so `work` runs with this setting: see sqlite-connections.ts.
      await pool.raw('pragma synchronous = NORMAL');
      return work().finally(() => pool.raw('pragma synchronous = FULL'));
    },
    ping: async () => {
      await Promise.race([single((sql) => sql.one`select 1 as alive`), silence()]);
    },
    commitSomething: () =>
      transaction(async (sql) => {
        if (dialect === 'sqlite') return;
        const row = await sql.one<{ is_read_only: boolean }>`
          select current_setting('transaction_read_only')::boolean as is_read_only`;
        if (row?.is_read_only === true) throw readOnly();
        await sql.one`select pg_logical_emit_message(true, 'bus-ticket', 'start')`;
      }),
    commitsAtStandby: async () => {
      if (dialect === 'sqlite') return 0;
      const row = await single(
        (sql) =>
          sql.one<{ waiting: number }>`
          select count(*) as waiting from pg_stat_activity where wait_event = 'SyncRep' and usename = current_user`,
      );
      return row?.waiting ?? 0;
    },
    close: () => pool.destroy(),
    load: dialect === 'sqlite' ? undefined : poolOf(pool).load,
  };
}
