import type pg from 'pg';

/*
 * All rows of a database of tests, as texts. The state is compared with others, and rows are put back to an earlier
 * state. Only tables that changed are written.
 */

/** The rows of each table, as JSON, with their places in the table. Tables without rows are left out. */
export type DatabaseState = ReadonlyMap<string, ReadonlyMap<string, string>>;

/** Tables that are no part of the state: the migrations that ran, and places that never change. */
const LEFT_OUT = ['knex_migrations', 'knex_migrations_lock'];

/** The least id of rows that actors add, so that texts show which ids are new. Each table gets numbers of its own. */
const FIRST_NEW_ID = 1_000_000_000;
const IDS_PER_TABLE = 1_000_000;

/** Deleted rows make tables slow. They are cleared away after so many schedules. */
const VACUUM_EVERY = 50;

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
    .map(
      ({ name }) => `select '${name}' as name, ctid::text as place, row_to_json(t)::text as content from "${name}" t`,
    )
    .join(' union all ');
  const numbering = sequences
    .map(({ name }, index) => `setval('"${name}"', ${FIRST_NEW_ID + index * IDS_PER_TABLE}, false)`)
    .join(', ');
  // Neither triggers nor foreign keys act on rows that are put back.
  await client.query("set session_replication_role = 'replica'");

  let restored = 0;
  const worn = new Set<string>();

  return {
    async read() {
      type Row = Readonly<Record<'name' | 'place' | 'content', string>>;
      const { rows } = await client.query<Row>({ name: 'state', text: reading });
      const state = new Map<string, Map<string, string>>();
      for (const { name, place, content } of rows) {
        const found = state.get(name);
        if (found) found.set(content, place);
        else state.set(name, new Map([[content, place]]));
      }
      return state;
    },
    async restore(wanted, present) {
      const writes: string[] = [];
      for (const name of new Set([...wanted.keys(), ...present.keys()])) {
        const { added, gone } = differenceOf(wanted.get(name), present.get(name));
        if (added.length + gone.length > 0) worn.add(name);
        if (added.length > 0) {
          const places = added.map((row) => `'${present.get(name)!.get(row)!}'`).join(', ');
          writes.push(`delete from "${name}" where ctid in (${places})`);
        }
        if (gone.length > 0)
          writes.push(`insert into "${name}" overriding system value
            select * from json_populate_recordset(null::"${name}", ${client.escapeLiteral(`[${gone.join()}]`)}::json)`);
      }
      await client.query(['begin', ...writes, `select ${numbering}`, 'commit'].join(';\n'));
      restored += 1;
      if (restored % VACUUM_EVERY > 0) return;
      await client.query(`vacuum ${[...worn].map((name) => `"${name}"`).join()}`);
      worn.clear();
    },
  };
}

const NONE: ReadonlyMap<string, string> = new Map();

const differenceOf = (before = NONE, after = NONE) => ({
  added: [...after.keys()].filter((row) => !before.has(row)),
  gone: [...before.keys()].filter((row) => !after.has(row)),
});

/**
 * The rows that are not in `before`, and those of `before` that are gone, as texts that do not depend on new ids and
 * random values.
 */
export function changesOf(before: DatabaseState, after: DatabaseState): readonly string[] {
  const changes: string[] = [];
  for (const name of new Set([...before.keys(), ...after.keys()])) {
    const { added, gone } = differenceOf(before.get(name), after.get(name));
    for (const row of added) changes.push(`+ ${name} ${withoutChance(row)}`);
    for (const row of gone) changes.push(`- ${name} ${withoutChance(row)}`);
  }
  return changes.sort();
}

const withoutChance = (row: string): string => row.replace(NEW_ID, '#').replace(CHANCE, '@');

/** The changed rows with their ids, to tell states apart. Random values do not tell them apart. */
export function keyOf(before: DatabaseState, after: DatabaseState): string {
  const keys = [...new Set([...before.keys(), ...after.keys()])].flatMap((name) => {
    const { added, gone } = differenceOf(before.get(name), after.get(name));
    return [...added.map((row) => `+ ${name} ${row.replace(CHANCE, '@')}`), ...gone.map((row) => `- ${name} ${row}`)];
  });
  return keys.sort().join('\n');
}
