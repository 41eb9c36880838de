import type { Knex } from 'knex';
import type { Step } from './step.ts';

const COLUMNS = ['attempts', 'unanswered', 'next_attempt_at', 'first_sent_at', 'is_doubtful', 'released_by'];

/**
 * Adds columns for automatic refunds, which a job asks gateways to pay. The unique index allows each payment only one
 * open refund request at its gateway.
 */
export const automaticRefundsStep: Step = {
  async up(db) {
    await db.raw('alter table refunds add column attempts integer not null default 0');
    await db.raw('alter table refunds add column unanswered integer not null default 0');
    await db.raw('alter table refunds add column next_attempt_at bigint');
    await db.raw('alter table refunds add column first_sent_at bigint');
    await db.raw('alter table refunds add column is_doubtful boolean not null default false');
    await db.raw('alter table refunds add column released_by integer references users (id)');
    await db.raw('create index refunds_to_attempt on refunds (next_attempt_at, id) where next_attempt_at is not null');
    await db.raw(`create unique index refunds_requested_once on refunds (payment_id)
      where status = 'SENT' and method = 'AUTOMATIC'`);
  },

  async down(db) {
    for (const index of ['refunds_requested_once', 'refunds_to_attempt']) await db.raw('drop index ??', [index]);
    for (const column of COLUMNS.toReversed()) await db.raw('alter table refunds drop column ??', [column]);
  },

  /** Rolling back would lose automatic refunds, which the previous version cannot store. */
  async losses(db: Knex) {
    const [row] = await db('refunds').where('attempts', '>', 0).count<{ count: number }[]>('* as count');
    return Number(row?.count) > 0 ? [`refunds.attempts: ${Number(row?.count)}`] : [];
  },
};
