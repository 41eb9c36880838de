import type { PaymentId, RefundId } from '../../../core/kernel/ids.ts';
import type { Paisa } from '../../../core/kernel/money.ts';
import type { Instant } from '../../../core/kernel/time.ts';
import type { PaymentStatus } from '../../../core/payments/payment.ts';
import { type FoundPayments, WITHOUT_PAYMENT } from '../../../core/refunds/ports.ts';
import { type Sql, raw } from '../engine/sql.ts';

interface Row {
  readonly id: PaymentId;
  readonly status: PaymentStatus;
  readonly amount_paisa: Paisa;
  readonly created_at: Instant;
  readonly transaction_uuid: string;
  readonly gateway_id: string | null;
  readonly gateway_reference: string | null;
  readonly gateway_amount_paisa: Paisa | null;
  readonly next_enquiry_at: Instant | null;
  readonly resolved_as: string | null;
}

const DAY_MS = 86_400_000;

/**
 * The payment of a booking that has the reference of `found`, a payment of no booking. Reads payments that were started
 * at most 30 days before the money came, so that their index bounds the search, and a day after, because clocks differ.
 */
export const EXPLAINING = raw(`(
  select min(payments.id) from payments
  where payments.gateway = found.gateway and payments.booking_id is not null
    and payments.created_at between found.created_at - ${30 * DAY_MS} and found.created_at + ${DAY_MS}
    and (payments.gateway_reference = found.gateway_reference or payments.gateway_id = found.gateway_reference
      or payments.transaction_uuid = found.gateway_reference))`);

/**
 * Stores money without a booking in `payments` and `refunds`, with null as the booking. The transaction UUID is made of
 * gateway and reference, so that its unique index keeps the money from being added twice.
 */
export const knexFoundPayments = (sql: Sql): FoundPayments => ({
  async startedSince(gateway, since) {
    const rows = await sql.rows<Row>`
      select id, status, amount_paisa, created_at, transaction_uuid, gateway_id, gateway_reference,
        gateway_amount_paisa, next_enquiry_at, resolved_as
      from payments
      where gateway = ${gateway} and created_at >= ${since} order by created_at, id`;
    return rows.map((row) => ({
      id: row.id,
      status: row.status,
      amount: row.amount_paisa,
      gatewayAmount: row.gateway_amount_paisa,
      startedAt: row.created_at,
      isAskedAgain: row.next_enquiry_at !== null,
      isResolved: row.resolved_as !== null,
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

  async explaining(id) {
    const row = await sql.one<{ explained_by: PaymentId | null }>`
      select ${EXPLAINING} as explained_by from payments as found where found.id = ${id} and found.booking_id is null`;
    return row?.explained_by ?? undefined;
  },

  async lock(id) {
    await sql.changes`update payments set updated_at = updated_at where id = ${id} and booking_id is null`;
  },
});
