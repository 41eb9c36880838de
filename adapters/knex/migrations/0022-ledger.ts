import type { Knex } from 'knex';
import { isPostgres } from '../engine/knex-client.ts';
import { oneOf } from './checks.ts';
import { writeFirstEntries } from './first-entries.ts';

/*
 * The ledger: every movement of money in pairs of accounts, in rows that nobody changes or deletes. Bookings say
 * whether they were earned, and when the sweep first looks at one for its departure: never later than that.
 */

const ACCOUNTS = oneOf(['GATEWAY', 'CASH', 'BANK', 'UNEARNED', 'OPERATOR', 'COMMISSION', 'REFUND_DUE', 'FEES']);
const KINDS = oneOf(['PAYMENT', 'EARNED', 'CANCELLATION', 'GOODWILL', 'REFUND', 'PAYOUT', 'SETTLEMENT']);

const PAID = `booking_status in ('CONFIRMED', 'CHECKED_IN', 'COMPLETED')`;

const INDEXES = {
  ledger_newest: 'at, id',
  ledger_of_debit: 'debit, at, id',
  ledger_of_credit: 'credit, at, id',
  ledger_of_kind: 'kind, at, id',
  ledger_of_company: 'operator_id, at, id',
  ledger_of_booking: 'booking_id, at, id',
};

export async function up(db: Knex): Promise<void> {
  await db.schema.createTable('ledger_entries', (t) => {
    t.increments('id');
    t.bigInteger('at').notNullable();
    t.text('kind').notNullable();
    t.text('debit').notNullable();
    t.text('credit').notNullable();
    t.bigInteger('amount_paisa').notNullable();
    t.integer('booking_id').references('bookings.id');
    t.integer('operator_id').references('operators.id');
    t.integer('payment_id').references('payments.id');
    t.integer('refund_id').references('refunds.id');
    t.integer('statement_id'); // of a PAYOUT
    t.check(`kind in (${KINDS})`);
    t.check(`debit in (${ACCOUNTS}) and credit in (${ACCOUNTS}) and debit <> credit`);
    t.check('amount_paisa > 0');
  });
  for (const [name, columns] of Object.entries(INDEXES))
    await db.raw(`create index ${name} on ledger_entries (${columns})`);
  await forbidChanges(db);
  await db.schema.createTable('ledger_closings', (t) => {
    t.bigInteger('before').notNullable(); // what is kept is of the rows before this moment
    t.text('account').notNullable();
    t.bigInteger('balance_paisa').notNullable(); // debit less credit
    t.primary(['before', 'account']);
  });
  await db.schema.createTable('settlements', (t) => {
    t.increments('id');
    t.bigInteger('amount_paisa').notNullable();
    t.bigInteger('fee_paisa').notNullable();
    t.text('reference').notNullable();
    t.bigInteger('at').notNullable();
  });
  await db.raw('alter table bookings add column earns_at bigint not null default 0');
  await db.raw('alter table bookings add column earned_at bigint');
  await writeFirstEntries(db, Date.now());
  await db.raw(`create index bookings_to_earn on bookings (earns_at) where earned_at is null and ${PAID}`);
}

export async function down(db: Knex): Promise<void> {
  for (const table of ['settlements', 'ledger_closings', 'ledger_entries']) await db.schema.dropTable(table);
  await db.raw('drop index bookings_to_earn');
  for (const column of ['earned_at', 'earns_at']) await db.raw(`alter table bookings drop column ${column}`);
  if (isPostgres(db)) await db.raw('drop function refuse_change_of_ledger()');
}

const ONLY_ADDED = 'the ledger is only ever added to';

async function forbidChanges(db: Knex): Promise<void> {
  if (isPostgres(db)) {
    await db.raw(`
      create function refuse_change_of_ledger() returns trigger language plpgsql as
      $$ begin raise exception '${ONLY_ADDED}'; end $$`);
    await db.raw(`
      create trigger ledger_only_added before update or delete or truncate on ledger_entries
      for each statement execute function refuse_change_of_ledger()`);
    return;
  }
  for (const change of ['update', 'delete'])
    await db.raw(`
      create trigger ledger_no_${change} before ${change} on ledger_entries
      begin select raise(abort, '${ONLY_ADDED}'); end`);
}
