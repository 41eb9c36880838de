import type { Knex } from 'knex';
import { isPostgres } from '../engine/knex-client.ts';

/** Lists of values in the checks of a table: each present list, and the list that replaces it. */
export type ChangedLists = readonly (readonly [present: string, changed: string])[];

/**
 * Changes lists of values in the checks of a table. SQLite cannot change a check, so the table is recreated there, with
 * its rows, indexes and triggers. Tables that refer to it, named in `children`, are recreated, too. Each of them comes
 * before the tables that it refers to.
 */
export async function changeChecks(
  db: Knex,
  table: string,
  lists: ChangedLists,
  ...children: readonly string[]
): Promise<void> {
  if (isPostgres(db)) return changeOnPostgres(db, table, lists);
  const putBack: PutBack[] = [];
  for (const child of children) putBack.unshift(await takeAway(db, child));
  await (
    await takeAway(db, table)
  )(lists);
  for (const put of putBack) await put([]);
}

type PutBack = (lists: ChangedLists) => Promise<void>;

interface Stored {
  readonly type: string;
  readonly sql: string;
}

/** Drops a table. Returns a function that creates it again with its rows, and with other lists in its checks. */
async function takeAway(db: Knex, table: string): Promise<PutBack> {
  const stored: readonly Stored[] = await db('sqlite_master')
    .select('type', 'sql')
    .where('tbl_name', table)
    .whereNotNull('sql');
  const kept = `${table}_kept`;
  await db.raw('create table ?? as select * from ??', [kept, table]);
  await db.raw('drop table ??', [table]);
  return async (lists) => {
    for (const { sql } of stored.filter(({ type }) => type === 'table')) await run(db, replaced(sql, lists));
    await db.raw('insert into ?? select * from ??', [table, kept]);
    await db.raw('drop table ??', [kept]);
    for (const { sql } of stored.filter(({ type }) => type !== 'table')) await run(db, sql);
  };
}

/** Runs a statement as it is. Knex would take a question mark for a value. */
const run = async (db: Knex, sql: string): Promise<void> => {
  await db.raw(sql.replaceAll('?', '\\?'));
};

async function changeOnPostgres(db: Knex, table: string, lists: ChangedLists): Promise<void> {
  const { rows } = await db.raw<{ rows: readonly { readonly conname: string; readonly definition: string }[] }>(
    `select conname, pg_get_constraintdef(oid) as definition from pg_constraint
     where conrelid = cast(? as regclass) and contype = 'c'`,
    [table],
  );
  for (const { conname, definition } of rows) {
    const changed = replaced(definition, lists.map(asArrays));
    if (changed === definition) continue;
    await db.raw('alter table ?? drop constraint ??', [table, conname]);
    await db.raw(`alter table ?? add constraint ?? ${changed}`, [table, conname]);
  }
}

const replaced = (sql: string, lists: ChangedLists): string =>
  lists.reduce((text, [present, changed]) => text.replaceAll(present, changed), sql);

/** Postgres writes a list `'A', 'B'` as `'A'::text, 'B'::text`. */
const asArrays = ([present, changed]: ChangedLists[number]): ChangedLists[number] => [
  present.replaceAll(/'(\w+)'/g, `'$1'::text`),
  changed.replaceAll(/'(\w+)'/g, `'$1'::text`),
];
