import type pg from 'pg';

/*
 * All rows of a database of tests, as texts. The state is compared with others, and rows are put back to an earlier
 * state. Only tables that changed are written.
 */

/** The rows of each table, as JSON. Tables without rows are left out. */
export type DatabaseState = ReadonlyMap<string, readonly string[]>;

/** Tables that are no part of the state: the migrations that ran, and places that never change. */
const LEFT_OUT = ['knex_migrations', 'knex_migrations_lock'];

/** The least id of rows that actors add, so that texts show which ids are new. Each table gets numbers of its own. */
const FIRST_NEW_ID = 1_000_000_000;
const IDS_PER_TABLE = 1_000_000;

const NEW_ID = /\b1\d{9}\b/g;
/** Random values: identifiers of payments, events and scans, and the digits of booking codes. */
const CHANCE = /[0-9a-f]{8}-?[0-9a-f]{4}-?[0-9a-f]{4}-?[0-9a-f]{4}-?[0-9a-f]{12}|(?<=BT\d{6})\d{6}/gi;

export interface StateKeeper {
  readonly read: () => Promise<DatabaseState>;
  /** Puts back the rows of `wanted`, where `present` differs. New rows get the same ids again. */
  readonly restore: (wanted: DatabaseState, present: DatabaseState) => Promise<void>;
}

/** Reads and restores the database of a client, which must not be an actor's. */
export async function stateKeeper(client: pg.Client): Promise<StateKeeper> {
  const { rows: tables } = await client.query<{ name: string }>(
    `select c.relname as name from pg_class c where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace
       and not c.relname = any($1) order by 1`,
    [LEFT_OUT],
  );
  const { rows: sequences } = await client.query<{ name: string }>(
    `select sequencename as name from pg_sequences where schemaname = 'public' and sequencename not like 'knex%'
     order by 1`,
  );
  const reading = tables
    .map(({ name }) => `select '${name}' as name, row_to_json(t)::text as content from "${name}" t`)
    .join(' union all ');
  const numbering = sequences
    .map(({ name }, index) => `setval('"${name}"', ${FIRST_NEW_ID + index * IDS_PER_TABLE}, false)`)
    .join(', ');
  // Neither triggers nor foreign keys act on rows that are put back.
  await client.query("set session_replication_role = 'replica'");

  return {
    async read() {
      const { rows } = await client.query<{ name: string; content: string }>({ name: 'state', text: reading });
      const state = new Map<string, string[]>();
      for (const { name, content } of rows) {
        const found = state.get(name);
        if (found) found.push(content);
        else state.set(name, [content]);
      }
      for (const found of state.values()) found.sort();
      return state;
    },
    async restore(wanted, present) {
      const changed = tables.map(({ name }) => name).filter((name) => !isSame(wanted.get(name), present.get(name)));
      const insert = (name: string): string => {
        const content = `[${(wanted.get(name) ?? []).join(',')}]`.replaceAll("'", "''");
        return `insert into "${name}" overriding system value
          select * from json_populate_recordset(null::"${name}", E'${content.replaceAll('\\', '\\\\')}'::json)`;
      };
      const writes = changed.flatMap((name) => [`delete from "${name}"`, ...(wanted.has(name) ? [insert(name)] : [])]);
      await client.query(['begin', ...writes, `select ${numbering}`, 'commit'].join(';\n'));
    },
  };
}

const isSame = (one: readonly string[] = [], other: readonly string[] = []): boolean =>
  one.length === other.length && one.every((row, index) => row === other[index]);

/**
 * The rows that are not in `before`, and those of `before` that are gone, as texts that do not depend on new ids and
 * random values.
 */
export function changesOf(before: DatabaseState, after: DatabaseState): readonly string[] {
  const changes: string[] = [];
  for (const name of new Set([...before.keys(), ...after.keys()])) {
    if (isSame(before.get(name), after.get(name))) continue;
    const [old, now] = [new Set(before.get(name)), new Set(after.get(name))];
    for (const row of now) if (!old.has(row)) changes.push(`+ ${name} ${withoutChance(row)}`);
    for (const row of old) if (!now.has(row)) changes.push(`- ${name} ${withoutChance(row)}`);
  }
  return changes.sort();
}

const withoutChance = (row: string): string => row.replace(NEW_ID, '#').replace(CHANCE, '@');

/** The changed rows with their ids, to tell states apart. Random values do not tell them apart. */
export const keyOf = (before: DatabaseState, after: DatabaseState): string =>
  JSON.stringify(
    [...after]
      .filter(([name, rows]) => !isSame(before.get(name), rows))
      .map(([name, rows]) => [name, rows.map((row) => row.replace(CHANCE, '@')).sort()]),
  );
