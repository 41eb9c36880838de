import type { Knex } from 'knex';

/** A number of our own choosing: whoever holds this advisory lock migrates, the others wait and find the work done. */
const MIGRATION_LOCK = 7_202_611;

/** Brings the schema up to date; several processes may start at once. Answers the names of what was applied. */
export const migrate = (db: Knex): Promise<readonly string[]> => alone(db, () => db.migrate.latest());

/** Takes back the newest batch of migrations. */
export const rollBack = (db: Knex): Promise<readonly string[]> => alone(db, () => db.migrate.rollback());

/** Knex answers the number of the batch and the names in it. */
type Batch = readonly [number, readonly string[]];

async function alone(db: Knex, run: () => Promise<unknown>): Promise<readonly string[]> {
  const work = async (): Promise<readonly string[]> => ((await run()) as Batch)[1];
  if ((db.client as { driverName?: string }).driverName !== 'pg') {
    await db.raw('pragma busy_timeout = 10000');
    return work().finally(() => db.raw('pragma busy_timeout = 100'));
  }
  return db.transaction(async (holder) => {
    await holder.raw('select pg_advisory_xact_lock(?)', [MIGRATION_LOCK]);
    return work();
  });
}
