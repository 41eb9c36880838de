import { setImmediate as nextRound, setTimeout as pause } from 'node:timers/promises';
import type BetterSqlite3 from 'better-sqlite3';
import { isBusy } from './errors.ts';
import { fenced } from './fenced.ts';
import type { Pool } from './knex-client.ts';
import type { Connections, Sql, Work } from './sql.ts';
import { sqliteSql } from './sqlite-driver.ts';

/** A transaction that waits to be run. */
interface Pending {
  readonly work: Work<unknown>;
  readonly since: number;
  readonly resolve: (result: unknown) => void;
  readonly reject: (error: unknown) => void;
}

interface Connected {
  readonly database: BetterSqlite3.Database;
  readonly sql: Sql;
}

/** The highest number of transactions in one commit. More transactions would keep readers waiting too long. */
const MOST_PER_COMMIT = 100;

/**
 * Milliseconds to wait while another process, such as an import, writes to the file; and the pause between two
 * attempts.
 */
const BUSY_PATIENCE_MS = 20_000;
const BUSY_PAUSE_MS = 10;

/**
 * Connections to SQLite. The pool has a single connection, which is acquired once. Callers use the connection one after
 * another, in the order of their requests.
 *
 * Only a commit waits for the disk, so transactions of the same round of the event loop share one commit. Every
 * transaction has its own savepoint and can fail alone. All resolve once the commit is on disk.
 *
 * While another process writes to the file, pending transactions wait without occupying the connection, so that reads
 * go on.
 */
export function sqliteConnections(pool: Pool<BetterSqlite3.Database>): Connections {
  let connecting: Promise<Connected> | undefined;
  let last: Promise<unknown> = Promise.resolve();
  const pending: Pending[] = [];
  let committing = false;

  const connect = async (): Promise<Connected> => {
    const database = await pool.acquire();
    await pool.release(database);
    return { database, sql: sqliteSql(database) };
  };
  const connected = (): Promise<Connected> => (connecting ??= connect());

  const inTurn = <Result>(work: () => Promise<Result>): Promise<Result> => {
    const mine = last.then(work);
    last = mine.catch(() => undefined);
    return mine;
  };

  /** Runs transactions until none is pending. */
  async function commitAll(): Promise<void> {
    while (pending.length > 0) {
      // Transactions that arrive before this round of the event loop ends join the same commit.
      await nextRound();
      await inTurn(async () => {
        const { database, sql } = await connected();
        // The transaction begins as immediate. A deferred transaction would fail if another process wrote between its
        // first read and its first write.
        database.prepare('begin immediate').run();
        await commitTogether(database, sql, pending.splice(0, MOST_PER_COMMIT));
      }).catch(notNow);
    }
    committing = false;
  }

  /**
   * Called when pending transactions cannot begin, because another process writes. Rejects callers that have waited
   * long enough; the others continue to wait.
   */
  async function notNow(error: unknown): Promise<void> {
    for (const one of pending.splice(0)) {
      if (isWorthWaiting(error, one.since)) pending.push(one);
      else one.reject(error);
    }
    if (pending.length > 0) await pause(BUSY_PAUSE_MS);
  }

  return {
    async read(work) {
      for (const since = performance.now(); ;) {
        try {
          return await inTurn(async () => work((await connected()).sql));
        } catch (error) {
          if (!isWorthWaiting(error, since)) throw error;
          await pause(BUSY_PAUSE_MS);
        }
      }
    },

    transact: <Result>(work: Work<Result>) =>
      new Promise<Result>((resolve, reject) => {
        pending.push({ work, since: performance.now(), resolve: resolve as Pending['resolve'], reject });
        if (committing) return;
        committing = true;
        void commitAll();
      }),
  };
}

const isWorthWaiting = (error: unknown, since: number): boolean =>
  isBusy(error) && performance.now() - since < BUSY_PATIENCE_MS;

/** Runs several transactions inside one that has begun, and commits them together. Never rejects. */
async function commitTogether(database: BetterSqlite3.Database, sql: Sql, together: readonly Pending[]): Promise<void> {
  try {
    const outcomes = await runTogether(database, sql, together);
    together.forEach(({ resolve, reject }, index) => {
      const outcome = outcomes[index];
      if (outcome?.status === 'fulfilled') resolve(outcome.value);
      else reject(outcome?.reason);
    });
  } catch (error) {
    for (const { reject } of together) reject(error);
  }
}

async function runTogether(
  database: BetterSqlite3.Database,
  sql: Sql,
  together: readonly Pending[],
): Promise<readonly PromiseSettledResult<unknown>[]> {
  const run = (text: string): void => {
    database.prepare(text).run();
  };
  const outcomes: PromiseSettledResult<unknown>[] = [];
  try {
    for (const { work } of together) {
      run('savepoint one');
      const outcome = await outcomeOf(sql, work);
      // Some errors, such as a full disk, make SQLite roll back the whole transaction.
      if (outcome.status === 'rejected' && !database.inTransaction) throw outcome.reason;
      if (outcome.status === 'rejected') run('rollback to one');
      run('release one');
      outcomes.push(outcome);
    }
    run('commit');
    return outcomes;
  } catch (error) {
    if (database.inTransaction) run('rollback');
    throw error;
  }
}

/** A transaction fails if any of its statements fails, as on Postgres, even if the work catches the error. */
async function outcomeOf(connection: Sql, work: Work<unknown>): Promise<PromiseSettledResult<unknown>> {
  const { sql, end, failure } = fenced(connection);
  const [outcome] = await Promise.allSettled([work(sql).finally(end)]);
  const why = failure();
  return outcome.status === 'fulfilled' && why ? { status: 'rejected', reason: why.reason } : outcome;
}
