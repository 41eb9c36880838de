import type pg from 'pg';
import type { Connections, Pool, Work } from './connections.ts';
import { isConnectionLost } from './failures.ts';
import { postgresSql } from './sql.ts';
import type { Sql } from './sql.ts';

/** Of the pool's connections, those that reads may share. The others are left to transactions, which need one each. */
const MOST_SHARED = 3;

interface Connected {
  readonly client: pg.ClientBase;
  readonly sql: Sql;
  /** What was sent and is not waited for, since the transaction began. */
  readonly posted: Promise<unknown>[];
}

/** A connection that several reads use at the same time. */
interface Shared {
  readonly connection: Promise<object>;
  users: number;
}

/**
 * Postgres: connections of the pool. What is sent costs more than what is asked: so statements that do not need each other's answers
 * are sent in one go (the connections are pipelined), reads of several requests on a few shared connections, and of a transaction the
 * begin with its first statement and the commit with its last.
 */
export function postgresConnections(pool: Pool): Connections {
  const known = new WeakMap<object, Connected>();
  const shared: Shared[] = [];

  const connectedOf = (raw: object): Connected => {
    let connected = known.get(raw);
    if (!connected) {
      const [client, posted] = [raw as pg.ClientBase, []];
      known.set(raw, (connected = { client, posted, sql: postgresSql(client, posted) }));
    }
    return connected;
  };

  const share = (): Shared => {
    if (shared.length >= MOST_SHARED) return shared.reduce((least, one) => (one.users < least.users ? one : least));
    const another = { connection: pool.acquireConnection(), users: 0 };
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
        return await work(connectedOf(await mine.connection).sql);
      } catch (error) {
        // Nobody else is to join: a connection that broke, or one that could not be had.
        unshare(mine);
        await mine.connection.then((raw) => { markLost(raw, error); }, () => undefined);
        throw error;
      } finally {
        mine.users -= 1;
        if (mine.users === 0) {
          unshare(mine);
          await mine.connection.then((raw) => pool.releaseConnection(raw), () => undefined);
        }
      }
    },

    async transact(work) {
      const raw = await pool.acquireConnection();
      try {
        return await transactOn(connectedOf(raw), work);
      } catch (error) {
        markLost(raw, error);
        throw error;
      } finally {
        await pool.releaseConnection(raw);
      }
    },
  };
}

/** One that broke goes back marked, so that Knex's pool throws it away. */
function markLost(raw: object, error: unknown): void {
  if (isConnectionLost(error)) Object.assign(raw, { __knex__disposed: error });
}

async function transactOn<Result>({ client, sql, posted }: Connected, work: Work<Result>): Promise<Result> {
  const causeOf = async (): Promise<PromiseRejectedResult | undefined> => (await Promise.allSettled(posted)).find((outcome) => outcome.status === 'rejected');
  posted.length = 0;
  post(posted, client.query('begin'));
  const result = await work(sql).catch(async (error: unknown) => {
    // A rollback that fails too has a broken connection as its cause, which the first error tells already.
    const rolledBack = client.query('rollback').catch(() => undefined);
    // What was posted and failed has made all that came after it fail.
    const cause = await causeOf();
    await rolledBack;
    throw cause ? cause.reason : error;
  });
  // After a statement that failed, Postgres takes a commit for a rollback.
  post(posted, client.query('commit'));
  const cause = await causeOf();
  if (cause) throw cause.reason;
  return result;
}

/** Nobody waits for it now: that it failed is found out at the end. */
function post(posted: Promise<unknown>[], sent: Promise<unknown>): void {
  sent.catch(() => undefined);
  posted.push(sent);
}
