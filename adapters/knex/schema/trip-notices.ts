import { schemaSqlOf } from './area-schema.ts';
import { type Step, rowsOf } from './step.ts';

const QUEUES = ['mail_queue', 'sms_queue'];

/** Adds the notices of the last change of each trip, and which queued mails and text messages deliver them. */
export const tripNoticesStep: Step = {
  async up(db) {
    await db.raw(`create table trip_notices (
      ${schemaSqlOf(db).bigId},
      schedule_id integer not null references schedules (id),
      booking_id integer not null references bookings (id),
      mail text check (mail in ('WAITING', 'SENT', 'FAILED')), -- null without a mail, or if it was dropped as obsolete
      sms text check (sms in ('WAITING', 'SENT', 'FAILED'))
    )`);
    await db.raw('create unique index trip_notices_of_trip on trip_notices (schedule_id, booking_id)');
    // Refers to trip_notices without a foreign key: a later change of the trip deletes the notice.
    for (const table of QUEUES) await db.raw('alter table ?? add column notice_id bigint', [table]);
  },

  async down(db) {
    for (const table of QUEUES) await db.raw('alter table ?? drop column notice_id', [table]);
    await db.schema.dropTable('trip_notices');
  },

  losses: rowsOf('trip_notices'),
  adds: { area: '0013-platform', tables: ['trip_notices'] },
};
