import type { Knex } from 'knex';
import { isPostgres } from '../engine/knex-client.ts';
import { allowReasons, REASONS } from './attempts.ts';
import type { Step } from './step.ts';

const BEFORE = `${REASONS}, 'AMOUNT_DIFFERS', 'CHANGE'`;

/** Columns that are null for money of no booking, with their indexes. */
const COLUMNS = [
  ['payments', 'booking_id', 'bookings', 'payments_booking_id_index', '(booking_id)'],
  ['refunds', 'booking_id', 'bookings', 'refunds_booking_id_index', '(booking_id)'],
  ['refunds', 'operator_id', 'operators', 'refunds_of_company', '(operator_id, due_at, id)'],
] as const;

/** Replaces a column on SQLite, which cannot change a constraint. A new column without null needs a default value. */
const replace = (needed: boolean): readonly string[] =>
  COLUMNS.flatMap(([table, column, other, index, on]) => [
    `drop index ${index}`,
    `alter table ${table} rename column ${column} to replaced_${column}`,
    `alter table ${table} add column ${column} integer ${needed ? 'not null default 0' : `references ${other} (id)`}`,
    `update ${table} set ${column} = replaced_${column}`,
    `alter table ${table} drop column replaced_${column}`,
    `create index ${index} on ${table} ${on}`,
  ]);

const need = (db: Knex, needed: boolean): readonly string[] =>
  isPostgres(db)
    ? COLUMNS.map(
        ([table, column]) => `alter table ${table} alter column ${column} ${needed ? 'set' : 'drop'} not null`,
      )
    : replace(needed);

const run = async (db: Knex, statements: readonly string[]): Promise<void> => {
  for (const statement of statements) await db.raw(statement);
};

/**
 * Lets payments and refunds be of no booking: money that only a gateway's own list has. `refunds.sent_by` is the
 * administrator who sent the money by hand.
 */
export const foundPaymentsStep: Step = {
  up: (db) =>
    run(db, [
      ...need(db, false),
      ...allowReasons(db, `${BEFORE}, 'MONEY_WITHOUT_PAYMENT'`),
      'alter table refunds add column sent_by integer references users (id)',
      // Few rows: the check and the list of refunds read them.
      'create index payments_of_no_booking on payments (id) where booking_id is null',
    ]),

  down: (db) =>
    run(db, [
      'drop index payments_of_no_booking',
      'alter table refunds drop column sent_by',
      ...allowReasons(db, BEFORE),
      ...need(db, true),
    ]),

  async losses(db) {
    const [row] = await db('payments').whereNull('booking_id').count<{ count: number }[]>('* as count');
    return Number(row?.count) > 0 ? [`payments of no booking: ${Number(row?.count)}`] : [];
  },
};
