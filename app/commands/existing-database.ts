import { existsSync } from 'node:fs';
import { type Database, connectDatabase } from '../../adapters/knex/engine/database.ts';
import { refuseNewer } from '../../adapters/knex/schema/migrate.ts';
import { databaseUnusable, StartFailure } from '../start-failure.ts';

/** Runs a command on a database that must already exist. */
export async function onExistingDatabase<Result>(
  databaseUrl: string,
  work: (database: Database) => Promise<Result>,
): Promise<Result> {
  const file = /^sqlite:(?!:memory:)(.+)$/.exec(databaseUrl)?.[1];
  // SQLite would create a missing file, and the command would run on an empty database.
  if (file !== undefined && !existsSync(file))
    throw new StartFailure(`There is no database at ${file}. Check DATABASE_URL.`);
  const database = connectDatabase(databaseUrl, { unhurried: true });
  try {
    await refuseNewer(database.knex);
    return await work(database);
  } catch (error) {
    throw databaseUnusable(error);
  } finally {
    await database.close();
  }
}
