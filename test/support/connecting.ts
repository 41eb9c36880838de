import { type Database, connectDatabase } from '../../adapters/knex/engine/database.ts';

/**
 * Connects to databases, which a hook (`after` or `afterEach`) closes again. A suite that is skipped before it has
 * connected to any has nothing to close.
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
