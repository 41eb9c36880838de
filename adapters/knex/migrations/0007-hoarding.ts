import type { Knex } from 'knex';
import { isPostgres } from '../engine/knex-client.ts';
import { createIndex, dropIndex } from './beside.ts';

/*
 * What is asked so that nobody hoards seats: what a passenger has not paid yet, and since when they have held a seat.
 * The latter is written with each hold and forgotten a minute after it: on Postgres unlogged, since it may be lost in a
 * crash, and without references, which would be looked up each time.
 */

export async function up(db: Knex): Promise<void> {
  await db.raw(`
    create ${isPostgres(db) ? 'unlogged ' : ''}table if not exists hold_runs (
      user_id integer not null, schedule_id integer not null, seat_number text not null,
      held_since bigint not null, held_until bigint not null,
      primary key (user_id, schedule_id, seat_number))`);
  await createIndex(db, 'hold_runs_over', 'hold_runs (held_until)');
  await createIndex(
    db,
    'bookings_waiting_by_user',
    `bookings (user_id, payment_deadline) where booking_status = 'PENDING_PAYMENT'`,
  );
}

export async function down(db: Knex): Promise<void> {
  await dropIndex(db, 'bookings_waiting_by_user');
  await db.schema.dropTableIfExists('hold_runs');
}
