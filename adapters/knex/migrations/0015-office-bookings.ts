import type { Knex } from 'knex';
import { foldCase } from '../../../core/kernel/text.ts';
import { isPostgres } from '../engine/knex-client.ts';
import { exchangeCheck, oneOf, rebuild } from './checks.ts';

/*
 * Offices look bookings and payments up. Bookings say which company they were made with, and what they are found by;
 * every list has an index in its order. A company or an administrator may cancel a booking too: refunds and mails know
 * that kind.
 */

const INDEXES = {
  bookings_newest: 'bookings (booked_at, id)',
  bookings_of_status: 'bookings (booking_status, booked_at, id)',
  bookings_of_company: 'bookings (operator_id, booked_at, id)',
  bookings_of_trip: 'bookings (schedule_id, booked_at, id)',
  payments_newest: 'payments (created_at, id)',
  payments_of_status: 'payments (status, created_at, id)',
  payments_of_gateway: 'payments (gateway, created_at, id)',
};

export async function up(db: Knex): Promise<void> {
  await db.raw('alter table bookings add column operator_id integer references operators (id)');
  await db.raw(`alter table bookings add column search_key text not null default ''`);
  await db.raw(`
    update bookings set operator_id = (
      select buses.operator_id from schedules join buses on buses.id = schedules.bus_id where schedules.id = bookings.schedule_id)`);
  if (isPostgres(db)) await db.raw('alter table bookings alter column operator_id set not null');
  await fillSearchKeys(db);
  for (const [name, on] of Object.entries(INDEXES)) await db.raw(`create index ${name} on ${on}`);
  await allowReasons(db, ['LATE_PAYMENT', 'DUPLICATE_PAYMENT', 'PASSENGER_CANCELLATION', 'OPERATOR_CANCELLATION']);
  await allowMails(db, ['BOOKING_CONFIRMED', 'BOOKING_CANCELLED']);
}

export async function down(db: Knex): Promise<void> {
  await allowMails(db, ['BOOKING_CONFIRMED']);
  await allowReasons(db, ['LATE_PAYMENT', 'DUPLICATE_PAYMENT', 'PASSENGER_CANCELLATION']);
  for (const name of Object.keys(INDEXES)) await db.raw(`drop index ${name}`);
  await db.raw('alter table bookings drop column search_key');
  await db.raw('alter table bookings drop column operator_id');
}

const BATCH = 500;

/** Codes and names of passengers. Folded here, since databases differ in it. */
async function fillSearchKeys(db: Knex): Promise<void> {
  for (let after = 0; ;) {
    const bookings = await db('bookings')
      .select<{ id: number; code: string }[]>('id', 'booking_code as code')
      .where('id', '>', after)
      .orderBy('id')
      .limit(BATCH);
    const last = bookings.at(-1);
    if (!last) return;
    const passengers = await db('booking_seats')
      .select<{ booking: number; name: string }[]>('booking_id as booking', 'passenger_name as name')
      .whereBetween('booking_id', [after + 1, last.id])
      .orderBy('id');
    const namesOf = new Map<number, string[]>(bookings.map(({ id }) => [id, []]));
    for (const { booking, name } of passengers) namesOf.get(booking)?.push(name);
    const keys = bookings.map(({ id, code }) => [id, foldCase([code, ...(namesOf.get(id) ?? [])].join('\n'))]);
    await db.raw(
      `update bookings set search_key = given.column2 from (values ${keys.map(() => '(cast(? as integer), ?)').join(', ')}) as given
       where bookings.id = given.column1`,
      keys.flat(),
    );
    after = last.id;
  }
}

async function allowReasons(db: Knex, reasons: readonly string[]): Promise<void> {
  const check = `reason in (${oneOf(reasons)})`;
  if (isPostgres(db)) return exchangeCheck(db, 'refunds', 'reason', check);
  await rebuild(db, 'refunds', [
    `create table refunds (
      id integer not null primary key autoincrement, payment_id integer not null references payments (id),
      booking_id integer not null references bookings (id), reason text not null check (${check}),
      amount_paisa bigint not null, status text not null check (status in ('DUE', 'PAID')), due_at bigint not null,
      created_at bigint not null)`,
    'create unique index refunds_payment_id_unique on refunds (payment_id)',
    'create index refunds_booking_id_index on refunds (booking_id)',
    'create index refunds_status_due_at_index on refunds (status, due_at)',
  ]);
}

async function allowMails(db: Knex, kinds: readonly string[]): Promise<void> {
  const check = `kind in (${oneOf(kinds)})`;
  if (isPostgres(db)) return exchangeCheck(db, 'mail_queue', 'kind', check);
  await rebuild(db, 'mail_queue', [
    `create table mail_queue (
      id integer not null primary key autoincrement, kind text not null check (${check}),
      booking_id integer not null references bookings (id), attempts integer not null default 0,
      queued_at bigint not null, next_attempt_at bigint, sent_at bigint)`,
    'create unique index mail_queue_kind_booking_id_unique on mail_queue (kind, booking_id)',
    'create index mail_queue_waiting on mail_queue (next_attempt_at) where next_attempt_at is not null',
  ]);
}
