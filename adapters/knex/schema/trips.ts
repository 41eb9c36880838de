import type { AreaSchema } from './area-schema.ts';
import { countChanges, ignoreChanges } from './catalogue-revision.ts';

export const tripsSchema: AreaSchema = {
  about: 'Cities, routes and trips. A trip is a row of `schedules`.',
  tables: ['cities', 'routes', 'schedules', 'catalogue_revision'],
  create: (sql) => [
    `create table cities (
      ${sql.id},
      city_name text not null,
      name_key text not null -- the name as names are compared: NFC, lower case, folded in code
    )`,
    'create unique index cities_name_key_unique on cities (name_key)',
    `create table routes (
      ${sql.id},
      source_city_id integer not null references cities (id),
      destination_city_id integer not null references cities (id)
    )`,
    'create index routes_destination_city_id_index on routes (destination_city_id)',
    'create unique index routes_source_city_id_destination_city_id_unique on routes (source_city_id, destination_city_id)',
    `create table schedules (
      ${sql.id},
      schedule_key text not null, -- what search results and links name it by
      route_id integer not null references routes (id),
      bus_id integer not null references buses (id),
      fare_paisa bigint not null,
      departure_time bigint not null,
      arrival_time bigint not null,
      status text not null check (status in ('ACTIVE', 'CANCELLED')),
      places_taken integer not null default 0, -- by active bookings, on a bus without a seat map
      papers_ok boolean not null default false, -- the bus has valid papers on the day of departure; kept by the gate
      -- the company that sold the trip, even if its bus is another’s by now
      operator_id integer references operators (id),
      boarding_points text not null default '[]', -- JSON
      dropping_points text not null default '[]', -- JSON
      departed_at bigint, -- when the office or the crew said that it left; null before
      changed_in_office boolean not null default false, -- an import then leaves the trip alone
      has_blocks boolean not null default false, -- seats are blocked, so that a seat map looks for them
      bookings_ended boolean not null default false -- every booking of a cancelled trip has been cancelled
    )`,
    'create unique index schedules_schedule_key_unique on schedules (schedule_key)',
    'create index schedules_route_id_departure_time_id_index on schedules (route_id, departure_time, id)',
    'create index schedules_departure_time_id_index on schedules (departure_time, id)',
    'create index schedules_fare_paisa_id_index on schedules (fare_paisa, id)',
    'create index schedules_of_company on schedules (operator_id, departure_time, id)',
    'create index schedules_of_bus on schedules (bus_id, arrival_time)',
    `create index schedules_to_end on schedules (id) where status = 'CANCELLED' and not bookings_ended`,
    // Processes cache cities, routes, buses and companies. The revision in the single row tells the processes whether
    // their cache is valid.
    `create table catalogue_revision (
      id integer primary key check (id = 1),
      revision bigint not null
    )`,
    'insert into catalogue_revision (id, revision) values (1, 1)',
    ...countChanges(sql),
  ],
  drop: ignoreChanges,
};
