import { writeCalendarEntry as calendarEntryWriter } from '../../adapters/icalendar/calendar-entry.ts';
import type { WriteCalendarEntry } from '../../core/payments/calendar-entry.ts';
import type { Knex } from 'knex';
import { storeNeeds } from '../../app/storage.ts';
import { knexTransact } from '../../adapters/knex/stores.ts';
import { type Database, connectDatabase } from '../../adapters/knex/engine/database.ts';
import { connectGuarded } from './guarded.ts';
import { knexViews } from '../../adapters/knex/views.ts';
import { migrate } from '../../adapters/knex/schema/migrate.ts';
import { type State, emptyState } from '../../adapters/memory/state.ts';
import { type MemoryViews, memoryViews } from '../../adapters/memory/views.ts';
import { memoryTransact } from '../../adapters/memory/transact.ts';
import type { Transact } from '../../core/kernel/unit-of-work.ts';
import type { CommittedChange, Views, Stores } from '../../core/stores.ts';
import type { Quotas } from '../../core/companies/quotas.ts';
import { handClock } from './clock.ts';
import { roomyQuotas } from './quotas.ts';
import { needs, postgresUrl } from './servers.ts';
import type { Gateways } from '../../core/payments/gateway.ts';
import { KNOWN } from './known-gateways.ts';

/** The stores of one empty storage, and the views that tests of use cases need. */
export interface Engine extends MemoryViews {
  readonly transact: Transact<Stores>;
  /** The changes that commits have reported, in order. */
  readonly committed: readonly CommittedChange[];
  /** Errors thrown by listeners of a commit. */
  readonly reported: readonly unknown[];
  /** The address with which all links in mails begin. */
  readonly passengerClientBase: string;
  /** Facts about every known gateway. No gateway is set up. */
  readonly gateways: Pick<Gateways, 'known' | 'of'>;
  /** The quotas of companies, so large that no test reaches them by accident. */
  readonly quotas: Quotas;
  readonly writeCalendarEntry: WriteCalendarEntry;
}

/** An engine on a database, with every view. */
export type DatabaseEngine = Engine & Views;

const passengerClientBase = 'https://tickets.example.com';
const gateways: Pick<Gateways, 'known' | 'of'> = { ...KNOWN, of: () => undefined };
const quotas = roomyQuotas();
const writeCalendarEntry = calendarEntryWriter({ baseUrl: passengerClientBase, brand: 'Bus Ticket' });

interface Storage<Opened extends Engine> {
  /** Empties the storage and opens it. */
  readonly open: () => Promise<Opened>;
  readonly close: () => Promise<void>;
  /** The database; undefined on the memory engine. */
  readonly database?: () => Database;
}

const noting = () => {
  const [committed, reported]: [CommittedChange[], unknown[]] = [[], []];
  const needs = storeNeeds({
    clock: handClock(),
    onCommit: (more) => committed.push(...more),
    report: (error) => reported.push(error),
  });
  return { seen: { committed, reported }, needs };
};

export function engineOn(database: Database): DatabaseEngine {
  const { seen, needs } = noting();
  return {
    transact: knexTransact(database, needs),
    ...seen,
    ...knexViews(database.read),
    passengerClientBase,
    gateways,
    quotas,
    writeCalendarEntry,
  };
}

/**
 * The memory engine, for tests of rules and use cases. The engine fulfils the same contracts as the databases, and is
 * faster.
 */
export function memoryEngine(state: State = emptyState()): Engine {
  const { seen, needs } = noting();
  return {
    transact: memoryTransact(state, needs),
    ...seen,
    ...memoryViews(state),
    passengerClientBase,
    gateways,
    quotas,
    writeCalendarEntry,
  };
}

const memoryStorage = (): Storage<Engine> => ({ open: async () => memoryEngine(), close: async () => undefined });

function sqlStorage(connect: () => Promise<Database>): Storage<DatabaseEngine> {
  let database: Database | undefined;
  return {
    open: async () => {
      if (!database) await migrate((database = await connect()).knex);
      await empty(database);
      return engineOn(database);
    },
    close: async () => database?.close(),
    database: () => {
      if (!database) throw new Error('The database is not open yet.');
      return database;
    },
  };
}

const TABLES = [
  'statement_lines',
  'statement_entries',
  'statement_drafts',
  'statements',
  'statement_numbers',
  'settlements',
  'ledger_entries',
  'adjustments',
  'receipts',
  'device_idempotency_keys',
  'boarding_conflicts',
  'booking_places',
  'leases',
  'hold_runs',
  'idempotency_keys',
  'mail_queue',
  'sms_queue',
  'ticket_links',
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
  'bookings',
  'seat_locks',
  'seat_blocks',
  'manifests',
  'trip_sections',
  'part_places',
  'schedules',
  'timetables',
  'bus_seats',
  'bus_documents',
  'buses',
  'routes',
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
  'devices',
  'operators',
  'user_role_access',
  'users',
];

