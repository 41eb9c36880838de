import { type Step, rowsOf } from './step.ts';

/** Remembers when a trip last got other times. Copies it from the activity log for trips that were retimed by hand. */
export const tripRetimingsStep: Step = {
  async up(db) {
    await db.raw(`create table trip_retimings (
      schedule_id integer not null primary key references schedules (id),
      at bigint not null -- the moment of the last change of the departure or the arrival
    )`);
    await db.raw('create index trip_retimings_by_moment on trip_retimings (at)');
    await db.raw(`insert into trip_retimings (schedule_id, at)
      select subject_id, max(at) from activity_log
      where kind = 'TRIP_RETIMED' and subject_type = 'schedule' group by subject_id`);
  },
  down: (db) => db.schema.dropTable('trip_retimings'),
  losses: rowsOf('trip_retimings'),
  adds: { area: '0004-trips', tables: ['trip_retimings'] },
};
