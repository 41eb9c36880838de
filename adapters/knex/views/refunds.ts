import { listingOf } from '../../../core/kernel/page.ts';
import { AT_COUNTER } from '../../../core/payments/payment.ts';
import type { RefundFilter, RefundRecord, RefundRecords } from '../../../core/refunds/ports.ts';
import { fragment, list, raw } from '../engine/sql.ts';
import type { Fragment, Sql } from '../engine/sql.ts';
import { REFUND_COLUMNS, toRefund } from '../repos/refunds.ts';
import type { RefundRow } from '../repos/refunds.ts';
import { behind, where } from './keyset.ts';

interface Row extends RefundRow {
  readonly booking_code: string;
}

/** Payment and booking are looked up for each refund: `cross join` keeps SQLite to that order. */
const FROM = raw('refunds cross join payments cross join bookings');
const LINKS = raw('payments.id = refunds.payment_id and bookings.id = refunds.booking_id');

/** The order of the list, what is due first. Each of its indexes ends with these. */
const KEY = raw('refunds.due_at, refunds.id');

/**
 * One index is read: of the company, else of what is overdue, else of the status, else of the reason. SQLite keeps no
 * statistics, so there the others are marked with a plus, which keeps their indexes out of it.
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
      : [fragment`refunds.reason <> 'GOODWILL' and payments.gateway in ${list(AT_COUNTER)}`]),
  ];
}

const overdueOr = ({ is, now }: NonNullable<RefundFilter['overdue']>, dueAt: Fragment): Fragment =>
  is
    ? fragment`refunds.status <> 'PAID' and ${dueAt} < ${now}`
    : fragment`(refunds.status = 'PAID' or ${dueAt} >= ${now})`;

export const knexRefundRecords = (read: Sql): RefundRecords => ({
  async list(filter, page) {
    const rows = await read.rows<Row>`
      select ${REFUND_COLUMNS}, bookings.booking_code from ${FROM}
      ${where([LINKS, ...conditions(read, filter), ...behind(KEY, page.after, 'asc')])}
      order by refunds.due_at, refunds.id limit ${page.limit + 1}`;
    return listingOf(rows.map(toRecord), page, ({ dueAt, id }) => [dueAt, id]);
  },

  async find(id) {
    const row = await read.one<Row>`
      select ${REFUND_COLUMNS}, bookings.booking_code from ${FROM} where ${LINKS} and refunds.id = ${id}`;
    return row && toRecord(row);
  },
});

const toRecord = (row: Row): RefundRecord => ({ ...toRefund(row), bookingCode: row.booking_code });
