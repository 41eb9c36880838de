import type { Knex } from 'knex';

/*
 * A company may have cancellation tiers of its own, and a booking keeps those it was made under: for bookings that are
 * there already, null, these are the platform's. Whether a company may sell is kept with each of its buses, which a
 * search reads anyway.
 */

const ADDED = [
  ['operators', 'cancellation_tiers', 'text'],
  ['bookings', 'cancellation_tiers', 'text'],
  ['buses', 'company_active', 'boolean not null default true'],
] as const;

export async function up(db: Knex): Promise<void> {
  for (const [table, column, type] of ADDED) await db.raw(`alter table ${table} add column ${column} ${type}`);
  await db.raw(
    `update buses set company_active = false where operator_id in (select id from operators where status <> 'ACTIVE')`,
  );
}

export async function down(db: Knex): Promise<void> {
  for (const [table, column] of ADDED) await db.raw(`alter table ${table} drop column ${column}`);
}
