import type { Knex } from 'knex';

/*
 * What addresses and accounts have used of their budgets, in the shape that rate-limiter-flexible expects. Only where
 * several processes share a database: on Postgres. Unlogged: it is written often, and may be lost in a crash.
 */

const onPostgres = (db: Knex): boolean => (db.client as { readonly driverName?: string }).driverName === 'pg';

export async function up(db: Knex): Promise<void> {
  if (onPostgres(db))
    await db.raw(
      'create unlogged table rate_limits (key varchar(255) primary key, points integer not null default 0, expire bigint)',
    );
}

export async function down(db: Knex): Promise<void> {
  if (onPostgres(db)) await db.schema.dropTable('rate_limits');
}
