import type { Knex } from 'knex';
import { storeNeeds } from '../../app/storage.ts';
import { emptyMemory, memoryStorage } from '../../adapters/memory/storage.ts';
import { type Database, connectDatabase } from '../../adapters/knex/engine/database.ts';
import { connectGuarded } from './guarded.ts';
import { migrate } from '../../adapters/knex/schema/migrate.ts';
import type { CommittedChange } from '../../core/stores.ts';
import type { Clock } from '../../core/kernel/time.ts';
import { handClock } from './clock.ts';
import type { AuditWorld } from '../../core/audit/world.ts';
import { aWorld } from './world.ts';
import { closeLater } from './closing.ts';
import { needs, postgresUrl } from './servers.ts';
import { enginesOf } from './test-engines.ts';

/** A world for use cases, on one empty database. */
export interface Engine extends AuditWorld {
  /** The changes that commits have reported, in order. */
  readonly committed: readonly CommittedChange[];
  /** Errors thrown by listeners of a commit. */
  readonly reported: readonly unknown[];
}

const noting = (clock: Clock) => {
  const [committed, reported]: [CommittedChange[], unknown[]] = [[], []];
  const needs = storeNeeds({
    clock,
    onCommit: (more) => committed.push(...more),
    report: (error) => reported.push(error),
  });
  return { seen: { committed, reported }, needs };
};

/** The stores and views of a database. `clock` gives the times that the stores themselves write. */
export function engineOn(database: Database, clock: Clock = handClock()): Engine {
  const { seen, needs } = noting(clock);
  return { ...aWorld, ...memoryStorage(needs, database), ...seen };
}

/** Opens an empty database in memory. It is closed after the test, since each takes some megabytes. */
export const openMemory = (): Database => closeLater(emptyMemory(connectGuarded));

/** An empty engine on SQLite in memory, for tests of rules and use cases. */
export const memoryEngine = (database = openMemory()): Engine => engineOn(database);

/** How the tests of one suite get an empty database each. */
interface Storage {
  readonly open: () => Promise<Database>;
  readonly close: () => Promise<void>;
}

const onMemory = (): Storage => ({ open: async () => openMemory(), close: async () => undefined });

/** One database for the suite, which is emptied before each test. */
function onPostgres(): Storage {
  let database: Database | undefined;
  return {
    async open() {
      if (!database) await prepare((database = connectGuarded(await postgresUrl())));
      await empty(database);
      return database;
    },
    close: async () => database?.close(),
  };
}

const TABLES = [
  'webhook_deliveries',
  'webhooks',
  'feed_events',
  'agent_statement_lines',
  'agent_statement_entries',
  'agent_statement_drafts',
  'agent_statements',
  'agent_statement_numbers',
  'statement_lines',
  'statement_entries',
  'statement_drafts',
  'statements',
  'statement_numbers',
  'settlements',
  'ledger_entries',
  'adjustments',
  'agent_payments',
  'agent_references',
  'agent_holders',
  'receipts',
  'device_idempotency_keys',
  'agent_idempotency_keys',
  'boarding_conflicts',
  'booking_places',
  'leases',
  'process_beats',
  'hold_runs',
  'idempotency_keys',
  'mail_queue',
  'sms_queue',
  'ticket_links',
  'live_links',
  'late_notices',
  'sandbox_payments',
  'sandbox_faults',
  'sandbox_keys',
  'outbox',
  'activity_log',
  'ratings',
  'refunds',
  'booking_changes',
  'refund_accounts',
  'payment_webhook_logs',
  'payments',
  'shifts',
  'booking_seats',
  'scans',
  'trip_notices',
  'bookings',
  'waits',
  'seat_locks',
  'seat_blocks',
  'manifests',
  'trip_sections',
  'part_places',
  'trip_cancellations',
  'trip_retimings',
  'stop_passings',
  'stop_estimates',
  'bus_points',
  'bus_tracks',
  'door_refusals',
  'door_moves',
  'door_places',
  'doors',
  'schedules',
  'timetables',
  'bus_seats',
  'bus_documents',
  'buses',
  'routes',
  'places',
  'gtfs_days',
  'gtfs_feed',
  'city_names',
  'cities',
  'login_log',
  'used_once',
  'refresh_sessions',
  'code_tries',
  'recovery_codes',
  'second_factors',
  'sign_in_addresses',
  'trusted_devices',
  'login_otps',
  'phone_codes',
  'staff',
  'sent_invitations',
  'agent_keys',
  'agent_operators',
  'agent_refusals',
  'agents',
  'devices',
  'company_terms',
  'platform_terms',
  'operators',
  'user_role_access',
  'users',
];

