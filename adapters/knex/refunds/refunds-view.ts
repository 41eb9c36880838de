import type { RefundId } from '../../../core/kernel/ids.ts';
import { listingOf } from '../../../core/kernel/page.ts';
import { AT_COUNTER } from '../../../core/payments/payment.ts';
import {
  type RefundFilter,
  type RefundRecord,
  type RefundRecords,
  WITHOUT_PAYMENT,
} from '../../../core/refunds/ports.ts';
import { type Fragment, type Sql, fragment, list, padded, raw } from '../engine/sql.ts';
import { type RefundRow, REFUND_COLUMNS, toRefund } from './refunds.ts';
import { behind, where } from '../engine/keyset.ts';

interface Row extends RefundRow {
  readonly booking_code: string | null;
  readonly gateway_reference: string | null;
  readonly claimer: string | null;
}

/** The claimer's name is read by a subquery and not by a join, because few refunds are claimed. */
const COLUMNS = fragment`
  ${REFUND_COLUMNS}, bookings.booking_code, payments.gateway_reference, (select full_name from users where users.id = refunds.claimed_by) as claimer`;

/**
 * Payment and booking are looked up for each refund: `cross join` makes SQLite keep this order. Money that only a
 * gateway's list has is of no booking.
 */
const FROM = raw('refunds cross join payments left join bookings on bookings.id = refunds.booking_id');
const LINKS = raw('payments.id = refunds.payment_id');

/** The columns of the list's order: the earliest due date first. Every index of the list ends with these columns. */
const KEY = raw('refunds.due_at, refunds.id');

/**
 * Conditions of the list of refunds. Only one index is read. The first filter in this order decides: company, overdue,
 * status, reason. SQLite keeps no statistics, so a unary plus keeps it from using the other indexes.
 */
function conditions(
  { dialect }: Pick<Sql, 'dialect'>,
  { operatorId, overdue, status, reason, atCounter }: RefundFilter,
): readonly Fragment[] {
  const isOverdue = overdue?.is === true;
  const aside = (column: string, isRead: boolean): Fragment =>
    raw(dialect === 'sqlite' && !isRead ? `+${column}` : column);
  const isFirst = operatorId === undefined && !isOverdue;
  return [
    ...(operatorId === undefined ? [] : [fragment`refunds.operator_id = ${operatorId}`]),
    ...(overdue === undefined ? [] : [overdueOr(overdue, aside('refunds.due_at', operatorId === undefined))]),
    ...(status === undefined ? [] : [fragment`${aside('refunds.status', isFirst)} = ${status}`]),
    ...(reason === undefined
      ? []
      : [fragment`${aside('refunds.reason', isFirst && status === undefined)} = ${reason}`]),
    ...(atCounter === undefined
      ? []
      : [
          fragment`refunds.reason <> 'GOODWILL' and not refunds.taken_over and payments.gateway in ${list(AT_COUNTER)}`,
        ]),
  ];
}

const overdueOr = ({ is, now }: NonNullable<RefundFilter['overdue']>, dueAt: Fragment): Fragment =>
  is
    ? fragment`refunds.status <> 'PAID' and ${dueAt} < ${now}`
    : fragment`(refunds.status = 'PAID' or ${dueAt} >= ${now})`;

export const knexRefundRecords = (read: Sql): RefundRecords => ({
  async list(filter, page) {
    const rows = await read.rows<Row>`
      select ${COLUMNS} from ${FROM}
      ${where([LINKS, ...conditions(read, filter), ...behind(KEY, page.after, 'asc')])}
      order by refunds.due_at, refunds.id limit ${page.limit + 1}`;
    return listingOf(rows.map(toRecord), page, ({ dueAt, id }) => [dueAt, id]);
  },

  async find(id) {
    const row = await read.one<Row>`
      select ${COLUMNS} from ${FROM} where ${LINKS} and refunds.id = ${id}`;
    return row && toRecord(row);
  },

  async sharing(ids, since) {
    if (ids.length === 0) return new Map();
    const rows = await read.rows<{ id: RefundId; others: number }>`
      select refunds.id, count(*) as others
      from refunds cross join bookings cross join refunds other cross join bookings elsewhere
      where refunds.id in ${list(padded(ids))} and bookings.id = refunds.booking_id
        and other.account_number = refunds.account_number and other.account_kind = refunds.account_kind and other.created_at >= ${since}
        and elsewhere.id = other.booking_id and ${IS_OTHER_PAYER}
      group by refunds.id`;
    return new Map(rows.map(({ id, others }) => [id, others]));
  },
});

/** Condition that the payers of the bookings `bookings` and `elsewhere` differ. */
const IS_OTHER_PAYER = raw(`(
  elsewhere.channel <> bookings.channel
  or case when bookings.channel = 'COUNTER' then coalesce(elsewhere.contact_phone, '') <> coalesce(bookings.contact_phone, '')
    else elsewhere.user_id <> bookings.user_id end)`);

function toRecord({
  booking_code: bookingCode,
  gateway_reference: paymentReference,
  claimer,
  ...row
}: Row): RefundRecord {
  const refund = toRefund(row);
  const claim = refund.claim && { ...refund.claim, fullName: claimer ?? '' };
  return bookingCode === null
    ? { ...refund, bookingId: null, bookingCode, operatorId: null, reason: WITHOUT_PAYMENT, paymentReference, claim }
    : { ...refund, bookingCode, paymentReference, claim };
}
