import type pg from 'pg';
import { commitWatch } from './commit-watch.ts';
import { isConnectionLost } from './errors.ts';
import type { Pool } from './knex-client.ts';
import { type PgStatement, postgresSql } from './pg-driver.ts';
import { ask } from './pg-exchange.ts';
import { endNow } from './pg-silence.ts';
import { transactOn } from './postgres-transaction.ts';
import { type Connections, type Fragment, type Sql, type Work, fragment, raw } from './sql.ts';

/**
 * The number of the pool's connections that all reads share. The rest of the pool is for transactions, which each need
 * a connection of their own.
 */
const MOST_SHARED = 3;

/** A connection that several reads use at the same time. */
interface Shared {
  readonly connection: Promise<pg.ClientBase>;
  users: number;
}

/**
 * Connections to Postgres. Waiting for an answer costs more than the query itself, so independent statements are sent
 * without waiting in between (pipelining). Reads of several requests share a few connections, and a transaction sends
 * its begin with its first statement.
 */
export function postgresConnections(pool: Pool<pg.ClientBase>, commitLimitMs: number): Connections {
  const known = new WeakMap<pg.ClientBase, Sql>();
  const shared: Shared[] = [];

  /** Runs statements outside any transaction. */
  const sqlOf = (client: pg.ClientBase): Sql => {
    let sql = known.get(client);
    if (!sql) {
      const send = (statement: PgStatement) => ask(client, statement);
      known.set(
        client,
        (sql = postgresSql({
          send,
          post: (statement) => {
            void send(statement);
          },
        })),
      );
    }
    return sql;
  };

  const discardIfLost = (client: pg.ClientBase, error: unknown): void => {
    if (isConnectionLost(error)) pool.discard(client, error);
  };

  const share = (): Shared => {
    if (shared.length >= MOST_SHARED) return shared.reduce((least, one) => (one.users < least.users ? one : least));
    const another = { connection: pool.acquire(), users: 0 };
    shared.push(another);
    return another;
  };
  const unshare = (mine: Shared): void => {
    const index = shared.indexOf(mine);
    if (index >= 0) shared.splice(index, 1);
  };

  async function read<Result>(work: Work<Result>): Promise<Result> {
    const mine = share();
    mine.users += 1;
    try {
      return await work(sqlOf(await mine.connection));
    } catch (error) {
      // The connection may be broken, or the pool had no connection. No other read may use it.
      unshare(mine);
      await mine.connection.then(
        (client) => {
          discardIfLost(client, error);
        },
        () => undefined,
      );
      throw error;
    } finally {
      mine.users -= 1;
      if (mine.users === 0) {
        unshare(mine);
        await mine.connection.then(
          (client) => pool.release(client),
          () => undefined,
        );
      }
    }
  }

  async function transact<Result>(work: Work<Result>, isProbe = false): Promise<Result> {
    if (!isProbe) watch.admit();
    const client = await pool.acquire();
    try {
      if (!isProbe) admitOn(client);
      const handling = { discard: (error: unknown) => pool.discard(client, error), committing: watch.committing };
      return await watch.during(client, transactOn(client, work, handling));
    } catch (error) {
      discardIfLost(client, error);
      throw error;
    } finally {
      await pool.release(client);
    }
  }

  /** Commits may have got stuck while a transaction waited for its connection, which is then not kept either. */
  function admitOn(client: pg.ClientBase): void {
    try {
      watch.admit();
    } catch (error) {
      pool.discard(client, error);
      throw error;
    }
  }

  const watch = commitWatch<pg.ClientBase>({
    limitMs: commitLimitMs,
    end: endNow,
    waitsForStandby: () => read((sql) => hangs(sql, fragment`and wait_event = 'SyncRep'`)),
    async probe() {
      if (await read((sql) => hangs(sql))) return false;
      await transact((sql) => sql.one`select pg_logical_emit_message(true, 'bus-ticket', 'probe')`, true);
      return true;
    },
  });

  return { read, transact: (work) => transact(work) };
}

/** Whether a commit of this role has hung in the server for a second. It stays there when its caller gives it up. */
const hangs = async (sql: Sql, extra: Fragment = raw('')): Promise<boolean> =>
  undefined !==
  (await sql.one`
    select 1 as found from pg_stat_activity where usename = current_user and datname = current_database()
      and state = 'active' and query = 'commit' and query_start < now() - interval '1 second' ${extra} limit 1`);
