import type { BookingId, OperatorId, PaymentId, RefundId } from '../../../core/kernel/ids.ts';
import type { Paisa } from '../../../core/kernel/money.ts';
import type { Instant } from '../../../core/kernel/time.ts';
import { REFUND_MOVES } from '../../../core/payments/refund.ts';
import type {
  AccountKind,
  Refund,
  RefundMethod,
  RefundReason,
  RefundRepo,
  RefundStatus,
} from '../../../core/payments/refund.ts';
import { fragment, list, raw } from '../engine/sql.ts';
import type { Fragment, Sql } from '../engine/sql.ts';

export interface RefundRow {
  readonly id: RefundId;
  readonly payment_id: PaymentId;
  readonly booking_id: BookingId;
  readonly operator_id: OperatorId;
  readonly gateway: string;
  readonly reason: RefundReason;
  readonly amount_paisa: Paisa;
  readonly status: RefundStatus;
  readonly due_at: Instant;
  readonly account_kind: AccountKind | null;
  readonly account_holder: string;
  readonly account_number: string;
  readonly account_bank: string | null;
  readonly method: RefundMethod | null;
  readonly reference: string | null;
  readonly sent_at: Instant | null;
  readonly paid_at: Instant | null;
  readonly failure: string | null;
  readonly created_at: Instant;
}

/** The columns of a RefundRow. */
export const REFUND_COLUMNS = raw(`
  refunds.id, refunds.payment_id, refunds.booking_id, refunds.operator_id, payments.gateway, refunds.reason, refunds.amount_paisa,
  refunds.status, refunds.due_at, refunds.account_kind, refunds.account_holder, refunds.account_number, refunds.account_bank,
  refunds.method, refunds.reference, refunds.sent_at, refunds.paid_at, refunds.failure, refunds.created_at`);

export const toRefund = (row: RefundRow): Refund => ({
  id: row.id,
  paymentId: row.payment_id,
  bookingId: row.booking_id,
  operatorId: row.operator_id,
  gateway: row.gateway,
  reason: row.reason,
  amount: row.amount_paisa,
  status: row.status,
  dueAt: row.due_at,
  account:
    row.account_kind === null
      ? null
      : {
          ...{ kind: row.account_kind, holder: row.account_holder },
          ...{ number: row.account_number, bank: row.account_bank },
        },
  method: row.method,
  reference: row.reference,
  sentAt: row.sent_at,
  paidAt: row.paid_at,
  failure: row.failure,
  createdAt: row.created_at,
});

/** Rows of `refunds`. Which company they concern is their booking's for ever, and kept so that it can be indexed. */
export const knexRefunds = (sql: Sql): RefundRepo => {
  const found = async (isMeant: Fragment): Promise<readonly Refund[]> =>
    (
      await sql.rows<RefundRow>`
        select ${REFUND_COLUMNS} from refunds join payments on payments.id = refunds.payment_id
        where ${isMeant} order by refunds.id`
    ).map(toRefund);

  return {
    async add({ paymentId, bookingId, reason, amount, dueAt }, at) {
      const row = await sql.one<{ id: RefundId }>`
        insert into refunds (payment_id, booking_id, operator_id, reason, amount_paisa, status, due_at, created_at)
        values (${paymentId}, ${bookingId}, (select operator_id from bookings where id = ${bookingId}), ${reason}, ${amount},
          'DUE', ${dueAt}, ${at})
        returning id`;
      if (!row) throw new Error('An insert returned no key.');
      return row.id;
    },

    get: async (id) => (await found(fragment`refunds.id = ${id}`))[0],
    ofPayment: (id) => found(fragment`refunds.payment_id = ${id}`),
    ofBooking: (id) => found(fragment`refunds.booking_id = ${id}`),

    async move(id, move, at, { method, reference, failure, shiftId } = {}) {
      const { from, to } = REFUND_MOVES[move];
      const changed = await sql.changes`
        update refunds set status = ${to}, failure = ${failure ?? null},
          sent_at = coalesce(${to === 'SENT' ? at : null}, sent_at), paid_at = coalesce(${to === 'PAID' ? at : null}, paid_at),
          method = coalesce(${method ?? null}, method), reference = coalesce(${reference ?? null}, reference),
          shift_id = coalesce(${shiftId ?? null}, shift_id)
        where id = ${id} and status in ${list(from)}`;
      return changed > 0;
    },

    nameAccount: (id, { kind, holder, number, bank }) => sql.changes`
      update refunds set account_kind = ${kind}, account_holder = ${holder}, account_number = ${number}, account_bank = ${bank}
      where booking_id = ${id} and status in ('DUE', 'FAILED')`,

    async outstanding(now) {
      const row = await sql.one<{ overdue: number; ahead: number }>`
        select (select count(*) from refunds where status <> 'PAID' and due_at < ${now}) as overdue,
          (select count(*) from refunds where status <> 'PAID' and due_at >= ${now}) as ahead`;
      const { overdue, ahead } = row ?? { overdue: 0, ahead: 0 };
      return { due: overdue + ahead, overdue };
    },
  };
};
