import type BetterSqlite3 from 'better-sqlite3';
import type { Transact } from '../../core/kernel/unit-of-work.ts';
import type { StoreNeeds, Stores, Views } from '../../core/stores.ts';
import { type Database, connectDatabase } from '../knex/engine/database.ts';
import { poolOf } from '../knex/engine/knex-client.ts';
import { migrate } from '../knex/schema/migrate.ts';
import { knexTransact } from '../knex/stores.ts';
import { knexViews } from '../knex/views.ts';

const MEMORY_URL = 'sqlite::memory:';

/** Serialises an empty database with the current schema. */
async function migratedContents(): Promise<Buffer> {
  const database = connectDatabase(MEMORY_URL);
  await migrate(database.knex);
  const pool = poolOf<BetterSqlite3.Database>(database.knex);
  const connection = await pool.acquire();
  const contents = connection.serialize();
  await pool.release(connection);
  await database.close();
  return contents;
}

/** Made once in each process, because migrating takes a hundred times as long as opening the result. */
const MIGRATED = await migratedContents();

/** Opens an empty database in memory, with the current schema. Tests pass a function that connects with more checks. */
export const emptyMemory = (connect = connectDatabase): Database => connect(MEMORY_URL, { contents: MIGRATED });

/** The stores and views of a database in memory: the same as on a database in a file. */
export const memoryStorage = (
  needs: StoreNeeds,
  database = emptyMemory(),
): Views & { readonly transact: Transact<Stores> } => ({
  ...knexViews(database.read),
  transact: knexTransact(database, needs),
});