/** Brings the database at a URL to the current schema, without rows. */
export async function emptyDatabase(url: string): Promise<void> {
  const database = connectDatabase(url);
  await prepare(database);
  await empty(database).finally(() => database.close());
}

/** Brings a database to the current schema. On Postgres, adds the function that empties it. */
async function prepare({ knex, dialect }: Database): Promise<void> {
  await migrate(knex);
  if (dialect === 'postgres') await knex.raw(EMPTYING);
}

/** Tables whose triggers refuse to delete rows. */
const GUARDED = ['activity_log', 'login_log', 'ledger_entries'];

/** Tables that triggers fill from the ledger. */
const BESIDE_LEDGER = ['ledger_balances', 'unclosed_entries', 'unstated_entries', 'unstated_agent_entries'];

const deletionsFrom = (table: string): readonly string[] =>
  (table === 'ledger_entries' ? [...BESIDE_LEDGER, table] : [table]).map((name) => `delete from ${name};`);

/** Statements that empty a table on Postgres. A guarded table is emptied while all triggers are disabled. */
const emptying = (table: string): string =>
  GUARDED.includes(table)
    ? `set local session_replication_role = replica; ${deletionsFrom(table).join(' ')} set local session_replication_role = origin;`
    : deletionsFrom(table).join(' ');

/** A function on Postgres that empties all tables in one round trip. Its plans stay in the connection. */
const EMPTYING = `
  create or replace function empty_tables() returns void language plpgsql as $$
  begin
    ${TABLES.map((table) => `if exists (select 1 from ${table}) then ${emptying(table)} end if;`).join('\n    ')}
  end $$`;

/** Deletes row by row from tables that have rows. Truncating every table takes Postgres a hundred times as long. */
export async function empty({ knex, dialect }: Database): Promise<void> {
  if (dialect === 'postgres') return knex.raw('select empty_tables()');
  const anyOf = (table: string): string => `select '${table}' as name where exists (select 1 from ${table})`;
  const filled = await knex
    .from(knex.raw(`(${TABLES.map(anyOf).join(' union all ')}) as filled`))
    .pluck<string[]>('name');
  for (const table of TABLES) if (filled.includes(table)) await emptyOnSqlite(knex, table);
}

/** Empties a table on SQLite, without the triggers of a guarded table. */
async function emptyOnSqlite(knex: Knex, table: string): Promise<void> {
  const triggers = GUARDED.includes(table)
    ? await knex('sqlite_master')
        .where({ type: 'trigger', tbl_name: table })
        .select<{ name: string; sql: string }[]>('name', 'sql')
    : [];
  for (const { name } of triggers) await knex.raw(`drop trigger ${name}`);
  for (const deletion of deletionsFrom(table)) await knex.raw(deletion);
  for (const { sql } of triggers) await knex.raw(sql);
}

type Suite = (engine: () => Engine, database: () => Database, kind: string) => void;

/**
 * Runs a suite on SQLite and Postgres, or on one of them by TEST_ENGINES. `engine()` returns the stores and views of
 * `database()`, which is empty when each test begins.
 */
export function onEveryEngine(title: string, suite: Suite): void {
  for (const kind of enginesOf('of SQL')) onEngine(title, kind, kind === 'SQLite' ? onMemory() : onPostgres(), suite);
}

/** Runs a suite on SQLite in memory. */
export function onSqlite(title: string, suite: Suite): void {
  onEngine(title, 'SQLite', onMemory(), suite);
}

function onEngine(title: string, kind: string, storage: Storage, suite: Suite): void {
  describe(`${title} (${kind})`, function () {
    let database: Database;
    let engine: Engine;

    before(async function () {
      if (kind === 'Postgres') needs(this, await postgresUrl());
    });
    beforeEach(async () => {
      database = await storage.open();
      engine = engineOn(database);
    });
    after(() => storage.close());

    suite(
      () => engine,
      () => database,
      kind,
    );
  });
}
