import { knexTransact } from '../../adapters/knex/transact.ts';
import { connectDatabase } from '../../adapters/knex/database.ts';
import type { Database } from '../../adapters/knex/database.ts';
import { knexScreens } from '../../adapters/knex/screens.ts';
import { migrate } from '../../adapters/knex/migrate.ts';
import { emptyState } from '../../adapters/memory/state.ts';
import { memoryScreens } from '../../adapters/memory/screens.ts';
import { memoryTransact } from '../../adapters/memory/transact.ts';
import type { Transact } from '../../core/kernel/unit-of-work.ts';
import type { Screens, Stores } from '../../core/stores.ts';
import { postgresUrl } from './servers.ts';

/** Stores and screens over one empty keep. */
export interface Engine extends Screens {
  readonly transact: Transact<Stores>;
}

interface Keep {
  /** Empties it. */
  readonly open: () => Promise<Engine>;
  readonly close: () => Promise<void>;
  /** Where there is one. */
  readonly database?: () => Database;
}

export const engineOn = (database: Database): Engine => ({ transact: knexTransact(database), ...knexScreens(database.read) });

/** For rules and use cases: memory keeps the same promises as the databases, and answers at once. */
export function memoryEngine(): Engine {
  const state = emptyState();
  return { transact: memoryTransact(state), ...memoryScreens(state) };
}

const memoryKeep = (): Keep => ({ open: async () => memoryEngine(), close: async () => undefined });

function sqlKeep(connect: () => Promise<Database>): Keep {
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
  'leases', 'idempotency_keys', 'mail_queue', 'outbox', 'activity_log', 'ratings', 'refunds', 'payment_webhook_logs', 'payments',
  'booking_seats', 'bookings', 'seat_locks', 'schedules', 'bus_seats', 'bus_documents', 'buses', 'routes', 'cities', 'login_log',
  'used_once', 'refresh_sessions', 'trusted_devices', 'login_otps', 'operators', 'user_role_access', 'users',
];

/** Empties the database at a URL, if it has a schema yet. */
export async function emptyDatabase(url: string): Promise<void> {
  const database = connectDatabase(url);
  await migrate(database.knex);
  await empty(database).finally(() => database.close());
}

async function empty(database: Database): Promise<void> {
  if (database.dialect === 'postgres') await database.knex.raw(`truncate ${TABLES.join(', ')} cascade`);
  else for (const table of TABLES) await database.knex(table).delete();
}

/** Runs a suite against memory, SQLite and Postgres. `engine()` inside a test is an empty engine, the same one all through the test. */
export function onEveryEngine(title: string, suite: (engine: () => Engine) => void): void {
  const kinds: Readonly<Record<string, () => Keep>> = {
    memory: memoryKeep,
    SQLite: () => sqlKeep(async () => connectDatabase('sqlite::memory:')),
    Postgres: () => sqlKeep(async () => connectDatabase(await postgresUrl())),
  };
  for (const [kind, keepOf] of Object.entries(kinds)) onEngine(`${title} (${kind})`, kind, keepOf, suite);
}

type DatabaseSuite = (engine: () => Engine, database: () => Database) => void;

/** The same, on the two databases only: for what memory can't promise, such as several connections at once, or to meddle with rows. */
export function onEveryDatabase(title: string, suite: DatabaseSuite): void {
  onEngine(`${title} (SQLite)`, 'SQLite', () => sqlKeep(async () => connectDatabase('sqlite::memory:')), suite);
  onEngine(`${title} (Postgres)`, 'Postgres', () => sqlKeep(async () => connectDatabase(await postgresUrl())), suite);
}

function onEngine(title: string, kind: string, keepOf: () => Keep, suite: DatabaseSuite): void {
  describe(title, function () {
    const keep = keepOf();
    let engine: Engine;

    before(async function () {
      if (kind === 'Postgres' && !(await postgresIsThere())) this.skip();
    });
    beforeEach(async () => {
      engine = await keep.open();
    });
    after(() => keep.close());

    suite(() => engine, () => {
      if (!keep.database) throw new Error('There is no database in memory.');
      return keep.database();
    });
  });
}

const postgresIsThere = (): Promise<boolean> => postgresUrl().then((url) => url !== '');
