import type { PaymentOnRecord } from '../../../core/audit/ports.ts';
import type { CarriedRefund, RefundOnRecord } from '../../../core/audit/refund-on-record.ts';
import type { BookingId, OperatorId, PaymentId, RefundId, UserId } from '../../../core/kernel/ids.ts';
import type { Paisa } from '../../../core/kernel/money.ts';
import type { Instant } from '../../../core/kernel/time.ts';
import type { PaymentStatus } from '../../../core/payments/payment.ts';
import type { AccountKind, RefundMethod, RefundReason, RefundStatus } from '../../../core/payments/refund.ts';
import { payersOf } from '../bookings/booking-changes.ts';
import { type Fragment, type Sql, fragment, jsonBoolean, jsonRows, raw } from '../engine/sql.ts';

type PaymentRow = [
  ...[PaymentId, PaymentStatus, Paisa, string, Instant | null, UserId | null, OperatorId],
  ...[PaymentOnRecord['unclear'], PaymentOnRecord['resolvedAs'], UserId | null, loggedResolver: UserId | null],
];
type RefundRow = [
  ...[RefundId, PaymentId, BookingId, OperatorId, RefundReason, Paisa, RefundStatus],
  ...[RefundMethod | null, createdAt: Instant, paidAt: Instant | null, takenOver: boolean, drawnFrom: string | null],
  ...[sentAt: Instant | null, attempts: number, addedBy: UserId | null],
  ...[AccountKind | null, holder: string, number: string, bank: string | null, version: number | null],
];

/** The moment of payment. Releases before migration 0030 did not store it, so the payment's last change counts. */
const PAID_AT = `coalesce(payments.paid_at, case when payments.status = 'COMPLETE' then payments.updated_at end)`;

/** The administrator who settled or resolved a payment last, by the activity log. */
const RESOLVER = raw(`(
  select actor_user_id from activity_log
  where subject_type = 'payment' and subject_id = payments.id and kind in ('PAYMENT_RESOLVED', 'PAYMENT_SETTLED')
  order by at desc, id desc limit 1)`);

/** Condition for the payments of a booking. */
const OWN = raw('payments.booking_id = bookings.id');

/** Condition for the payments of earlier bookings, whose money the change that made the booking takes. */
export const EARLIER = fragment`payments.booking_id in (${payersOf(raw('bookings.id'))})`;

/** Payments as JSON, by default those of the booking. */
export const paymentsOfBooking = ({ dialect }: Pick<Sql, 'dialect'>, areMeant = OWN): Fragment =>
  jsonRows(
    dialect,
    [
      ...['id', 'status', 'amount_paisa', 'gateway'].map((column) => raw(`payments.${column}`)),
      raw(PAID_AT),
      raw('shifts.user_id'),
      raw('shifts.operator_id'),
      ...['unclear', 'resolved_as', 'resolved_by'].map((column) => raw(`payments.${column}`)),
      RESOLVER,
    ],
    fragment`payments left join shifts on shifts.id = payments.shift_id where ${areMeant}`,
  );

/** The columns of a RefundRow, for a select. */
const refundColumns = (dialect: Sql['dialect']): readonly Fragment[] => [
  ...[
    ...['id', 'payment_id', 'booking_id', 'operator_id', 'reason', 'amount_paisa', 'status'],
    ...['method', 'created_at', 'paid_at'],
  ].map((column) => raw(`refunds.${column}`)),
  jsonBoolean(dialect, raw('refunds.taken_over')),
  raw('refunds.drawn_from'),
  ...[
    ...['sent_at', 'attempts', 'added_by'],
    ...['account_kind', 'account_holder', 'account_number', 'account_bank', 'account_version'],
  ].map((column) => raw(`refunds.${column}`)),
];

/** The refunds of payments as JSON, by default of the booking's payments. */
export const refundsOfBooking = ({ dialect }: Pick<Sql, 'dialect'>, areMeant = OWN): Fragment =>
  jsonRows(
    dialect,
    refundColumns(dialect),
    fragment`payments join refunds on refunds.payment_id = payments.id where ${areMeant}`,
  );

/**
 * Refunds of a booking whose payments belong to earlier bookings, as JSON. A change moved the money to this booking.
 */
export const carriedRefundsOfBooking = ({ dialect }: Pick<Sql, 'dialect'>): Fragment =>
  jsonRows(
    dialect,
    [...refundColumns(dialect), raw('payments.gateway')],
    raw(`refunds join payments on payments.id = refunds.payment_id
      where refunds.booking_id = bookings.id and payments.booking_id <> bookings.id`),
  );

export const toCarriedRefunds = (json: string | null): readonly CarriedRefund[] =>
  (JSON.parse(json ?? '[]') as [...RefundRow, gateway: string][])
    .map((row): CarriedRefund => ({ ...toRefund(row.slice(0, -1) as RefundRow), gateway: row.at(-1) as string }))
    .sort((one, other) => one.id - other.id);

/** Payments with their refunds, oldest first. */
export function toPayments(payments: string | null, refunds: string | null): readonly PaymentOnRecord[] {
  const all = (JSON.parse(refunds ?? '[]') as RefundRow[]).map(toRefund).sort((one, other) => one.id - other.id);
  return (JSON.parse(payments ?? '[]') as PaymentRow[])
    .map(([id, status, amount, gateway, paidAt, userId, operatorId, ...decided]) => ({
      id,
      status,
      amount,
      gateway,
      paidAt,
      shift: userId === null ? undefined : { userId, operatorId },
      refunds: all.filter(({ paymentId }) => paymentId === id),
      unclear: decided[0],
      resolvedAs: decided[1],
      resolvedBy: decided[2],
      loggedResolver: decided[3],
    }))
    .sort((one, other) => one.id - other.id);
}

const toRefund = (row: RefundRow): RefundOnRecord => {
  const [id, paymentId, bookingId, operatorId, reason, amount, status, ...how] = row;
  const [method, createdAt, paidAt, takenOver, drawnFrom, sentAt, attempts, addedBy, kind, ...account] = how;
  const [holder, number, bank, version] = account;
  return {
    id,
    paymentId,
    bookingId,
    operatorId,
    reason,
    amount,
    status,
    method,
    createdAt,
    paidAt,
    takenOver,
    drawnFrom,
    sentAt,
    attempts,
    addedBy,
    account: kind === null ? null : { kind, holder, number, bank, version },
  };
};
