import type { PaymentId, RefundId } from '../../../core/kernel/ids.ts';
import type { Paisa } from '../../../core/kernel/money.ts';
import type { Instant } from '../../../core/kernel/time.ts';
import type { PaymentStatus } from '../../../core/payments/payment.ts';
import { type FoundPayments, WITHOUT_PAYMENT } from '../../../core/refunds/ports.ts';
import type { Sql } from '../engine/sql.ts';

interface Row {
  readonly id: PaymentId;
  readonly status: PaymentStatus;
  readonly amount_paisa: Paisa;
  readonly created_at: Instant;
  readonly transaction_uuid: string;
  readonly gateway_id: string | null;
  readonly gateway_reference: string | null;
}

/**
 * Stores money without a booking in `payments` and `refunds`, with null as the booking. The transaction UUID is made of
 * gateway and reference, so that its unique index keeps the money from being added twice.
 */
export const knexFoundPayments = (sql: Sql): FoundPayments => ({
  async startedSince(gateway, since) {
    const rows = await sql.rows<Row>`
      select id, status, amount_paisa, created_at, transaction_uuid, gateway_id, gateway_reference from payments
      where gateway = ${gateway} and created_at >= ${since} order by created_at, id`;
    return rows.map((row) => ({
      id: row.id,
      status: row.status,
      amount: row.amount_paisa,
      startedAt: row.created_at,
      references: [row.transaction_uuid, row.gateway_id, row.gateway_reference].filter((text) => text !== null),
    }));
  },

  async add({ gateway, reference, amount, at, dueAt, addedBy }, now) {
    const payment = await sql.one<{ id: PaymentId }>`
      insert into payments (booking_id, gateway, transaction_uuid, gateway_reference, amount_paisa, status, created_at, updated_at, pay_before, paid_at)
      values (null, ${gateway}, ${`${WITHOUT_PAYMENT}:${gateway}:${reference}`}, ${reference}, ${amount}, 'COMPLETE', ${at}, ${now}, ${at}, ${now})
      on conflict (transaction_uuid) do nothing returning id`;
    if (!payment) return undefined;
    const refund = await sql.one<{ id: RefundId }>`
      insert into refunds (payment_id, booking_id, operator_id, reason, amount_paisa, status, due_at, created_at, added_by)
      values (${payment.id}, null, null, ${WITHOUT_PAYMENT}, ${amount}, 'DUE', ${dueAt}, ${now}, ${addedBy})
      returning id`;
    if (!refund) throw new Error('An insert returned no key.');
    return { paymentId: payment.id, refundId: refund.id };
  },

  async lock(id) {
    await sql.changes`update payments set updated_at = updated_at where id = ${id} and booking_id is null`;
  },
});