/** Empties the database at a URL, if it has a schema yet. */
export async function emptyDatabase(url: string): Promise<void> {
  const database = connectDatabase(url);
  await migrate(database.knex);
  await empty(database).finally(() => database.close());
}

/** Deletes row by row from tables that have rows. Truncating every table takes Postgres a hundred times as long. */
export async function empty(database: Database): Promise<void> {
  const { knex } = database;
  const anyOf = (table: string): string => `select '${table}' as name where exists (select 1 from ${table})`;
  const filled = await knex
    .from(knex.raw(`(${TABLES.map(anyOf).join(' union all ')}) as filled`))
    .pluck<string[]>('name');
  for (const table of TABLES)
    if (filled.includes(table)) {
      if (table === 'ledger_entries') await emptyLedger(database);
      else if (LOGS.includes(table)) await withoutTriggers(database, table, (db) => db(table).delete());
      else await knex(table).delete();
    }
}

/** Tables whose triggers refuse to delete rows during their retention. */
const LOGS = ['activity_log', 'login_log'];

/** Tables that triggers fill from the ledger. */
const BESIDE_LEDGER = ['ledger_balances', 'unclosed_entries', 'unstated_entries'];

/** Deletes the rows of the ledger, whose triggers refuse deletions. */
const emptyLedger = (database: Database): Promise<void> =>
  withoutTriggers(database, 'ledger_entries', async (db) => {
    for (const table of [...BESIDE_LEDGER, 'ledger_entries']) await db(table).delete();
  });

/** Runs work with a table's triggers disabled. On Postgres, disables every trigger and foreign key. */
async function withoutTriggers(
  { knex, dialect }: Database,
  table: string,
  work: (db: Knex) => PromiseLike<unknown>,
): Promise<void> {
  if (dialect === 'postgres')
    return knex.transaction(async (all: Knex.Transaction) => {
      await all.raw("set local session_replication_role = 'replica'");
      await work(all);
    });
  const triggers = await knex('sqlite_master')
    .where({ type: 'trigger', tbl_name: table })
    .select<{ name: string; sql: string }[]>('name', 'sql');
  for (const { name } of triggers) await knex.raw(`drop trigger ${name}`);
  await work(knex);
  for (const { sql } of triggers) await knex.raw(sql);
}

/**
 * Runs a suite against memory, SQLite and Postgres. `engine()` returns an engine that is empty when each test begins.
 */
export function onEveryEngine(title: string, suite: (engine: () => Engine) => void): void {
  const kinds: Readonly<Record<string, () => Storage<Engine>>> = {
    memory: memoryStorage,
    SQLite: () => sqlStorage(async () => connectGuarded('sqlite::memory:')),
    Postgres: () => sqlStorage(async () => connectGuarded(await postgresUrl())),
  };
  for (const [kind, storageOf] of Object.entries(kinds)) onEngine(`${title} (${kind})`, kind, storageOf, suite);
}

type Suite<Opened> = (engine: () => Opened, database: () => Database, kind: string) => void;

/**
 * Runs a suite on the two databases. Used for views, for parallel connections, and for changing rows without the
 * stores.
 */
export function onEveryDatabase(title: string, suite: Suite<DatabaseEngine>): void {
  onSqlite(title, suite);
  onEngine(`${title} (Postgres)`, 'Postgres', () => sqlStorage(async () => connectGuarded(await postgresUrl())), suite);
}

/** Runs a suite on SQLite in memory. Used for use cases that read views of databases. */
export function onSqlite(title: string, suite: Suite<DatabaseEngine>): void {
  onEngine(`${title} (SQLite)`, 'SQLite', () => sqlStorage(async () => connectGuarded('sqlite::memory:')), suite);
}

function onEngine<Opened extends Engine>(
  title: string,
  kind: string,
  storageOf: () => Storage<Opened>,
  suite: Suite<Opened>,
): void {
  describe(title, function () {
    const storage = storageOf();
    let engine: Opened;

    before(async function () {
      if (kind === 'Postgres') needs(this, await postgresUrl());
    });
    beforeEach(async () => {
      engine = await storage.open();
    });
    after(() => storage.close());

    suite(
      () => engine,
      () => {
        if (!storage.database) throw new Error('There is no database in memory.');
        return storage.database();
      },
      kind,
    );
  });
}
