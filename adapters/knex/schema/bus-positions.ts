import type { AreaSchema } from './area-schema.ts';

export const busPositionsSchema: AreaSchema = {
  about: 'Positions of buses, and the delays that crews and offices tell.',
  tables: ['bus_tracks', 'bus_points'],
  create: () => [
    `create table bus_tracks (
      schedule_id integer primary key references schedules (id),
      revision integer not null default 0, -- raised with each change of the trip's points
      said_at bigint, -- the moment of the latest word about a delay; null: nobody has said anything
      said_minutes integer, -- null: there is no delay any more
      said_reason text,
      said_stop integer, -- the stop from which on the delay holds
      check ((said_minutes is null) = (said_reason is null) and (said_minutes is null) = (said_stop is null)),
      check (said_minutes is null or said_at is not null)
    )`,
    `create table bus_points (
      schedule_id integer not null references schedules (id),
      at bigint not null,
      lat double precision not null, -- in degrees, with at most 6 decimals
      lon double precision not null,
      accuracy double precision, -- metres
      speed double precision, -- metres a second
      primary key (schedule_id, at)
    )`,
    // Old points are deleted, whatever their trip.
    'create index bus_points_by_moment on bus_points (at)',
  ],
};
