import type { Knex } from 'knex';
import { isPostgres } from '../engine/knex-client.ts';
import { exchangeCheck, oneOf, rebuild } from './checks.ts';

/*
 * A refund is followed until it is paid: to which account it goes, how it was sent, and whether it arrived. A payment
 * may have several, since the platform can give something back besides. Each says whose company's booking it is of, so
 * that every list of them has an index in its order.
 */

const REASONS = ['LATE_PAYMENT', 'DUPLICATE_PAYMENT', 'PASSENGER_CANCELLATION', 'OPERATOR_CANCELLATION'];
const NOW_REASONS = [...REASONS, 'GOODWILL'];
const STATUSES = ['DUE', 'PAID'];
const NOW_STATUSES = ['DUE', 'SENT', 'PAID', 'FAILED'];

const COLUMNS = [
  ['operator_id', 'integer references operators (id)'], // the booking's
  ['method', 'text'],
  ['reference', 'text'],
  ['sent_at', 'bigint'],
  ['paid_at', 'bigint'],
  ['failure', 'text'],
  ['account_kind', 'text'], // the account it is to be sent to; all null until somebody names it
  ['account_holder', 'text'],
  ['account_number', 'text'],
  ['account_bank', 'text'],
  ['shift_id', 'integer references shifts (id)'], // out of whose till it was paid
] as const;

const INDEXES = {
  refunds_of_payment: 'refunds (payment_id)',
  refunds_by_day: 'refunds (due_at, id)',
  refunds_of_status: 'refunds (status, due_at, id)',
  refunds_of_reason: 'refunds (reason, due_at, id)',
  refunds_of_company: 'refunds (operator_id, due_at, id)',
  refunds_unpaid: `refunds (due_at, id) where status <> 'PAID'`,
};

const BEFORE = `
  id integer not null primary key autoincrement, payment_id integer not null references payments (id),
  booking_id integer not null references bookings (id), reason text not null check (reason in (${oneOf(REASONS)})),
  amount_paisa bigint not null, status text not null check (status in (${oneOf(STATUSES)})), due_at bigint not null,
  created_at bigint not null`;
const AFTER = `
  ${BEFORE.replace(oneOf(REASONS), oneOf(NOW_REASONS)).replace(oneOf(STATUSES), oneOf(NOW_STATUSES))},
  ${COLUMNS.map(([name, type]) => `${name} ${type}${name === 'operator_id' ? ' not null' : ''}`).join(', ')}`;
const OF_BOOKING = 'create index refunds_booking_id_index on refunds (booking_id)';
const OF_STATUS = 'create index refunds_status_due_at_index on refunds (status, due_at)';

export async function up(db: Knex): Promise<void> {
  for (const [name, type] of COLUMNS) await db.raw(`alter table refunds add column ${name} ${type}`);
  await db.raw(
    'update refunds set operator_id = (select operator_id from bookings where bookings.id = refunds.booking_id)',
  );
  if (isPostgres(db)) {
    await db.raw('alter table refunds alter column operator_id set not null');
    await db.raw('alter table refunds drop constraint refunds_payment_id_unique');
    await db.raw('drop index refunds_status_due_at_index');
    await exchangeCheck(db, 'refunds', 'reason', `reason in (${oneOf(NOW_REASONS)})`);
    await exchangeCheck(db, 'refunds', 'status', `status in (${oneOf(NOW_STATUSES)})`);
  } else await rebuild(db, 'refunds', [`create table refunds (${AFTER})`, OF_BOOKING]);
  for (const [name, on] of Object.entries(INDEXES)) await db.raw(`create index ${name} on ${on}`);
}

export async function down(db: Knex): Promise<void> {
  for (const name of Object.keys(INDEXES)) await db.raw(`drop index ${name}`);
  if (!isPostgres(db)) {
    await rebuild(db, 'refunds', [
      `create table refunds (${BEFORE})`,
      'create unique index refunds_payment_id_unique on refunds (payment_id)',
      OF_BOOKING,
      OF_STATUS,
    ]);
    return;
  }
  await exchangeCheck(db, 'refunds', 'status', `status in (${oneOf(STATUSES)})`);
  await exchangeCheck(db, 'refunds', 'reason', `reason in (${oneOf(REASONS)})`);
  await db.raw('alter table refunds add constraint refunds_payment_id_unique unique (payment_id)');
  await db.raw(OF_STATUS);
  for (const [name] of COLUMNS.toReversed()) await db.raw(`alter table refunds drop column ${name}`);
}
