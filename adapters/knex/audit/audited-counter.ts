import type { LateCash } from '../../../core/audit/counter-facts.ts';
import type { OpenPayment } from '../../../core/audit/open-payments.ts';
import type { PaymentId, ShiftId } from '../../../core/kernel/ids.ts';
import type { Instant } from '../../../core/kernel/time.ts';
import { type PaymentStatus, OPEN } from '../../../core/payments/payment.ts';
import { type Sql, list } from '../engine/sql.ts';

interface OpenRow {
  readonly id: PaymentId;
  readonly status: PaymentStatus;
  readonly created_at: Instant;
  readonly pay_before: Instant;
  readonly booking_code: string;
  readonly enquired_at: Instant | null;
  readonly next_enquiry_at: Instant | null;
  readonly opening_until: Instant | null;
  readonly unclear: string | null;
}

/** Reads all payments whose outcome is open. */
export async function openPayments(sql: Sql): Promise<readonly OpenPayment[]> {
  const rows = await sql.rows<OpenRow>`
    select payments.id, payments.status, payments.created_at, coalesce(payments.pay_before, bookings.payment_deadline) as pay_before,
      bookings.booking_code, payments.enquired_at, payments.next_enquiry_at, payments.opening_until, payments.unclear
    from payments join bookings on bookings.id = payments.booking_id
    where payments.status in ${list(OPEN)} order by payments.id`;
  return rows.map((row) => ({
    id: row.id,
    status: row.status,
    createdAt: row.created_at,
    payBefore: row.pay_before,
    bookingCode: row.booking_code,
    enquiredAt: row.enquired_at,
    nextEnquiryAt: row.next_enquiry_at,
    isWaitedFor: row.opening_until !== null || row.unclear !== null,
  }));
}

/** Reads closed shifts with cash that moved after their end. */
export async function lateCash(sql: Sql): Promise<readonly LateCash[]> {
  const rows = await sql.rows<{ id: ShiftId; closed_at: Instant; last_at: Instant }>`
    with moved as (
      select shift_id, paid_at as at from payments where shift_id is not null
      union all
      select shift_id, paid_at from refunds where shift_id is not null)
    select shifts.id, shifts.closed_at, max(moved.at) as last_at
    from shifts join moved on moved.shift_id = shifts.id
    where moved.at > shifts.closed_at group by shifts.id, shifts.closed_at order by shifts.id`;
  return rows.map(({ id: shiftId, closed_at: closedAt, last_at: lastAt }) => ({ shiftId, closedAt, lastAt }));
}
