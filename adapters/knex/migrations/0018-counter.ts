import type { Knex } from 'knex';

/*
 * Companies sell at counters. A booking says whether it was made there, and then for whom: those people need no
 * account. Cash goes into the till of a shift, of which nobody has two open at once.
 */

const BOOKING_COLUMNS = [
  ['channel', `text not null default 'ONLINE'`], // or COUNTER
  ['contact_name', 'text'], // null online, where the contact is the account
  ['contact_phone', 'text'],
  ['contact_email', 'text'],
] as const;

export async function up(db: Knex): Promise<void> {
  await db.schema.createTable('shifts', (t) => {
    t.increments('id');
    t.integer('operator_id').notNullable().references('operators.id');
    t.integer('user_id').notNullable().references('users.id');
    t.integer('staff_id').notNullable(); // of a membership that may have ended since
    t.bigInteger('opened_at').notNullable();
    t.bigInteger('closed_at'); // null while it is open
    t.bigInteger('opening_cash_paisa').notNullable();
    t.bigInteger('sales_paisa').notNullable().defaultTo(0); // what was sold for cash in it
    t.bigInteger('refunds_paisa').notNullable().defaultTo(0); // what was paid back in cash out of it
    t.bigInteger('counted_cash_paisa'); // when it was closed
    t.text('note');
    t.index(['operator_id', 'opened_at', 'id']);
    t.index(['user_id', 'opened_at', 'id']);
  });
  await db.raw('create unique index shifts_open_once on shifts (operator_id, user_id) where closed_at is null');
  for (const [name, type] of BOOKING_COLUMNS) await db.raw(`alter table bookings add column ${name} ${type}`);
  await db.raw('alter table payments add column shift_id integer references shifts (id)');
}

export async function down(db: Knex): Promise<void> {
  await db.raw('alter table payments drop column shift_id');
  for (const [name] of BOOKING_COLUMNS.toReversed()) await db.raw(`alter table bookings drop column ${name}`);
  await db.schema.dropTable('shifts');
}
