import type { Knex } from 'knex';
import type { Step } from './step.ts';

const COLUMNS = ['gateway_id', 'pay_before', 'page', 'page_good_until'];

/** Adds columns to payments: the gateway's id, the payment page, and the deadline. */
export const gatewaysStep: Step = {
  async up(db) {
    await db.raw('alter table payments add column gateway_id text');
    await db.raw('alter table payments add column pay_before bigint not null default 0');
    await db.raw('alter table payments add column page text');
    await db.raw('alter table payments add column page_good_until bigint');
    await db.raw(`update payments set gateway_id = transaction_uuid where gateway = 'ESEWA'`);
    await db.raw(
      'update payments set pay_before = (select payment_deadline from bookings where bookings.id = payments.booking_id)',
    );
    await db.raw('create unique index payments_at_gateway on payments (gateway_id, gateway)');
  },

  async down(db) {
    await db.raw('drop index payments_at_gateway');
    for (const column of COLUMNS) await db.raw('alter table payments drop column ??', [column]);
  },

  /** Rolling back loses nothing of eSewa's payments, because their id at the gateway is the transaction UUID. */
  async losses(db: Knex) {
    const [row] = await db('payments').whereNotNull('page').count<{ count: number }[]>('* as count');
    return Number(row?.count) > 0 ? [`payments.page: ${Number(row?.count)}`] : [];
  },
};
