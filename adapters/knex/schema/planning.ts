import type { AreaSchema } from './area-schema.ts';

export const planningSchema: AreaSchema = {
  about: 'Timetables, and which trips were made from one.',
  tables: ['timetables'],
  create: (sql) => [
    `create table timetables (
      ${sql.id},
      operator_id integer not null references operators (id),
      route_id integer not null references routes (id),
      bus_id integer not null references buses (id),
      fare_paisa bigint not null,
      departs text not null, -- local time HH:MM
      duration_minutes integer not null,
      days text not null, -- JSON: ["MON", "FRI"]
      valid_from text not null, -- local days YYYY-MM-DD, both inclusive
      valid_until text,
      except_dates text not null, -- JSON: local days
      boarding_points text not null, -- JSON, as in schedules
      dropping_points text not null,
      generated_until text, -- the last local day for which trips were made
      clashes text not null, -- JSON: local days on which the bus was elsewhere
      due_on text, -- the next local day on which trips are made; null when none are due
      created_at bigint not null
    )`,
    'create index timetables_bus_id_index on timetables (bus_id)',
    'create index timetables_operator_id_id_index on timetables (operator_id, id)',
    'create index timetables_due_on_id_index on timetables (due_on, id)',
    'alter table schedules add column timetable_id integer references timetables (id)',
    'alter table schedules add column timetable_day text', // The local day of the timetable's trip, YYYY-MM-DD.
    'create index schedules_of_timetable on schedules (timetable_id, departure_time) where timetable_id is not null',
  ],
  drop: () => [
    'drop index schedules_of_timetable',
    'alter table schedules drop column timetable_day',
    'alter table schedules drop column timetable_id',
  ],
};
