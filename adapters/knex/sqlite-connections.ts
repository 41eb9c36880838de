import type BetterSqlite3 from 'better-sqlite3';
import type { Connections, Pool, Work } from './connections.ts';
import { sqliteSql } from './sql.ts';
import type { Sql } from './sql.ts';

/** A transaction that waits for its turn. */
interface Waiting {
  readonly work: Work<unknown>;
  readonly resolve: (result: unknown) => void;
  readonly reject: (error: unknown) => void;
}

interface Connected {
  readonly database: BetterSqlite3.Database;
  readonly sql: Sql;
}

/** More would keep the readers waiting. */
const MOST_A_COMMIT = 100;

/**
 * SQLite: the pool's one connection, lent to one at a time, in the order of asking. The pool never closes it before the end, so it is asked
 * for once. Transactions that come in one round of the event loop share a commit, since it is the commit that waits for the disk: each has
 * a savepoint of its own, fails alone, and is told that it is done when all of it is on disk.
 */
export function sqliteConnections(pool: Pool): Connections {
  let connecting: Promise<Connected> | undefined;
  let last: Promise<unknown> = Promise.resolve();
  const waiting: Waiting[] = [];

  const connect = async (): Promise<Connected> => {
    const database = (await pool.acquireConnection()) as BetterSqlite3.Database;
    await pool.releaseConnection(database);
    return { database, sql: sqliteSql(database) };
  };
  const connected = (): Promise<Connected> => (connecting ??= connect());

  const inTurn = <Result>(work: () => Promise<Result>): Promise<Result> => {
    const mine = last.then(work);
    last = mine.catch(() => undefined);
    return mine;
  };

  const nextCommit = (): void => {
    void inTurn(async () => {
      const together = waiting.splice(0, MOST_A_COMMIT);
      if (waiting.length > 0) nextCommit();
      await commitTogether(connected(), together);
    });
  };

  return {
    read: (work) => inTurn(async () => work((await connected()).sql)),
    transact: <Result>(work: Work<Result>) => new Promise<Result>((resolve, reject) => {
      waiting.push({ work, resolve: resolve as Waiting['resolve'], reject });
      // Not before this round of the event loop is over: whoever else has come by then is taken along.
      if (waiting.length === 1) setImmediate(nextCommit);
    }),
  };
}

/** Runs transactions one after the other and commits them at once. Never rejects: each is told for itself. */
async function commitTogether(connected: Promise<Connected>, together: readonly Waiting[]): Promise<void> {
  try {
    const outcomes = await runTogether(await connected, together);
    together.forEach(({ resolve, reject }, index) => {
      const outcome = outcomes[index];
      if (outcome?.status === 'fulfilled') resolve(outcome.value);
      else reject(outcome?.reason);
    });
  } catch (error) {
    for (const { reject } of together) reject(error);
  }
}

async function runTogether({ database, sql }: Connected, together: readonly Waiting[]): Promise<readonly PromiseSettledResult<unknown>[]> {
  const run = (text: string): void => { database.prepare(text).run(); };
  const outcomes: PromiseSettledResult<unknown>[] = [];
  // Immediate: a transaction that reads first and then wants to write fails at once when another process wrote in between.
  run('begin immediate');
  try {
    for (const { work } of together) {
      run('savepoint mine');
      const [outcome] = await Promise.allSettled([work(sql)]);
      // Some faults, such as a full disk, end the whole transaction, whoever had them.
      if (outcome.status === 'rejected' && !database.inTransaction) throw outcome.reason;
      if (outcome.status === 'rejected') run('rollback to mine');
      run('release mine');
      outcomes.push(outcome);
    }
    run('commit');
    return outcomes;
  } catch (error) {
    if (database.inTransaction) run('rollback');
    throw error;
  }
}
