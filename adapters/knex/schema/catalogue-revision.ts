import type { SchemaSql } from './area-schema.ts';

/*
 * Processes cache the data that trips share. The revision tells them whether their cache is valid. Triggers raise the
 * revision, because they see every change: of the office, ratings, imports, migrations and typed SQL.
 *
 * SQLite has one writer, so each changed row raises the revision at once. On Postgres all writers of the catalogue
 * would wait at this one row. The revision is therefore raised once, at the commit, after every other lock is taken.
 * The setting `catalogue.raised` marks the transaction, and a savepoint that is rolled back removes the mark.
 *
 * The revision grows by a random number. A restored database counts from an older number again. The random step keeps
 * it from reaching a revision that running processes know with other content.
 *
 * A table that a migration recreates on SQLite loses its triggers, so the migration has to create them again. Postgres
 * cannot alter a table with pending deferred triggers. A migration that writes rows before it alters the table runs
 * `set constraints all immediate` in between.
 */

/** Columns that processes cache, by table. */
const KEPT = {
  buses: [
    'id',
    'operator_id',
    'bus_name',
    'registration_no',
    'bus_type',
    'total_seats',
    'has_seat_map',
    'active_seats',
    'seat_rows',
    'seat_cols',
    'deck_count',
  ],
  bus_seats: ['id', 'bus_id', 'seat_number', 'deck', 'row_number', 'col_number', 'seat_type', 'is_active', 'in_map'],
  operators: ['id', 'company_name', 'rating_sum', 'rating_count', 'cancellation_tiers'],
  cities: ['id', 'city_name', 'name_key'],
  routes: ['id', 'source_city_id', 'destination_city_id'],
};

const CHANGES = ['insert', 'update', 'delete'] as const;

/** The name of each trigger, with its table and event. */
const TRIGGERS = Object.entries(KEPT).flatMap(([table, columns]) =>
  CHANGES.map((change) => ({
    name: `${table}_${change}_raises_catalogue`,
    table,
    change,
    condition: columns.map((column) => `old.${column} is distinct from new.${column}`).join(' or '),
  })),
);

/** Statements that create the triggers which raise the catalogue's revision. */
export const countChanges = ({ dialect }: SchemaSql): readonly string[] =>
  dialect === 'sqlite' ? countOnSqlite() : countOnPostgres();

/** Statements that remove the triggers of `countChanges`. */
export const ignoreChanges = ({ dialect }: SchemaSql): readonly string[] =>
  dialect === 'sqlite'
    ? TRIGGERS.map(({ name }) => `drop trigger ${name}`)
    : ['drop function raise_catalogue_revision() cascade'];

const triggerOf = (table: string, column: string): string => `${table}_${column}_raises_catalogue`;

const RAISE = 'update catalogue_revision set revision = revision + 1 + abs(random() % 1000000)';

/** The statement that makes changes of a later column raise the revision, too. */
export const countColumn = ({ dialect }: SchemaSql, table: string, column: string): string =>
  dialect === 'sqlite'
    ? `create trigger ${triggerOf(table, column)} after update on ${table}
       when old.${column} is distinct from new.${column} begin ${RAISE}; end`
    : `create constraint trigger ${triggerOf(table, column)} after update on ${table}
       deferrable initially deferred for each row
       when (old.${column} is distinct from new.${column}) execute function raise_catalogue_revision()`;

/** The statement that removes the trigger of `countColumn`. */
export const ignoreColumn = ({ dialect }: SchemaSql, table: string, column: string): string =>
  `drop trigger ${triggerOf(table, column)}${dialect === 'sqlite' ? '' : ` on ${table}`}`;

const countOnSqlite = (): readonly string[] =>
  TRIGGERS.map(
    ({ name, table, change, condition }) => `
      create trigger ${name} after ${change} on ${table} ${change === 'update' ? `when ${condition}` : ''}
      begin ${RAISE}; end`,
  );

const countOnPostgres = (): readonly string[] => [
  `create function raise_catalogue_revision() returns trigger language plpgsql set search_path from current as $$
   begin
     if current_setting('catalogue.raised', true) is distinct from 'yes' then
       update catalogue_revision set revision = revision + 1 + cast(floor(random() * 1000000) as bigint);
       perform set_config('catalogue.raised', 'yes', true);
     end if;
     return null;
   end $$`,
  ...TRIGGERS.map(
    ({ name, table, change, condition }) => `
      create constraint trigger ${name} after ${change} on ${table} deferrable initially deferred for each row
      ${change === 'update' ? `when (${condition})` : ''} execute function raise_catalogue_revision()`,
  ),
  ...Object.keys(KEPT).map(
    (table) => `
      create trigger ${table}_truncate_raises_catalogue after truncate on ${table}
      for each statement execute function raise_catalogue_revision()`,
  ),
];
