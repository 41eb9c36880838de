import type { Knex } from 'knex';

/*
 * Companies keep seats of a trip from being sold, or so many places where these are counted.
 */

export async function up(db: Knex): Promise<void> {
  await db.schema.createTable('seat_blocks', (t) => {
    t.increments('id'); // in the order in which a trip's were given
    t.integer('schedule_id').notNullable().references('schedules.id');
    t.integer('seat_id').index().references('bus_seats.id'); // null where places are counted
    t.integer('places'); // null where seats are named
    t.text('reason').notNullable();
    t.bigInteger('blocked_until'); // null: until somebody frees it
    t.unique(['schedule_id', 'seat_id']);
  });
  await db.raw('create index seat_blocks_lapsing on seat_blocks (blocked_until) where blocked_until is not null');
  await db.raw('alter table schedules add column has_blocks boolean not null default false'); // false: none, so that a search need not look
}

export async function down(db: Knex): Promise<void> {
  await db.raw('alter table schedules drop column has_blocks');
  await db.schema.dropTable('seat_blocks');
}
