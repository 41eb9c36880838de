import type { Knex } from 'knex';
import { isPostgres } from '../engine/knex-client.ts';

/*
 * Steps of a migration that runs while the version before is still serving, on tables that are large by then. Each step
 * can be repeated if it was interrupted.
 */

/** Creates an index, on Postgres without blocking its table. An index that was left unfinished is built anew. */
export async function createIndex(db: Knex, name: string, on: string): Promise<void> {
  await dropIndex(db, name);
  await db.raw(`create index ${isPostgres(db) ? 'concurrently ' : ''}${name} on ${on}`);
}

export const dropIndex = async (db: Knex, name: string): Promise<void> => {
  await db.raw(`drop index ${isPostgres(db) ? 'concurrently ' : ''}if exists ${name}`);
};

const BATCH = 1_000;

/** Updates rows batch by batch, so that others who write to one of them wait for a single batch at most. */
export async function updateInBatches(db: Knex, table: string, set: string, where: string): Promise<void> {
  const [row] = await db(table).max<{ last: number | null }[]>('id as last');
  const last = row?.last ?? 0;
  for (let start = 0; start < last; start += BATCH)
    await db.raw(`update ${table} set ${set} where id > ? and id <= ? and (${where})`, [start, start + BATCH]);
}
