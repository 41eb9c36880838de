import type { Knex } from 'knex';
import { allowReasons, REASONS } from './attempts.ts';
import { schemaSqlOf } from './area-schema.ts';
import type { Step } from './step.ts';
import { type ChangedLists, changeChecks } from './widened-checks.ts';

const KINDS = `'PAYMENT', 'EARNED', 'CANCELLATION', 'GOODWILL', 'REFUND', 'PAYOUT', 'SETTLEMENT', 'ADJUSTMENT', 'RECEIPT'`;
const ACCOUNTS = `'GATEWAY', 'CASH', 'BANK', 'UNEARNED', 'OPERATOR', 'COMMISSION', 'REFUND_DUE', 'FEES'`;
const LINES = `'EARNED', 'CANCELLATION', 'RECEIPT', 'ADJUSTMENT'`;

const LEDGER: ChangedLists = [
  [KINDS, `${KINDS}, 'CHANGE'`],
  [ACCOUNTS, `${ACCOUNTS}, 'TRANSFER'`],
];
const STATED: ChangedLists = [[LINES, `${LINES}, 'CHANGE'`]];
const BEFORE = `${REASONS}, 'AMOUNT_DIFFERS'`;

const undone = (lists: ChangedLists): ChangedLists => lists.map(([present, changed]) => [changed, present]);

const count = async (db: Knex, table: string, condition: string): Promise<number> => {
  const [row] = await db(table).whereRaw(condition).count<{ count: number }[]>('* as count');
  return Number(row?.count);
};

const COLUMNS = [
  ['operators', 'change_tiers', 'text'],
  ['bookings', 'change_tiers', 'text'],
  ['bookings', 'least_fee_bp', 'integer not null default 0'],
  ['bookings', 'amount_due_paisa', 'bigint'],
] as const;

/**
 * Lets a booking be changed to another trip. `least_fee_bp` is the lowest rate of the booking's cancellation fee after
 * changes. `amount_due_paisa` is null for older bookings, for which the whole price is paid.
 */
export const changesStep: Step = {
  adds: { area: '0007-bookings', tables: ['booking_changes'] },

  async up(db) {
    const sql = schemaSqlOf(db);
    for (const [table, column, type] of COLUMNS) await db.raw(`alter table ${table} add column ${column} ${type}`);
    await db.raw(`create table booking_changes (
      booking_id integer primary key references bookings (id), -- the new booking
      old_booking_id integer not null references bookings (id),
      first_booking_id integer not null references bookings (id), -- where the bookings joined by changes began
      old_total_paisa bigint not null,
      change_fee_paisa bigint not null,
      credit_paisa bigint not null,
      new_total_paisa bigint not null,
      to_pay_paisa bigint not null,
      to_refund_paisa bigint not null,
      left_paisa bigint not null, -- of the payments, when the change was asked for
      asked_by_role text not null check (asked_by_role in ('PASSENGER', 'OPERATOR')),
      asked_by integer not null references users (id),
      asked_at bigint not null,
      done_at bigint, -- null until the new booking is paid
      credit_uuid text not null, -- the transaction UUID of the payment that will carry the credit
      credit_payment_id integer references payments (id)
    )${sql.withoutRowid}`);
    await db.raw('create index booking_changes_of_old on booking_changes (old_booking_id, booking_id)');
    await db.raw('create index booking_changes_of_first on booking_changes (first_booking_id)');
    // A booking can be changed to only one other booking.
    await db.raw(
      'create unique index booking_changes_done_once on booking_changes (old_booking_id) where done_at is not null',
    );
    for (const statement of allowReasons(db, `${BEFORE}, 'CHANGE'`)) await db.raw(statement);
    await changeChecks(db, 'ledger_entries', LEDGER, 'statement_entries');
    await changeChecks(db, 'statement_lines', STATED);
  },

  async down(db) {
    await changeChecks(db, 'statement_lines', undone(STATED));
    await changeChecks(db, 'ledger_entries', undone(LEDGER), 'statement_entries');
    for (const statement of allowReasons(db, BEFORE)) await db.raw(statement);
    await db.schema.dropTable('booking_changes');
    for (const [table, column] of COLUMNS.toReversed()) await db.raw(`alter table ${table} drop column ${column}`);
  },

  async losses(db) {
    const lost = {
      booking_changes: await count(db, 'booking_changes', '1 = 1'),
      'operators.change_tiers': await count(db, 'operators', 'change_tiers is not null'),
    };
    return Object.entries(lost).flatMap(([what, found]) => (found > 0 ? [`${what}: ${found}`] : []));
  },
};
