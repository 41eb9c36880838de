import { rowsOf, type Step } from './step.ts';

/** Columns of a door, with their types. */
const COLUMNS = {
  drawn: 'integer', // the number of places whose order was drawn; null before the draw
  admitted: 'integer not null default 0', // numbers up to this one may enter
  carried: 'integer not null default 0', // twelfths of a person that the last step left over
  step: 'integer', // the index of the last step since the opening; null before the first
  admits_per_minute: 'integer', // null means the service's number
  paused: 'boolean not null default false',
  notice: 'text',
  notice_ne: 'text',
};

/** Lets people take places in line for a door, draws their order, and lets them in by steps. */
export const doorPlacesStep: Step = {
  adds: { area: 'line', tables: ['door_places'] },

  async up(db) {
    for (const [name, type] of Object.entries(COLUMNS)) await db.raw(`alter table doors add column ${name} ${type}`);
    await db.raw('create index doors_uncleared on doors (opens_at) where cleared_at is null');
    await db.raw(`create table door_places (
      door_id integer not null references doors (id),
      place integer not null, -- counts from 1 as people join
      user_id integer not null references users (id),
      number integer, -- the place in the order of admission; null before the draw
      joined_at bigint not null,
      pass_from bigint, -- null before the pass was given
      pass_until bigint,
      is_newest boolean not null default true, -- false once the account has joined again
      primary key (door_id, place)
    )`);
    await db.raw('create unique index door_places_newest on door_places (door_id, user_id) where is_newest');
    await db.raw('create unique index door_places_numbers on door_places (door_id, number) where number is not null');
    await db.raw('create index door_places_of_user on door_places (user_id)');
  },

  async down(db) {
    await db.raw('drop table door_places');
    await db.raw('drop index doors_uncleared');
    for (const name of Object.keys(COLUMNS).reverse()) await db.raw(`alter table doors drop column ${name}`);
  },

  losses: rowsOf('door_places'),
};
