import type BetterSqlite3 from 'better-sqlite3';
import { type Part, type Sql, type SqlValue, assemble } from './sql.ts';

/*
 * The special cases of better-sqlite3: settings of a connection, statements that are never released, repeated planning,
 * and missing booleans.
 */

/** Sets up a new connection, also for the queries of Knex itself. */
export function setUpSqlite(connection: BetterSqlite3.Database): void {
  cacheStatements(connection);
  connection.exec('pragma journal_mode = WAL');
  // better-sqlite3 defaults to NORMAL in WAL mode, where a power cut can lose bookings that were acknowledged.
  connection.exec('pragma synchronous = FULL');
  connection.exec('pragma foreign_keys = ON');
  // SQLite itself must not wait, because it would block the event loop and so every request. sqlite-connections.ts
  // waits instead.
  connection.exec('pragma busy_timeout = 0');
}

/** Keeps every connection and its statements from being garbage-collected (see below). Both are few. */
const neverCollected: unknown[] = [];

/**
 * Replaces `prepare` so that each text is prepared once per connection, even by Knex, which would prepare every query.
 * Also keeps every statement from being garbage-collected. Node 24.19 and later abort the process when an object of
 * better-sqlite3 12 is collected at an idle moment. Version 13 has no such fault but needs Node 22. When support for
 * Node 20 ends, this function can become a plain cache.
 */
export function cacheStatements(connection: BetterSqlite3.Database): void {
  const prepare = connection.prepare.bind(connection);
  const prepared = new Map<string, BetterSqlite3.Statement>();
  neverCollected.push(connection, prepared);

  const prepareOnce = (text: string): BetterSqlite3.Statement => {
    let statement = prepared.get(text);
    if (!statement) prepared.set(text, (statement = prepare(text)));
    return statement;
  };
  Object.assign(connection, { prepare: prepareOnce });
}

type Row = Record<string, unknown>;

/** The names of a statement's boolean columns, looked up once. */
const booleans = new WeakMap<BetterSqlite3.Statement, readonly string[]>();

/**
 * Boolean columns, by the types of the schema. SQLite knows no type of an expression. So an expression counts as
 * boolean if its name is like `is_sold` or `has_seat_map`.
 */
function booleansOf(statement: BetterSqlite3.Statement): readonly string[] {
  let names = booleans.get(statement);
  if (!names) {
    names = statement
      .columns()
      .filter(({ name, type }) => (type === null ? /^(is|has)_/.test(name) : type.toLowerCase() === 'boolean'))
      .map(({ name }) => name);
    booleans.set(statement, names);
  }
  return names;
}

/**
 * Turns 0 and 1 into false and true in the named columns. Changes the row in place, which is safe because no caller has
 * the row yet.
 */
function withBooleans(row: Row, names: readonly string[]): Row {
  for (const name of names) if (row[name] !== null) row[name] = row[name] !== 0;
  return row;
}

const bound = (values: readonly SqlValue[]): readonly SqlValue[] =>
  values.some((value) => typeof value === 'boolean')
    ? values.map((value) => (typeof value === 'boolean' ? Number(value) : value))
    : values;

/**
 * Prevents SQLite from planning a statement again. SQLite does so for a value that may change the plan: any limit and,
 * after `analyze`, nearly any condition. For a search, planning took seven times as long as running. A unary plus hides
 * the value from the planner without changing the value. The setting `ENABLE_QPSG` would do the same, but can't be set
 * through better-sqlite3.
 */
const plannedOnce = (text: string): string => text.replaceAll('?', '+?');

/** Runs statements on a connection of better-sqlite3 synchronously. The promises are needed for the interface `Sql`. */
export function sqliteSql(connection: BetterSqlite3.Database): Sql {
  const prepared = new Map<string, BetterSqlite3.Statement>();
  const prepare = (text: string): BetterSqlite3.Statement => {
    let statement = prepared.get(text);
    if (!statement) prepared.set(text, (statement = connection.prepare(plannedOnce(text))));
    return statement;
  };

  return {
    dialect: 'sqlite',
    async rows<Answer>(strings: TemplateStringsArray, ...parts: readonly Part[]) {
      const { text, values } = assemble(strings, parts);
      const statement = prepare(text);
      const rows = statement.all(...bound(values)) as Row[];
      const names = booleansOf(statement);
      if (names.length > 0) for (const row of rows) withBooleans(row, names);
      return rows as Answer[];
    },
    async one<Answer>(strings: TemplateStringsArray, ...parts: readonly Part[]) {
      const { text, values } = assemble(strings, parts);
      const statement = prepare(text);
      const row = statement.get(...bound(values)) as Row | undefined;
      return (row && withBooleans(row, booleansOf(statement))) as Answer | undefined;
    },
    async changes(strings, ...parts) {
      const { text, values } = assemble(strings, parts);
      return prepare(text).run(...bound(values)).changes;
    },
    post(strings, ...parts) {
      const { text, values } = assemble(strings, parts);
      prepare(text).run(...bound(values));
    },
  };
}
