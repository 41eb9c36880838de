import type { Knex } from 'knex';

/*
 * Reconciliation counts its own enquiries: the pause between them grows with these alone, not with those that browsers
 * cause. Payments that are open at this moment begin at nought: they are asked about a little more often.
 */

export async function up(db: Knex): Promise<void> {
  await db.raw('alter table payments add column reconciliations integer not null default 0');
}

export async function down(db: Knex): Promise<void> {
  await db.raw('alter table payments drop column reconciliations');
}
