import type { Knex } from 'knex';
import { isPostgres } from '../engine/knex-client.ts';

/*
 * The conventions of the schema. Moments are UTC milliseconds since 1970 (bigint), money is whole paisa (bigint), and
 * rates are basis points. They are the same numbers on SQLite and Postgres, compared by the same operators. Unique
 * indexes enforce every uniqueness rule; the code does not check it a second time.
 */

/** The SQL fragments that differ between SQLite and Postgres. */
export interface SchemaSql {
  readonly dialect: 'sqlite' | 'postgres';
  /** A numbered primary key called `id`. Numbers are never used again. */
  readonly id: string;
  /** A primary key for a table with millions of short-lived rows. */
  readonly bigId: string;
  /**
   * The type of an `id` that takes the next number of another table on Postgres. On SQLite the code assigns the number.
   */
  readonly idOf: (table: string) => string;
  /** For a Postgres table that is written often, and whose rows may be lost in a crash. Empty for SQLite. */
  readonly unlogged: string;
  /** For a table that is stored in the order of its primary key. Empty for Postgres, which has no such tables. */
  readonly withoutRowid: string;
}

const SQLITE: SchemaSql = {
  dialect: 'sqlite',
  id: 'id integer not null primary key autoincrement',
  bigId: 'id integer not null primary key autoincrement',
  idOf: () => 'integer primary key',
  unlogged: '',
  withoutRowid: ' without rowid',
};

const POSTGRES: SchemaSql = {
  dialect: 'postgres',
  id: 'id serial primary key',
  bigId: 'id bigserial primary key',
  idOf: (table) => `integer primary key default nextval(pg_get_serial_sequence('${table}', 'id'))`,
  unlogged: 'unlogged ',
  withoutRowid: '',
};

export const schemaSqlOf = (db: Knex): SchemaSql => (isPostgres(db) ? POSTGRES : SQLITE);

/** The tables of an area in the first release. */
export interface AreaSchema {
  /** A sentence about the area, for docs/schema.md. */
  readonly about: string;
  /** The names of the area's tables, in the order of their creation. */
  readonly tables: readonly string[];
  /** Statements that create the tables with their indexes and triggers. */
  readonly create: (sql: SchemaSql) => readonly string[];
  /** Statements that undo the area's changes to tables of other areas. The area's own tables are dropped afterwards. */
  readonly drop?: (sql: SchemaSql) => readonly string[];
}
