import type { Knex } from 'knex';
import { isPostgres } from '../engine/knex-client.ts';
import { exchangeCheck, oneOf, rebuild } from './checks.ts';

/*
 * Mails that are written in the transaction of the change that they tell of wait in the queue too: with what they say,
 * until they are sent or given up. They are about no booking, so a change may post many.
 */

const ABOUT_BOOKINGS = ['BOOKING_CONFIRMED', 'BOOKING_CANCELLED'];
const KINDS = [...ABOUT_BOOKINGS, 'COMPOSED'];
/** A mail about a booking is written from it when it is sent. */
const EITHER = `(kind = 'COMPOSED') = (booking_id is null)`;
const WAITING = 'create index mail_queue_waiting on mail_queue (next_attempt_at) where next_attempt_at is not null';
const ONCE = 'create unique index mail_queue_kind_booking_id_unique on mail_queue (kind, booking_id)';
/** Those that may be forgotten once they are old. */
const DONE = `create index mail_queue_posted on mail_queue (queued_at) where booking_id is null and next_attempt_at is null`;

export async function up(db: Knex): Promise<void> {
  await db.raw('alter table mail_queue add column content text');
  if (isPostgres(db)) {
    await exchangeCheck(db, 'mail_queue', 'kind', `kind in (${oneOf(KINDS)})`);
    await db.raw('alter table mail_queue alter column booking_id drop not null');
    await db.raw(`alter table mail_queue add constraint mail_queue_either_check check (${EITHER})`);
    await db.raw(DONE);
    return;
  }
  await rebuild(db, 'mail_queue', [
    `create table mail_queue (
      id integer not null primary key autoincrement, kind text not null check (kind in (${oneOf(KINDS)})),
      booking_id integer references bookings (id), content text, attempts integer not null default 0,
      queued_at bigint not null, next_attempt_at bigint, sent_at bigint, check (${EITHER}))`,
    ONCE,
    WAITING,
    DONE,
  ]);
}

export async function down(db: Knex): Promise<void> {
  await db('mail_queue').where({ kind: 'COMPOSED' }).delete();
  if (isPostgres(db)) {
    await db.raw('drop index mail_queue_posted');
    await db.raw('alter table mail_queue drop constraint mail_queue_either_check');
    await db.raw('alter table mail_queue alter column booking_id set not null');
    await exchangeCheck(db, 'mail_queue', 'kind', `kind in (${oneOf(ABOUT_BOOKINGS)})`);
    await db.raw('alter table mail_queue drop column content');
    return;
  }
  await rebuild(db, 'mail_queue', [
    `create table mail_queue (
      id integer not null primary key autoincrement, kind text not null check (kind in (${oneOf(ABOUT_BOOKINGS)})),
      booking_id integer not null references bookings (id), attempts integer not null default 0,
      queued_at bigint not null, next_attempt_at bigint, sent_at bigint)`,
    ONCE,
    WAITING,
  ]);
}
