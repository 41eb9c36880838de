import { systemRandom } from '../adapters/crypto/random.ts';
import type { OpenBudget } from '../adapters/http/route/rate-limits.ts';
import { writeEvent } from '../adapters/http/listening/write-event.ts';
import { type Database, connectDatabase } from '../adapters/knex/engine/database.ts';
import { onReplica } from '../adapters/knex/engine/replica.ts';
import { postgresBudget } from '../adapters/knex/platform/rate-limits.ts';
import { migrate } from '../adapters/knex/schema/migrate.ts';
import { knexTransact } from '../adapters/knex/stores.ts';
import { knexViews, knexViewsWithReplica } from '../adapters/knex/views.ts';
import { announce } from '../adapters/mqtt/announce.ts';
import type { Transact } from '../core/kernel/unit-of-work.ts';
import type { Views, StoreNeeds, Stores } from '../core/stores.ts';
import type { Log } from './log.ts';
import { storeTermsOf } from './store-terms.ts';
import { type Settings, readSettings } from './settings.ts';
import { databaseUnusable } from './start-failure.ts';
import { systemClock } from './system-clock.ts';
import { explainWait, waitForDatabase } from './wait-for-database.ts';

/** The stores and views of one database. */
export interface Storage {
  readonly transact: Transact<Stores>;
  /** As `transact`, on connections that requests do not use, so that a full pool does not look like an outage. */
  readonly transactAside: Transact<Stores>;
  readonly views: Views;
  /** Runs work without waiting for the disk, for work that can be repeated after a power cut: see Database.inHaste. */
  readonly inHaste: Database['inHaste'];
  /** Throws if the database does not answer. */
  readonly ping: () => Promise<void>;
  /** The number of commits that wait for a synchronous standby. Always 0 for SQLite. */
  readonly commitsAtStandby: () => Promise<number>;
  readonly close: () => Promise<void>;
  /** Opens rate limits that all processes with this database share. Undefined for SQLite, which has one process. */
  readonly openBudget?: OpenBudget;
  /** The load of the database connections; undefined if there is only one connection. */
  readonly load?: Database['load'];
}

/**
 * Dependencies of the stores: the event messages, random ids and a clock. The stores call `onCommit` after each commit.
 * If `onCommit` throws, they call `report` with the error. Without `lineTerms` and
 * `lateTerms`, the default settings count.
 */
export const storeNeeds = (needs: Partial<StoreNeeds> = {}): StoreNeeds => ({
  announce,
  writeEvent,
  random: systemRandom,
  clock: systemClock,
  onCommit: () => undefined,
  report: () => undefined,
  ...storeTermsOf(readSettings({})),
  ...needs,
});

/** Opens the database of DATABASE_URL and migrates its schema. Also opens the replica, if one is set. */
export async function openStorage(
  {
    databaseUrl,
    databaseReadUrl,
    startPatienceSeconds = 0,
  }: Pick<Settings, 'databaseUrl'> & Partial<Pick<Settings, 'databaseReadUrl' | 'startPatienceSeconds'>>,
  needs: StoreNeeds,
  log?: Pick<Log, 'info' | 'warn'>,
  connect = connectDatabase,
): Promise<Storage> {
  try {
    if (log && databaseUrl.startsWith('postgres'))
      await waitFor(connect(databaseUrl, { commitLimitMs: Infinity }), startPatienceSeconds, log);
    // Migrations run on a separate connection without a time limit. A database in memory has only one connection, so it
    // is migrated below.
    if (databaseUrl !== 'sqlite::memory:') {
      const migrations = migrateOn(connect(databaseUrl, { unhurried: true }));
      const applied = await explainWait(migrations, log, MIGRATING);
      if (applied.length > 0) log?.info({ migrations: applied }, 'the schema was migrated');
    }
    const database = connect(databaseUrl);
    const aside = database.dialect === 'postgres' ? connect(databaseUrl, { poolSize: ASIDE }) : database;
    if (databaseUrl === 'sqlite::memory:') await migrate(database.knex);
    // The replica's connection is not tested here, because the service starts and works without a replica.
    const replica = databaseReadUrl === undefined ? undefined : connect(databaseReadUrl);
    return {
      transact: knexTransact(database, needs),
      transactAside: knexTransact(aside, needs),
      views: replica ? viewsWith(database, replica, log) : knexViews(database.read),
      inHaste: (work) => database.inHaste(work),
      ping: () => aside.ping(),
      commitsAtStandby: () => aside.commitsAtStandby(),
      close: () =>
        Promise.all([database.close(), aside !== database && aside.close(), replica?.close()]).then(() => undefined),
      load: database.load,
      ...(database.dialect === 'postgres' && { openBudget: postgresBudget(database) }),
    };
  } catch (error) {
    throw databaseUnusable(error);
  }
}

const viewsWith = (database: Database, replica: Database, log?: Pick<Log, 'info' | 'warn'>): Views => {
  const onMove = (to: 'replica' | 'primary', why?: unknown): void => {
    if (to === 'replica') log?.info('what may lag is read from the replica');
    else log?.warn({ err: why }, 'everything is read from the primary, because of the replica');
  };
  return knexViewsWithReplica(
    database.read,
    replica.read,
    onReplica({ primary: database.read, replica: replica.read, onMove }),
  );
};

/** Postgres alone is waited for. A SQLite file is on this machine, so what is wrong with it does not pass by itself. */
const waitFor = (database: Database, patienceSeconds: number, log: Pick<Log, 'warn'>): Promise<void> =>
  waitForDatabase({ commit: () => database.commitSomething(), patienceSeconds, log }).finally(() => {
    // Not awaited: it would wait for a commit that hangs.
    database.close().catch(() => undefined);
  });

/** One connection for the commit of the heartbeat, and one for looks beside it. */
const ASIDE = 2;

const MIGRATING = 'the start waits for migrations: those of this process, or those of another one that started before';

const migrateOn = (database: Database): Promise<readonly string[]> =>
  migrate(database.knex).finally(() => database.close());
