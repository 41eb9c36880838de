import type { Sql } from '../engine/sql.ts';

/**
 * Locks a name until the transaction ends. First waits until no other transaction has locked it. Used where no row can
 * be locked. SQLite has one writer at a time and needs no lock.
 */
export async function lockName(sql: Sql, name: string): Promise<void> {
  if (sql.dialect === 'postgres') await sql.one`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`;
}
