import { schemaSqlOf } from './area-schema.ts';
import { rowsOf, type Step } from './step.ts';

/** Keeps how many requests doors refused, and which moved openings people are still to be told of. */
export const doorOfficeStep: Step = {
  adds: { area: 'line', tables: ['door_refusals', 'door_moves'] },

  async up(db) {
    await db.raw(`create table door_refusals (
      door_id integer not null references doors (id),
      code text not null, -- the code of the refusal
      refused integer not null, -- how many requests, since the opening
      primary key (door_id, code)
    )`);
    await db.raw(`create table door_moves (
      ${schemaSqlOf(db).id},
      door_id integer not null references doors (id),
      was_at bigint not null, -- the moment of the opening before
      opens_at bigint not null,
      reason text not null,
      moved_at bigint not null,
      told integer not null default 0, -- people whose place is not higher were told
      told_at bigint -- the moment at which everybody was told; null before
    )`);
    await db.raw('create index door_moves_of_door on door_moves (door_id)');
    await db.raw('create index door_moves_from on door_moves (was_at)');
    await db.raw('create index door_moves_untold on door_moves (id) where told_at is null');
    // Finds the timetables that move with an opening.
    await db.raw('create index timetables_opening on timetables (sale_opens_at) where sale_opens_at is not null');
    // Counts those who went in.
    await db.raw('create index door_places_passes on door_places (door_id, pass_until) where pass_until is not null');
  },

  async down(db) {
    await db.raw('drop index door_places_passes');
    await db.raw('drop index timetables_opening');
    await db.raw('drop table door_moves');
    await db.raw('drop table door_refusals');
  },

  losses: rowsOf('door_moves'),
};
