import { schemaSqlOf } from './area-schema.ts';
import { rowsOf, type Step } from './step.ts';

const MOMENTS = ['schedules', 'timetables'] as const;

/**
 * Adds the moment at which the sale of a trip opens, and a door for each such moment. Doors refer to no trip: trips of
 * many companies open at one moment.
 */
export const saleOpeningsStep: Step = {
  adds: { area: 'line', tables: ['doors'] },

  async up(db) {
    for (const table of MOMENTS) {
      await db.raw('alter table ?? add column sale_opens_at bigint', [table]); // null: on sale at once
    }
    await db.raw('alter table schedules add column sale_set_at bigint'); // the moment at which sale_opens_at was set
    await db.raw('create index schedules_by_opening on schedules (sale_opens_at, id) where sale_opens_at is not null');
    await db.raw(`create table doors (
      ${schemaSqlOf(db).id},
      opens_at bigint not null unique,
      seed text not null, -- 32 bytes in lower-case hex; public after the draw
      seed_hash text not null, -- the SHA-256 of the seed's bytes, public from the start
      joined integer not null default 0, -- the places that people have taken, and the number of the newest place
      cleared_at bigint -- the moment at which the rush was over; null before
    )`);
  },

  async down(db) {
    await db.raw('drop table doors');
    await db.raw('drop index schedules_by_opening');
    await db.raw('alter table schedules drop column sale_set_at');
    for (const table of MOMENTS) await db.raw('alter table ?? drop column sale_opens_at', [table]);
  },

  losses: rowsOf('doors'),
};
