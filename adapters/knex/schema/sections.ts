import type { Knex } from 'knex';
import { type SchemaSql, schemaSqlOf } from './area-schema.ts';
import { rowsOf, type Step } from './step.ts';

/*
 * Trips with intermediate stops are sold by sections. A row that takes a seat names its section. Trips without stops
 * have the stops 0 and 1, the defaults of the rows' columns. For these trips, unique indexes alone keep a seat from
 * being taken twice.
 */

/**
 * The tables whose rows take a seat on a section of a trip. The value is the condition under which a row takes its
 * seat.
 */
const TAKERS = { seat_locks: undefined, booking_seats: 'active', seat_blocks: 'seat_id is not null' } as const;

type Taker = keyof typeof TAKERS;

const SECTION_COLUMNS = [
  'add column from_stop integer not null default 0',
  'add column to_stop integer not null default 1',
];

const addSection = (table: string): readonly string[] =>
  SECTION_COLUMNS.map((column) => `alter table ${table} ${column}`);

/**
 * Forbids two rows of the same seat on overlapping sections. The unique indexes on trip, seat and first stop forbid
 * rows with the same first stop. All other overlaps contain a section of two or more parts, so only such sections are
 * compared here.
 */
const forbidOverlaps = (sql: SchemaSql, table: Taker): readonly string[] => {
  const takes = TAKERS[table];
  if (sql.dialect === 'postgres') {
    // Trip, seat and part make one number, so that a section of a seat is a range of numbers. A trip has at most 31
    // parts.
    const key = '(schedule_id::numeric * 4294967296 + seat_id) * 32';
    return [
      `alter table ${table} add constraint ${table}_no_overlap exclude using gist
        (numrange(${key} + from_stop, ${key} + to_stop) with &&) where (to_stop > 1${takes ? ` and ${takes}` : ''})`,
    ];
  }
  const taken = takes ? ` and new.${takes}` : '';
  const others = `select 1 from ${table} as other
    where other.schedule_id = new.schedule_id and other.seat_id = new.seat_id and other.rowid <> new.rowid
      and other.from_stop < new.to_stop and other.to_stop > new.from_stop${takes ? ` and other.${takes}` : ''}`;
  return (['insert', 'update'] as const).map(
    (event) => `create trigger ${table}_no_overlap_${event} after ${event} on ${table}
      when new.to_stop > 1${taken} and exists (${others})
      begin select raise(abort, '${table}: a seat is taken twice on a part of the road'); end`,
  );
};

const allowOverlaps = (sql: SchemaSql, table: Taker): readonly string[] =>
  sql.dialect === 'postgres'
    ? [`alter table ${table} drop constraint ${table}_no_overlap`]
    : ['insert', 'update'].map((event) => `drop trigger ${table}_no_overlap_${event}`);

/** Replaces the primary key of holds. SQLite cannot change a primary key, so the table is recreated. */
const holdsKeyedBy = (sql: SchemaSql, columns: string, stops: string): readonly string[] =>
  sql.dialect === 'postgres'
    ? ['alter table seat_locks drop constraint seat_locks_pkey', `alter table seat_locks add primary key (${columns})`]
    : [
        'alter table seat_locks rename to replaced_seat_locks',
        ...['expires_at_index', 'locked_by_schedule_id_index', 'by_seat'].map(
          (name) => `drop index seat_locks_${name}`,
        ),
        `create table seat_locks (
          schedule_id integer not null references schedules (id),
          seat_id integer not null references bus_seats (id),
          locked_by integer not null references users (id),
          expires_at bigint not null,
          ${stops}
          primary key (${columns})
        )`,
        `insert into seat_locks (schedule_id, seat_id, locked_by, expires_at)
          select schedule_id, seat_id, locked_by, expires_at from replaced_seat_locks`,
        'drop table replaced_seat_locks',
        'create index seat_locks_expires_at_index on seat_locks (expires_at)',
        'create index seat_locks_locked_by_schedule_id_index on seat_locks (locked_by, schedule_id)',
        'create index seat_locks_by_seat on seat_locks (seat_id)',
      ];

const STOPS_OF_HOLDS = 'from_stop integer not null default 0, to_stop integer not null default 1,';

