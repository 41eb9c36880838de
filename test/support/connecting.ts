import { type Database, connectDatabase } from '../../adapters/knex/engine/database.ts';

/**
 * Connects to databases, and closes them in a hook (`after` or `afterEach`). Closes nothing if a skipped suite never
 * connected.
 */
export function connectingUntil(hook: (close: () => Promise<unknown>) => void): typeof connectDatabase {
  const opened: Database[] = [];
  hook(() => Promise.all(opened.splice(0).map((one) => one.close())));
  return (...to) => {
    const database = connectDatabase(...to);
    opened.push(database);
    return database;
  };
}
