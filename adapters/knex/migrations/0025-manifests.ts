import type { Knex } from 'knex';
import { updateInBatches } from './beside.ts';

/*
 * Phones that hold the manifest of a trip learn by its revision whether it is still good. Revisions are rows of their
 * own: those who sell seats of a trip must not wait for each other at its row. A booking says whether its ticket was
 * good once and is no more, which its status alone does not tell: an unpaid one is cancelled as well.
 */

export async function up(db: Knex): Promise<void> {
  if (!(await db.schema.hasTable('manifests')))
    await db.schema.createTable('manifests', (t) => {
      t.integer('schedule_id').primary().references('schedules.id');
      t.integer('revision').notNullable(); // a trip without a row has the first
    });
  if (!(await db.schema.hasColumn('bookings', 'ticket_revoked')))
    await db.raw('alter table bookings add column ticket_revoked boolean not null default false');
  await updateInBatches(
    db,
    'bookings',
    'ticket_revoked = true',
    `not ticket_revoked and (booking_status = 'REFUNDED' or (booking_status = 'CANCELLED' and cancellation_fee_paisa > 0))`,
  );
}

export async function down(db: Knex): Promise<void> {
  if (await db.schema.hasColumn('bookings', 'ticket_revoked'))
    await db.raw('alter table bookings drop column ticket_revoked');
  await db.schema.dropTableIfExists('manifests');
}
