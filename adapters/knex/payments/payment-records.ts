import { isWholeCode } from '../../../core/bookings/booking-code.ts';
import { foldedCode } from '../../../core/kernel/folding.ts';
import type { BookingId, OperatorId, PaymentId } from '../../../core/kernel/ids.ts';
import type { Paisa } from '../../../core/kernel/money.ts';
import { listingOf } from '../../../core/kernel/page.ts';
import type { Instant } from '../../../core/kernel/time.ts';
import type { PaymentFilter, PaymentRecord, PaymentRecords } from '../../../core/payments/payment-record.ts';
import { type PaymentStatus, isResolvable, type Unclear } from '../../../core/payments/payment.ts';
import type { CallbackEntry } from '../../../core/payments/ports.ts';
import { type Fragment, type Sql, fragment, jsonBoolean, jsonRows, raw } from '../engine/sql.ts';
import { behind, contains, where } from '../engine/keyset.ts';

interface Row {
  readonly id: PaymentId;
  readonly booking_id: BookingId;
  readonly booking_code: string;
  readonly operator_id: OperatorId;
  readonly gateway: string;
  readonly transaction_uuid: string;
  readonly amount_paisa: Paisa;
  readonly status: PaymentStatus;
  readonly gateway_reference: string | null;
  readonly gateway_id: string | null;
  readonly gateway_amount_paisa: Paisa | null;
  readonly unclear: Unclear | null;
  readonly created_at: Instant;
  /** True if the payment has a row in the ledger. SQLite returns 0 or 1. */
  readonly is_in_ledger: boolean | number;
}

interface WholeRow extends Row {
  /** An array of CallbackRow as JSON. */
  readonly callbacks: string | null;
}

type CallbackRow = [number, Instant, CallbackEntry['source'], boolean, string];

const COLUMNS = raw(`
  payments.id, payments.booking_id, bookings.booking_code, bookings.operator_id, payments.gateway, payments.transaction_uuid,
  payments.amount_paisa, payments.status, payments.gateway_reference, payments.created_at,
  payments.gateway_id, payments.gateway_amount_paisa, payments.unclear,
  exists (
    select 1 from ledger_entries
    where ledger_entries.kind = 'PAYMENT' and ledger_entries.payment_id = payments.id
      and ledger_entries.booking_id = payments.booking_id
  ) as is_in_ledger`);

/** The booking is looked up for each payment: `cross join` makes SQLite keep this order. */
const FROM = raw('payments cross join bookings');
const IS_ITS_BOOKING = raw('bookings.id = payments.booking_id');

const callbacksOf = ({ dialect }: Pick<Sql, 'dialect'>): Fragment =>
  jsonRows(
    dialect,
    [
      raw('logs.id'),
      raw('logs.received_at'),
      raw('logs.source'),
      jsonBoolean(dialect, raw('logs.signature_valid')),
      raw('logs.raw_payload'),
    ],
    raw('payment_webhook_logs as logs where logs.payment_id = payments.id'),
  );

/**
 * The booking's code. A subquery for each row keeps a search from reading the whole table of bookings. The list is read
 * in order until the page is full.
 */
const CODE = raw('(select lower(bookings.booking_code) from bookings where bookings.id = payments.booking_id)');

/** The columns of the list's order, newest first. Every index of the list ends with these columns. */
const KEY = raw('payments.created_at, payments.id');

/**
 * Conditions of the list of payments. With two filters, the unary plus keeps SQLite from using the second filter's
 * index. SQLite keeps no statistics by which it could choose.
 */
function conditions(
  { dialect }: Pick<Sql, 'dialect'>,
  { q, status, gateway, during }: PaymentFilter,
): readonly Fragment[] {
  const gatewayColumn = raw(dialect === 'sqlite' && status !== undefined ? '+payments.gateway' : 'payments.gateway');
  return [
    ...(status === undefined ? [] : [fragment`payments.status = ${status}`]),
    ...(gateway === undefined ? [] : [fragment`${gatewayColumn} = ${gateway}`]),
    ...(during?.start === undefined ? [] : [fragment`payments.created_at >= ${during.start}`]),
    ...(during?.end === undefined ? [] : [fragment`payments.created_at < ${during.end}`]),
    // Comparing in lower case is safe here: booking codes and UUIDs are ASCII, which every database lower-cases alike.
    ...(q === undefined ? [] : [foundBy(q)]),
  ];
}

/** A complete booking code is found by an index; other texts are compared with every row. */
const foundBy = (q: string): Fragment =>
  isWholeCode(foldedCode(q))
    ? fragment`payments.booking_id = (select id from bookings where booking_code = ${foldedCode(q).toUpperCase()})`
    : fragment`(${contains(CODE, foldedCode(q))} or ${contains(raw('lower(payments.transaction_uuid)'), q)}
        or ${contains(raw('lower(payments.gateway_id)'), q)})`;

export const knexPaymentRecords = (read: Sql): PaymentRecords => ({
  async list(filter, page) {
    const rows = await read.rows<Row>`
      select ${COLUMNS} from ${FROM}
      ${where([IS_ITS_BOOKING, ...conditions(read, filter), ...behind(KEY, page.after, 'desc')])}
      order by payments.created_at desc, payments.id desc limit ${page.limit + 1}`;
    return listingOf(rows.map(toRecord), page, ({ createdAt, id }) => [createdAt, id]);
  },

  async find(id) {
    const row = await read.one<WholeRow>`
      select ${COLUMNS}, ${callbacksOf(read)} as callbacks from ${FROM} where ${IS_ITS_BOOKING} and payments.id = ${id}`;
    return (
      row && {
        ...toRecord(row),
        callbacks: (JSON.parse(row.callbacks ?? '[]') as CallbackRow[])
          .sort(([one], [other]) => one - other)
          .map(([, at, kind, signatureValid, payload]) => ({ at, kind, signatureValid, payload })),
      }
    );
  },
});

const toRecord = (row: Row): PaymentRecord => ({
  id: row.id,
  bookingId: row.booking_id,
  bookingCode: row.booking_code,
  operatorId: row.operator_id,
  gateway: row.gateway,
  transactionUuid: row.transaction_uuid,
  amount: row.amount_paisa,
  status: row.status,
  reference: row.gateway_reference,
  createdAt: row.created_at,
  gatewayId: row.gateway_id,
  gatewayAmount: row.gateway_amount_paisa,
  isResolvable: isResolvable({ ...row, unclear: row.unclear ?? undefined }, Boolean(row.is_in_ledger)),
});
