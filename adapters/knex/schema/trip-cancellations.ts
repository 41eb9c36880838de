import { type Step, rowsOf } from './step.ts';

/** Beginnings of the activity log's descriptions, by which trips that are cancelled already get their reason. */
const SAID = {
  BREAKDOWN: ' because of a breakdown.',
  ROAD_CLOSED: ' because of a closed road.',
  WEATHER: ' because of the weather.',
  STRIKE: ' because of a strike.',
  LOW_SALES: ' because of too few passengers.',
  OTHER: '.',
};

const REASON = Object.entries(SAID)
  .map(([reason, end]) => `when log.description like 'Cancelled the trip${end}%' then '${reason}'`)
  .join(' ');

/** Adds who cancelled a trip, when and why. Copies it from the activity log for trips that are cancelled already. */
export const tripCancellationsStep: Step = {
  async up(db) {
    await db.raw(`create table trip_cancellations (
      schedule_id integer not null primary key references schedules (id),
      at bigint not null,
      by_role text not null check (by_role in ('OPERATOR', 'ADMIN', 'SYSTEM')), -- ADMIN: an import of the catalogue
      user_id integer references users (id), -- the member of the company; null for other roles
      reason text check (reason in ('BREAKDOWN', 'ROAD_CLOSED', 'WEATHER', 'STRIKE', 'LOW_SALES', 'OTHER'))
    )`);
    await db.raw(`insert into trip_cancellations (schedule_id, at, by_role, user_id, reason)
      select log.subject_id, log.at, case when log.actor_user_id is null then 'ADMIN' else 'OPERATOR' end,
        log.actor_user_id, case ${REASON} end
      from activity_log log join schedules on schedules.id = log.subject_id and schedules.status = 'CANCELLED'
      where log.kind = 'TRIP_CANCELLED' and log.subject_type = 'schedule' and not exists (
        select 1 from activity_log later
        where later.subject_type = log.subject_type and later.subject_id = log.subject_id
          and later.kind = log.kind and (later.at, later.id) > (log.at, log.id))`);
  },
  down: (db) => db.schema.dropTable('trip_cancellations'),
  losses: rowsOf('trip_cancellations'),
  adds: { area: '0004-trips', tables: ['trip_cancellations'] },
};
