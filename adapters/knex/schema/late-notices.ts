import { rowsOf, type Step } from './step.ts';

/** Remembers which passengers were told that their bus is late. */
export const lateNoticesStep: Step = {
  adds: { area: '0064-bus-positions', tables: ['late_notices'] },

  async up(db) {
    await db.raw('alter table bus_tracks add column late_reached integer not null default 0');
    await db.raw(`create table late_notices (
      booking_id integer not null references bookings (id),
      number integer not null check (number between 1 and 4), -- counts the messages to the booking
      planned_at bigint not null, -- the planned moment of boarding
      expected_at bigint not null, -- the estimated moment that the message tells
      told_at bigint not null,
      primary key (booking_id, number)
    )`);
    await db.raw('create index late_notices_by_moment on late_notices (told_at)');
  },

  async down(db) {
    await db.raw('drop table late_notices');
    await db.raw('alter table bus_tracks drop column late_reached');
  },

  losses: rowsOf('late_notices'),
};
