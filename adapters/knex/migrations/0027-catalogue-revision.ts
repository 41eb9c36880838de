import type { Knex } from 'knex';
import { isPostgres } from '../engine/knex-client.ts';

/*
 * Processes keep in memory what trips have in common, and know by its revision whether it is still good. Triggers raise
 * the revision, because they see every path: the office, ratings, imports, migrations, statements typed by hand, and
 * the version before.
 *
 * On SQLite there is one writer, so each row raises it at once. On Postgres all who change the catalogue meet at this
 * one row, so it is raised when the transaction commits, after every other lock that it takes, and once: whoever has
 * the row waits for nobody. A savepoint that is taken back takes the mark of it back as well.
 *
 * By how much is left to chance. A database that is restored, or that lost its last commits in a failure which the
 * processes outlived, counts from where it was once more: it must not come to a revision that they know with something
 * else in it.
 *
 * A table that is made anew on SQLite loses its triggers: a migration that does that makes them again. Postgres alters
 * no table of which rows were changed in the same transaction, since their triggers are still to come: a migration that
 * does both has them run in between, by `set constraints all immediate`.
 */

/** What is kept in memory of each table. */
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

const changed = (columns: readonly string[]): string =>
  columns.map((column) => `old.${column} is distinct from new.${column}`).join(' or ');

export async function up(db: Knex): Promise<void> {
  if (!(await db.schema.hasTable('catalogue_revision')))
    await db.schema.createTable('catalogue_revision', (t) => {
      t.integer('id').primary().checkIn(['1']); // there is one row
      t.bigInteger('revision').notNullable();
    });
  await db.raw(`
    insert into catalogue_revision (id, revision)
    select 1, 1 where not exists (select 1 from catalogue_revision)`);
  await (isPostgres(db) ? watchOnPostgres(db) : watchOnSqlite(db));
}

async function watchOnSqlite(db: Knex): Promise<void> {
  for (const [table, columns] of Object.entries(KEPT))
    for (const change of CHANGES)
      await db.raw(`
        create trigger ${table}_${change}_raises_catalogue after ${change} on ${table}
        ${change === 'update' ? `when ${changed(columns)}` : ''}
        begin update catalogue_revision set revision = revision + 1 + abs(random() % 1000000); end`);
}

async function watchOnPostgres(db: Knex): Promise<void> {
  await db.raw(`
    create or replace function raise_catalogue_revision() returns trigger language plpgsql set search_path from current as $$
    begin
      if current_setting('catalogue.raised', true) is distinct from 'yes' then
        update catalogue_revision set revision = revision + 1 + cast(floor(random() * 1000000) as bigint);
        perform set_config('catalogue.raised', 'yes', true);
      end if;
      return null;
    end $$`);
  for (const [table, columns] of Object.entries(KEPT)) {
    for (const change of CHANGES) {
      const name = `${table}_${change}_raises_catalogue`;
      await db.raw(`drop trigger if exists ${name} on ${table}`);
      await db.raw(`
        create constraint trigger ${name} after ${change} on ${table} deferrable initially deferred for each row
        ${change === 'update' ? `when (${changed(columns)})` : ''} execute function raise_catalogue_revision()`);
    }
    await db.raw(`drop trigger if exists ${table}_truncate_raises_catalogue on ${table}`);
    await db.raw(`
      create trigger ${table}_truncate_raises_catalogue after truncate on ${table}
      for each statement execute function raise_catalogue_revision()`);
  }
}

export async function down(db: Knex): Promise<void> {
  if (isPostgres(db)) await db.raw('drop function if exists raise_catalogue_revision() cascade');
  else
    for (const table of Object.keys(KEPT))
      for (const change of CHANGES) await db.raw(`drop trigger ${table}_${change}_raises_catalogue`);
  await db.schema.dropTableIfExists('catalogue_revision');
}
