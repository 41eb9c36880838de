import type { Knex } from 'knex';

/* Steps of a migration that lets a column hold other words than before. */

/** A list of words for a check. */
export const oneOf = (words: readonly string[]): string => words.map((word) => `'${word}'`).join(', ');

/** Knex numbers the checks of a table when it creates it, so the one on a column is looked up. */
export async function exchangeCheck(db: Knex, table: string, column: string, check: string): Promise<void> {
  const { rows } = await db.raw<{ rows: readonly { readonly name: string }[] }>(
    `select conname as name from pg_constraint
     where conrelid = ?::regclass and contype = 'c'
       and conkey = array[(select attnum from pg_attribute where attrelid = ?::regclass and attname = ?)]`,
    [table, table, column],
  );
  for (const { name } of rows) await db.raw('alter table ?? drop constraint ??', [table, name]);
  await db.raw(`alter table ${table} add constraint ${table}_${column}_check check (${check})`);
}

/**
 * SQLite can't change a check: the table is made anew, with its rows. Nothing refers to it. A new column has to be
 * added before.
 */
export async function rebuild(db: Knex, table: string, statements: readonly string[]): Promise<void> {
  await db.raw(`create temporary table kept as select * from ${table}`);
  await db.raw(`drop table ${table}`);
  for (const statement of statements) await db.raw(statement);
  const columns = Object.keys(await db(table).columnInfo()).join(', ');
  await db.raw(`insert into ${table} (${columns}) select ${columns} from kept`);
  await db.raw('drop table kept');
}
