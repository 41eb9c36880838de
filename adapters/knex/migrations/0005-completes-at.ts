import type { Knex } from 'knex';
import { createIndex, dropIndex, updateInBatches } from './beside.ts';

/*
 * When a paid booking is first looked at for its trip's arrival: never later than that. The sweep then reads those few
 * off an index, where it had to look at the trip of every booking that is paid and not yet over. 0, which rows of an
 * older version of the service get, looks at once.
 */

const PAID = `booking_status in ('CONFIRMED', 'CHECKED_IN')`;

export async function up(db: Knex): Promise<void> {
  if (!(await db.schema.hasColumn('bookings', 'completes_at')))
    await db.raw('alter table bookings add column completes_at bigint not null default 0');
  const arrival = '(select arrival_time from schedules where schedules.id = bookings.schedule_id)';
  await updateInBatches(db, 'bookings', `completes_at = ${arrival}`, PAID);
  await createIndex(db, 'bookings_to_complete', `bookings (completes_at) where ${PAID}`);
}

export async function down(db: Knex): Promise<void> {
  await dropIndex(db, 'bookings_to_complete');
  if (await db.schema.hasColumn('bookings', 'completes_at'))
    await db.raw('alter table bookings drop column completes_at');
}
