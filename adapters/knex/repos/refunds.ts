import type { BookingId, PaymentId } from '../../../core/kernel/ids.ts';
import type { Paisa } from '../../../core/kernel/money.ts';
import type { Instant } from '../../../core/kernel/time.ts';
import type { RefundLedger, RefundReason } from '../../../core/payments/ports.ts';
import type { Sql } from '../engine/sql.ts';

interface Row {
  readonly payment_id: PaymentId;
  readonly booking_id: BookingId;
  readonly reason: RefundReason;
  readonly amount_paisa: Paisa;
  readonly due_at: Instant;
}

/** Rows of `refunds`, at most one per payment. */
export const knexRefunds = (sql: Sql): RefundLedger => ({
  async add({ paymentId, bookingId, reason, amount, dueAt }, at) {
    const added = await sql.changes`
      insert into refunds (payment_id, booking_id, reason, amount_paisa, status, due_at, created_at)
      values (${paymentId}, ${bookingId}, ${reason}, ${amount}, 'DUE', ${dueAt}, ${at})
      on conflict (payment_id) do nothing`;
    return added > 0;
  },

  async find(payment) {
    const row =
      await sql.one<Row>`select payment_id, booking_id, reason, amount_paisa, due_at from refunds where payment_id = ${payment}`;
    return (
      row && {
        paymentId: row.payment_id,
        bookingId: row.booking_id,
        reason: row.reason,
        amount: row.amount_paisa,
        dueAt: row.due_at,
      }
    );
  },

  async outstanding(now) {
    const row = await sql.one<{ due: number; overdue: number }>`
      select count(*) as due, count(case when due_at < ${now} then 1 end) as overdue from refunds where status = 'DUE'`;
    return { due: row?.due ?? 0, overdue: row?.overdue ?? 0 };
  },
});
