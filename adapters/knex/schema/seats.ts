import type { AreaSchema } from './area-schema.ts';

export const seatsSchema: AreaSchema = {
  about: 'Holds and blocks of seats.',
  tables: ['seat_locks', 'hold_runs', 'seat_blocks'],
  create: (sql) => [
    `create table seat_locks (
      schedule_id integer not null references schedules (id),
      seat_id integer not null references bus_seats (id),
      locked_by integer not null references users (id),
      expires_at bigint not null,
      primary key (schedule_id, seat_id)
    )`,
    'create index seat_locks_expires_at_index on seat_locks (expires_at)',
    'create index seat_locks_locked_by_schedule_id_index on seat_locks (locked_by, schedule_id)',
    'create index seat_locks_by_seat on seat_locks (seat_id)',
    // The table stores the time from which a person has held the same seat without a break, by repeated holds.
    `create ${sql.unlogged}table hold_runs (
      user_id integer not null,
      schedule_id integer not null,
      seat_number text not null,
      held_since bigint not null, -- how long somebody has kept a seat by holding it again and again
      held_until bigint not null,
      primary key (user_id, schedule_id, seat_number)
    )`,
    'create index hold_runs_over on hold_runs (held_until)',
    `create table seat_blocks (
      ${sql.id},
      schedule_id integer not null references schedules (id),
      seat_id integer references bus_seats (id), -- null where places are counted
      places integer, -- null where seats are named
      reason text not null,
      blocked_until bigint -- null until somebody frees it
    )`,
    'create index seat_blocks_seat_id_index on seat_blocks (seat_id)',
    'create unique index seat_blocks_schedule_id_seat_id_unique on seat_blocks (schedule_id, seat_id)',
    'create index seat_blocks_lapsing on seat_blocks (blocked_until) where blocked_until is not null',
  ],
};
