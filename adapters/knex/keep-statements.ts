import type BetterSqlite3 from 'better-sqlite3';

/** Everything of better-sqlite3 that was ever made: connections are few, and each has one statement a text. */
const kept: unknown[] = [];

/**
 * Prepares each text once a connection, also for Knex, which would do so with every query; and never gives a statement back.
 * Node 24.19 and later abort the process when an object of better-sqlite3 12 is garbage-collected at an idle moment. Version 13 does not
 * have the fault, but needs Node 22: this may become a plain cache when Node 20 is given up.
 */
export function keepStatements(connection: BetterSqlite3.Database): void {
  const prepare = connection.prepare.bind(connection);
  const prepared = new Map<string, BetterSqlite3.Statement>();
  kept.push(connection, prepared);

  const prepareOnce = (text: string): BetterSqlite3.Statement => {
    let statement = prepared.get(text);
    if (!statement) prepared.set(text, (statement = prepare(text)));
    return statement;
  };
  Object.assign(connection, { prepare: prepareOnce });
}
