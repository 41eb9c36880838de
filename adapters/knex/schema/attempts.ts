import type { Knex } from 'knex';
import { isPostgres } from '../engine/knex-client.ts';
import type { Step } from './step.ts';

const COLUMNS = ['opening_until', 'asked_by_returns', 'unclear', 'gateway_amount_paisa'];

export const REASONS = `'LATE_PAYMENT', 'DUPLICATE_PAYMENT', 'PASSENGER_CANCELLATION', 'OPERATOR_CANCELLATION', 'GOODWILL'`;

/** Changes the reasons that a refund may have. SQLite cannot change a check, so a second column replaces the first. */
export const allowReasons = (db: Knex, reasons: string): readonly string[] =>
  isPostgres(db)
    ? [
        'alter table refunds drop constraint refunds_reason_check',
        `alter table refunds add constraint refunds_reason_check check (reason in (${reasons}))`,
      ]
    : [
        'drop index refunds_of_reason',
        'alter table refunds rename column reason to replaced_reason',
        // A new column that is never null needs a default value, which the update replaces in every row.
        `alter table refunds add column reason text not null default 'GOODWILL' check (reason in (${reasons}))`,
        'update refunds set reason = replaced_reason',
        'alter table refunds drop column replaced_reason',
        'create index refunds_of_reason on refunds (reason, due_at, id)',
      ];

const count = async (db: Knex, table: string, condition: string): Promise<number> => {
  const [row] = await db(table).whereRaw(condition).count<{ count: number }[]>('* as count');
  return Number(row?.count);
};

/**
 * Adds columns to payments: the time limit for opening a payment page, and the number of enquiries after returns.
 * Further columns are the reason why an amount is unclear, and the amount that the gateway reports.
 */
export const attemptsStep: Step = {
  async up(db) {
    await db.raw('alter table payments add column opening_until bigint');
    await db.raw('alter table payments add column asked_by_returns integer not null default 0');
    await db.raw(
      `alter table payments add column unclear text check (unclear in ('ANOTHER_AMOUNT', 'PARTLY_GIVEN_BACK'))`,
    );
    await db.raw('alter table payments add column gateway_amount_paisa bigint');
    await db.raw('update payments set asked_by_returns = enquiries - reconciliations');
    await db.raw('drop index payments_to_reconcile');
    await db.raw(
      'create index payments_to_reconcile on payments (gateway, next_enquiry_at) where next_enquiry_at is not null',
    );
    await db.raw(
      `create index payments_opening on payments (opening_until) where opening_until is not null and status = 'INITIATED'`,
    );
    await db.raw(`create index payments_unclear on payments (id) where unclear is not null and status = 'AMBIGUOUS'`);
    for (const statement of allowReasons(db, `${REASONS}, 'AMOUNT_DIFFERS'`)) await db.raw(statement);
  },

  async down(db) {
    for (const statement of allowReasons(db, REASONS)) await db.raw(statement);
    for (const index of ['payments_unclear', 'payments_opening', 'payments_to_reconcile'])
      await db.raw('drop index ??', [index]);
    await db.raw('create index payments_to_reconcile on payments (next_enquiry_at) where next_enquiry_at is not null');
    for (const column of COLUMNS) await db.raw('alter table payments drop column ??', [column]);
  },

  async losses(db) {
    const lost = {
      'payments.unclear': await count(db, 'payments', 'unclear is not null'),
      'refunds of another amount': await count(db, 'refunds', `reason = 'AMOUNT_DIFFERS'`),
    };
    return Object.entries(lost).flatMap(([what, found]) => (found > 0 ? [`${what}: ${found}`] : []));
  },
};
