import { setTimeout as pause } from 'node:timers/promises';
import type { Knex } from 'knex';
import { isPostgres } from '../engine/knex-client.ts';
import type { Steps } from './step.ts';
import { migrationSourceOf, STEPS } from './steps.ts';

/**
 * The key of an advisory lock, chosen freely. The process that holds it migrates. Other processes wait, and then find
 * all steps applied.
 */
const MIGRATION_LOCK = 7_202_611;

/** Thrown if a later version of the service made the schema of the database. */
export class NewerDatabase extends Error {
  constructor(unknown: readonly string[]) {
    super(
      `The database is newer than this version of the service, which does not know its migrations ${unknown.join(', ')}. ` +
        'Start the later version; or let that one take them back (npm run migrate:rollback) first.',
    );
  }
}

/** Brings the schema up to date. Several processes may start at once. Returns the names of the applied steps. */
export const migrate = (db: Knex, steps: Steps = STEPS): Promise<readonly string[]> =>
  alone(db, steps, async () => namesIn(await db.migrate.latest(configOf(db, steps))));

/** Rolls back the newest migration. Refuses if rows that people made would be lost. */
export const rollBack = (db: Knex, steps: Steps = STEPS): Promise<readonly string[]> =>
  alone(db, steps, async () => namesIn(await db.migrate.down(configOf(db, steps))));

const configOf = (db: Knex, steps: Steps): Knex.MigratorConfig => ({
  migrationSource: migrationSourceOf(steps, isPostgres(db) ? 'postgres' : 'sqlite'),
});

/** The name of the migration that would be rolled back. */
export async function newestMigration(db: Knex, steps: Steps = STEPS): Promise<string | undefined> {
  const applied = await appliedTo(db, steps);
  return Object.keys(steps).findLast((name) => applied.includes(name));
}

/** Knex returns the number of the batch and the names of its migrations. */
const namesIn = (batch: unknown): readonly string[] => (batch as readonly [number, readonly string[]])[1];

/**
 * The names of the applied steps. Refuses a database that is newer than the code, which Knex would report as corrupt.
 */
async function appliedTo(db: Knex, steps: Steps): Promise<readonly string[]> {
  const applied = (await db.schema.hasTable('knex_migrations'))
    ? await db<{ name: string }>('knex_migrations').pluck('name')
    : [];
  const unknown = applied.filter((name) => !Object.hasOwn(steps, name));
  if (unknown.length > 0) throw new NewerDatabase(unknown);
  return applied;
}

/** Throws if a later version of the service made the schema of the database. */
export const refuseNewer = async (db: Knex, steps: Steps = STEPS): Promise<void> => {
  await appliedTo(db, steps);
};

const POLL_MS = 100;

/**
 * Runs migrations while no other process does. A second process asks again and again, each time in a new transaction.
 * An index that is built concurrently waits for every older transaction with a running statement. A process that waited
 * in one statement would block the index, and the index would block the process.
 *
 * For the same reason the transaction with the lock keeps no snapshot between its statements. The isolation level is
 * read committed. The transaction binds no values, because Postgres would keep the last statement with values open.
 */
async function alone(db: Knex, steps: Steps, run: () => Promise<readonly string[]>): Promise<readonly string[]> {
  const work = (): Promise<readonly string[]> => appliedTo(db, steps).then(run);
  if (!isPostgres(db)) {
    await db.raw('pragma busy_timeout = 10000');
    return work().finally(() => db.raw('pragma busy_timeout = 0'));
  }
  const workIfFirst = async (holder: Knex.Transaction): Promise<readonly string[] | undefined> => {
    const { rows } = await holder.raw<{ rows: readonly { readonly held: boolean }[] }>(
      `select pg_try_advisory_xact_lock(${MIGRATION_LOCK}) as held`,
    );
    if (rows[0]?.held !== true) return undefined;
    // Releases Knex's own lock, which a process that was killed during a migration left behind.
    await db.migrate.forceFreeMigrationsLock();
    return work();
  };
  for (;;) {
    const done = await db.transaction(workIfFirst, { isolationLevel: 'read committed' });
    if (done) return done;
    await pause(POLL_MS);
  }
}
