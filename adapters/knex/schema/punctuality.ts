import type { AreaSchema } from './area-schema.ts';

export const punctualitySchema: AreaSchema = {
  about: 'Estimates of when buses leave their stops, and how good the estimates were.',
  tables: ['stop_estimates', 'stop_passings'],
  create: () => [
    `create table stop_estimates (
      schedule_id integer not null references schedules (id),
      stop integer not null,
      slot integer not null, -- counts spans of ten minutes; a trip has one estimate of a stop in each
      made_at bigint not null,
      expected_at bigint not null, -- the departure; at the last stop the arrival
      primary key (schedule_id, stop, slot)
    )`,
    'create index stop_estimates_by_moment on stop_estimates (made_at)',
    `create table stop_passings (
      schedule_id integer not null references schedules (id),
      stop integer not null,
      operator_id integer not null references operators (id),
      route_id integer not null references routes (id),
      city_id integer not null references cities (id),
      passed_at bigint not null,
      late integer not null, -- minutes, negative if the bus was early
      error_30 integer, -- minutes between the estimate of 30 minutes before and the passing; null without an estimate
      error_90 integer,
      primary key (schedule_id, stop)
    )`,
    'create index stop_passings_of_company on stop_passings (operator_id, passed_at)',
    'create index stop_passings_by_moment on stop_passings (passed_at)',
  ],
};
