import type { Knex } from 'knex';
import type { Step } from './step.ts';

const COLUMNS = ['opening_until', 'asked_by_returns', 'unclear', 'gateway_amount_paisa'];

/** Payments store whether their page is open, how often returns caused an enquiry, and open doubts. */
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
  },

  async down(db) {
    for (const index of ['payments_unclear', 'payments_opening', 'payments_to_reconcile'])
      await db.raw('drop index ??', [index]);
    await db.raw('create index payments_to_reconcile on payments (next_enquiry_at) where next_enquiry_at is not null');
    for (const column of COLUMNS) await db.raw('alter table payments drop column ??', [column]);
  },

  async losses(db: Knex) {
    const [row] = await db('payments').whereNotNull('unclear').count<{ count: number }[]>('* as count');
    return Number(row?.count) > 0 ? [`payments.unclear: ${Number(row?.count)}`] : [];
  },
};
