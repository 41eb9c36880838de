import type pg from 'pg';
import { isConnectionLost } from './errors.ts';
import type { Pool } from './knex-client.ts';
import { type PgStatement, postgresSql } from './pg-driver.ts';
import { ask } from './pg-exchange.ts';
import { transactOn } from './postgres-transaction.ts';
import type { Connections, Sql } from './sql.ts';

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
export function postgresConnections(pool: Pool<pg.ClientBase>): Connections {
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

  return {
    async read(work) {
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
    },

    async transact(work) {
      const client = await pool.acquire();
      try {
        return await transactOn(client, work, (error) => pool.discard(client, error));
      } catch (error) {
        discardIfLost(client, error);
        throw error;
      } finally {
        await pool.release(client);
      }
    },
  };
}
