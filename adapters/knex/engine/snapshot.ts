import type { Database } from './database.ts';
import type { Work } from './sql.ts';

/**
 * Reads the database as it was at one moment, whatever others write meanwhile. Changes nothing. Only for command-line
 * tools, because on SQLite the single connection is occupied until the end.
 */
export const inSnapshot = <Result>(database: Database, work: Work<Result>): Promise<Result> =>
  database.dialect === 'postgres' ? onPostgres(database, work) : onSqlite(database, work);

const onPostgres = <Result>(database: Database, work: Work<Result>): Promise<Result> =>
  database.transaction(async (sql) => {
    await sql.changes`set transaction isolation level repeatable read, read only`;
    return work(sql);
  });

/** SQLite begins this transaction as deferred, unlike all others, because readers do not block writers. */
async function onSqlite<Result>({ read }: Database, work: Work<Result>): Promise<Result> {
  await read.changes`begin deferred`;
  try {
    return await work(read);
  } finally {
    await read.changes`rollback`;
  }
}