const up = (sql: SchemaSql): readonly string[] => [
  // Intermediate stops as JSON: [[city, arrives, departs]], in minutes after departure. Fares of sections as JSON:
  // [[from, to, fare in paisa]].
  ...['schedules', 'timetables'].flatMap((table) => [
    `alter table ${table} add column stops text not null default '[]'`,
    `alter table ${table} add column fares text not null default '[]'`,
  ]),
  // A row for each section that is sold beside the whole trip. Searches find the row by the section's cities.
  `create table trip_sections (
    schedule_id integer not null references schedules (id),
    from_stop integer not null,
    to_stop integer not null,
    route_id integer not null references routes (id),
    fare_paisa bigint not null,
    departure_time bigint not null,
    arrival_time bigint not null,
    primary key (schedule_id, from_stop, to_stop)
  )`,
  'create index trip_sections_of_route on trip_sections (route_id, departure_time, schedule_id)',
  // The number of places taken between each two neighbouring stops, on buses without a seat map. Trips without stops
  // store this number in their own row.
  `create table part_places (
    schedule_id integer not null references schedules (id),
    part integer not null, -- the stop at which it begins
    places_taken integer not null default 0 check (places_taken >= 0),
    primary key (schedule_id, part)
  )`,
  ...(sql.dialect === 'postgres' ? addSection('seat_locks') : []),
  ...holdsKeyedBy(sql, 'schedule_id, seat_id, from_stop', STOPS_OF_HOLDS),
  ...addSection('booking_seats'),
  'drop index booking_seats_sold_once',
  // A seat of a trip has at most one active row from each stop, so no seat is sold twice.
  'create unique index booking_seats_sold_once on booking_seats (schedule_id, seat_id, from_stop) where active',
  ...addSection('seat_blocks'),
  'drop index seat_blocks_schedule_id_seat_id_unique',
  'create unique index seat_blocks_schedule_id_seat_id_unique on seat_blocks (schedule_id, seat_id, from_stop)',
  ...(Object.keys(TAKERS) as Taker[]).flatMap((table) => forbidOverlaps(sql, table)),
  ...addSection('bookings'),
  // The route of the booking's section. Null for a booking of the whole trip, which has the trip's route and times.
  'alter table bookings add column section_route_id integer references routes (id)',
  'alter table bookings add column section_departs bigint',
  'alter table bookings add column section_arrives bigint',
];

const down = (sql: SchemaSql): readonly string[] => [
  ...(Object.keys(TAKERS) as Taker[]).flatMap((table) => allowOverlaps(sql, table)),
  ...['section_arrives', 'section_departs', 'section_route_id', 'to_stop', 'from_stop'].map(
    (column) => `alter table bookings drop column ${column}`,
  ),
  'drop index seat_blocks_schedule_id_seat_id_unique',
  'create unique index seat_blocks_schedule_id_seat_id_unique on seat_blocks (schedule_id, seat_id)',
  'drop index booking_seats_sold_once',
  'create unique index booking_seats_sold_once on booking_seats (schedule_id, seat_id) where active',
  ...['booking_seats', 'seat_blocks'].flatMap((table) =>
    ['to_stop', 'from_stop'].map((column) => `alter table ${table} drop column ${column}`),
  ),
  ...holdsKeyedBy(sql, 'schedule_id, seat_id', ''),
  ...(sql.dialect === 'postgres'
    ? ['to_stop', 'from_stop'].map((column) => `alter table seat_locks drop column ${column}`)
    : []),
  'drop table part_places',
  'drop table trip_sections',
  ...['schedules', 'timetables'].flatMap((table) =>
    ['fares', 'stops'].map((column) => `alter table ${table} drop column ${column}`),
  ),
];

async function run(db: Knex, statements: readonly string[]): Promise<void> {
  for (const statement of statements) await db.raw(statement);
}

/** Adds intermediate stops to trips, and seats that are taken between such stops. */
export const sectionsStep: Step = {
  up: (db) => run(db, up(schemaSqlOf(db))),
  down: (db) => run(db, down(schemaSqlOf(db))),

  async losses(db) {
    const lost = [...(await rowsOf('trip_sections')(db))];
    for (const table of ['schedules', 'timetables']) {
      const [row] = await db(table).whereNot('stops', '[]').count<{ count: number }[]>('* as count');
      if (Number(row?.count) > 0) lost.push(`${table}.stops: ${Number(row?.count)}`);
    }
    return lost;
  },

  adds: { area: '0004-trips', tables: ['trip_sections', 'part_places'] },
};
