import type { Knex } from 'knex';
import { updateInBatches } from './beside.ts';

/*
 * A booking keeps the departure and the type of bus that it was made for, since its passenger may cancel it free of
 * charge when the company changes them. Nobody had changed them before: of older bookings they are those of the trip.
 */

const COLUMNS = [
  ['booked_departure', 'bigint'],
  ['booked_bus_type', 'text'],
] as const;

export async function up(db: Knex): Promise<void> {
  for (const [name, type] of COLUMNS)
    if (!(await db.schema.hasColumn('bookings', name))) await db.raw(`alter table bookings add column ${name} ${type}`);
  await updateInBatches(
    db,
    'bookings',
    `booked_departure = (select departure_time from schedules where schedules.id = bookings.schedule_id),
     booked_bus_type = (select buses.bus_type from schedules join buses on buses.id = schedules.bus_id
                        where schedules.id = bookings.schedule_id)`,
    'booked_departure is null',
  );
}

export async function down(db: Knex): Promise<void> {
  for (const [name] of COLUMNS.toReversed())
    if (await db.schema.hasColumn('bookings', name)) await db.raw(`alter table bookings drop column ${name}`);
}
