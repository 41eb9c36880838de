import type { Knex } from 'knex';
import type { Database } from '../../adapters/knex/engine/database.ts';
import { BUSES, FILLINGS, MANY } from './large-database-rows.ts';
import type { Filling } from './filling.ts';

/**
 * A database after years of business, for tests of query plans. Its growing tables are so large that planners avoid
 * full scans.
 */

/** Tables that stay small, so that a full scan is allowed. */
export const SMALL = new Set([
  ...FILLINGS.filter(({ rows = MANY }) => rows <= BUSES).map(({ table }) => table),
  'leases',
  'process_beats',
  'gtfs_days',
  'gtfs_feed',
  'statement_drafts',
  'agent_statement_drafts',
  'catalogue_revision',
  'feed_position',
  'city_names',
  'agent_operators',
  'agent_refusals',
  'door_refusals',
  'door_moves',
]);

const insert = ({ table, rows = MANY, columns }: Filling): string => `
  insert into ${table} (${Object.keys(columns).join(', ')})
  with recursive series(n) as (select 1 union all select n + 1 from series where n < ${rows})
  select ${Object.values(columns).join(', ')} from series`;

/**
 * Adds every ledger row to `unstated_entries` and `unstated_agent_entries`. Triggers usually do this. On Postgres they
 * are off while rows are written.
 */
async function listUnstated({ knex }: Database): Promise<void> {
  await knex('unstated_entries').delete();
  await knex.raw(`
    insert into unstated_entries (operator_id, line_group, entry_id, at)
    select operator_id, booking_id, id, at from ledger_entries`);
  await knex('unstated_agent_entries').delete();
  await knex.raw(`
    insert into unstated_agent_entries (agent_id, line_group, entry_id, at)
    select coalesce(agent_id, 1), booking_id, id, at from ledger_entries`);
}

/** Fills an empty database. */
export async function fillLargeDatabase(database: Database): Promise<void> {
  await fillTables(database);
  await listUnstated(database);
  if (database.dialect === 'postgres') await database.knex.raw('analyze');
}

async function fillTables({ knex, dialect }: Database): Promise<void> {
  if (dialect === 'sqlite') for (const filling of FILLINGS) await knex.raw(insert(filling));
  else {
    await knex.transaction(async (all: Knex.Transaction) => {
      // Turns off triggers and foreign key checks, which would take longer than writing the rows.
      await all.raw("set local session_replication_role = 'replica'");
      await all.raw('set local statement_timeout = 0');
      for (const filling of FILLINGS) {
        await all.raw(insert(filling));
        if ('id' in filling.columns)
          await all.raw(`select setval(pg_get_serial_sequence('${filling.table}', 'id'), ${MANY})`);
      }
    });
  }
}
