import type { BookingId, PaymentId, UserId } from '../../../core/kernel/ids.ts';
import type { Paisa } from '../../../core/kernel/money.ts';
import type { Instant } from '../../../core/kernel/time.ts';
import {
  type Payment,
  type PaymentStatus,
  type Resolution,
  type Unclear,
  isSettled,
  MOVES,
  RESOLUTIONS,
  UNSETTLED,
} from '../../../core/payments/payment.ts';
import type { PaymentRepo } from '../../../core/payments/ports.ts';
import type { TransactionNeeds } from '../../../core/stores.ts';
import { type Sql, list, raw } from '../engine/sql.ts';

interface Row {
  readonly id: PaymentId;
  readonly booking_id: BookingId;
  readonly gateway: string;
  readonly transaction_uuid: string;
  readonly gateway_id: string | null;
  readonly gateway_reference: string | null;
  readonly amount_paisa: Paisa;
  readonly status: PaymentStatus;
  readonly created_at: Instant;
  readonly pay_before: Instant;
  readonly page: string | null;
  readonly page_good_until: Instant | null;
  readonly opening_until: Instant | null;
  readonly unclear: Unclear | null;
  readonly gateway_amount_paisa: Paisa | null;
  readonly enquiries: number;
  readonly asked_by_returns: number;
  readonly reconciliations: number;
  readonly enquired_at: Instant | null;
  readonly enquiring_until: Instant | null;
  readonly next_enquiry_at: Instant | null;
  readonly resolved_as: Resolution['as'] | null;
  readonly resolved_by: UserId | null;
}

const COLUMNS = raw(
  'id, booking_id, gateway, transaction_uuid, gateway_id, gateway_reference, amount_paisa, status, created_at, pay_before, page, page_good_until, opening_until, unclear, gateway_amount_paisa, enquiries, asked_by_returns, reconciliations, enquired_at, enquiring_until, next_enquiry_at, resolved_as, resolved_by',
);
const AND_ASK_NO_MORE = raw(', next_enquiry_at = null');
const AND_ALL_IS_CLEAR = raw(', unclear = null, gateway_amount_paisa = null');
const AND_NOTHING_ELSE = raw('');

const paymentOf = (row: Row): Payment => ({
  id: row.id,
  bookingId: row.booking_id,
  gateway: row.gateway,
  transactionUuid: row.transaction_uuid,
  gatewayId: row.gateway_id ?? undefined,
  reference: row.gateway_reference ?? undefined,
  amount: row.amount_paisa,
  status: row.status,
  createdAt: row.created_at,
  payBefore: row.pay_before,
  page:
    row.page !== null && row.page_good_until !== null
      ? { content: row.page, goodUntil: row.page_good_until }
      : undefined,
  openingUntil: row.opening_until ?? undefined,
  unclear: row.unclear ?? undefined,
  gatewayAmount: row.gateway_amount_paisa ?? undefined,
  enquiries: row.enquiries,
  askedByReturns: row.asked_by_returns,
  reconciliations: row.reconciliations,
  enquiredAt: row.enquired_at ?? undefined,
  enquiringUntil: row.enquiring_until ?? undefined,
  nextEnquiryAt: row.next_enquiry_at ?? undefined,
  resolution: row.resolved_as && row.resolved_by ? { as: row.resolved_as, by: row.resolved_by } : undefined,
});

/**
 * Stores payments in `payments`, unique by transaction UUID. The partial index `payments_to_reconcile` holds payments
 * about which the gateway has to be asked again.
 */
export const knexPayments = (sql: Sql, { recordChange }: Pick<TransactionNeeds, 'recordChange'>): PaymentRepo => {
  /** Records a change of a payment's status. Returns false if the status has not changed. */
  const report = (state: PaymentStatus, changed: Pick<Row, 'gateway'> | undefined): boolean => {
    if (changed) recordChange({ thing: 'payment', state, gateway: changed.gateway });
    return changed !== undefined;
  };

  return {
    async add({
      bookingId,
      gateway,
      transactionUuid,
      gatewayId,
      amount,
      createdAt,
      payBefore = createdAt,
      openingUntil,
      nextEnquiryAt,
      shiftId,
    }) {
      const row = await sql.one<{ id: PaymentId }>`
      insert into payments (booking_id, gateway, transaction_uuid, gateway_id, amount_paisa, status, created_at, updated_at, pay_before, opening_until, next_enquiry_at, shift_id)
      values (${bookingId}, ${gateway}, ${transactionUuid}, ${gatewayId ?? null}, ${amount}, 'INITIATED', ${createdAt}, ${createdAt},
        ${payBefore}, ${openingUntil ?? null}, ${nextEnquiryAt ?? null}, ${shiftId ?? null})
      returning id`;
      if (!row) throw new Error('An insert returned no key.');
      recordChange({ thing: 'payment', state: 'INITIATED', gateway });
      return row.id;
    },

    async find(transactionUuid) {
      const row =
        await sql.one<Row>`select ${COLUMNS} from payments where transaction_uuid = ${transactionUuid} and booking_id is not null`;
      return row && paymentOf(row);
    },

    async findAtGateway(gateway, gatewayId) {
      const row = await sql.one<Row>`
      select ${COLUMNS} from payments where gateway_id = ${gatewayId} and gateway = ${gateway}`;
      return row && paymentOf(row);
    },

    async get(id) {
      const row = await sql.one<Row>`select ${COLUMNS} from payments where id = ${id} and booking_id is not null`;
      return row && paymentOf(row);
    },

    async ofBooking(booking) {
      return (await sql.rows<Row>`select ${COLUMNS} from payments where booking_id = ${booking} order by id`).map(
        paymentOf,
      );
    },

    async move(id, move, at, { reference, raw: rawResponse } = {}) {
      const { from, to } = MOVES[move];
      const changed = await sql.one<Pick<Row, 'gateway'>>`
      update payments set status = ${to}, updated_at = ${at}, paid_at = coalesce(paid_at, ${to === 'COMPLETE' ? at : null}), gateway_reference = coalesce(${reference ?? null}, gateway_reference),
        raw_response = coalesce(${rawResponse ?? null}, raw_response)
        ${isSettled(to) ? AND_ASK_NO_MORE : AND_NOTHING_ELSE} ${to === 'COMPLETE' ? AND_ALL_IS_CLEAR : AND_NOTHING_ELSE}
      where id = ${id} and status in ${list(from)} returning gateway`;
      return report(to, changed);
    },

    async resolve(id, { as, by }, at) {
      const { from, to } = RESOLUTIONS[as];
      const changed = await sql.one<Pick<Row, 'gateway'>>`
      update payments set status = ${to}, updated_at = ${at}, next_enquiry_at = null, resolved_as = ${as}, resolved_by = ${by}
      where id = ${id} and status in ${list(from)} returning gateway`;
      return report(to, changed);
    },

    async leaveUnclear(id, { why, gatewayAmount }, at, { raw: rawResponse } = {}) {
      const changed = await sql.one<Pick<Row, 'gateway'>>`
      update payments set status = 'AMBIGUOUS', updated_at = ${at}, unclear = ${why}, gateway_amount_paisa = ${gatewayAmount ?? null},
        raw_response = coalesce(${rawResponse ?? null}, raw_response)
      where id = ${id} and status in ${list(UNSETTLED)} and resolved_as is null returning gateway`;
      return report('AMBIGUOUS', changed);
    },

    async settle(id, by, at) {
      const changed = await sql.one<Pick<Row, 'gateway'>>`
      update payments set status = 'COMPLETE', updated_at = ${at}, paid_at = ${at}, next_enquiry_at = null,
        resolved_as = 'COMPLETE', resolved_by = ${by}
      where id = ${id} and status = 'AMBIGUOUS' and unclear is not null returning gateway`;
      return report('COMPLETE', changed);
    },

    async keepPage(id, gatewayId, { content, goodUntil }, rawResponse) {
      sql.post`
      update payments set gateway_id = ${gatewayId}, page = ${content}, page_good_until = ${goodUntil},
        opening_until = null, raw_response = ${rawResponse}
      where id = ${id}`;
    },

    async unopened(now, limit) {
      const rows = await sql.rows<Row>`
      select ${COLUMNS} from payments
      where opening_until <= ${now} and opening_until is not null and status = 'INITIATED'
      order by opening_until limit ${limit}`;
      return rows.map(paymentOf);
    },

    async abandonAll(booking, at) {
      const { from, to } = MOVES.abandon;
      sql.post`update payments set status = ${to}, updated_at = ${at} where booking_id = ${booking} and status in ${list(from)}`;
    },

    async claimEnquiry({ id, enquiries }, asker, now, until) {
      const changed = await sql.changes`
      update payments set enquiries = enquiries + 1,
        asked_by_returns = asked_by_returns + ${asker === 'callback' ? 1 : 0},
        reconciliations = reconciliations + ${asker === 'reconciliation' ? 1 : 0},
        enquired_at = ${now}, enquiring_until = ${until}, next_enquiry_at = ${until}
      where id = ${id} and enquiries = ${enquiries} and (enquiring_until is null or enquiring_until <= ${now})
        and status in ${list(UNSETTLED)} and resolved_as is null and opening_until is null`;
      return changed > 0;
    },

    async planEnquiry(id, at) {
      sql.post`
      update payments set next_enquiry_at = ${at}
      where id = ${id} and status in ${list(UNSETTLED)} and resolved_as is null and opening_until is null
        and (next_enquiry_at is null or next_enquiry_at > ${at})`;
    },

    async endEnquiry(id, next) {
      sql.post`update payments set enquiring_until = null, next_enquiry_at = ${next ?? null} where id = ${id}`;
    },

    async due(gateway, now, limit) {
      const rows = await sql.rows<Row>`
      select ${COLUMNS} from payments
      where gateway = ${gateway} and next_enquiry_at < ${now} and (enquiring_until is null or enquiring_until <= ${now})
      order by next_enquiry_at, id limit ${limit}`;
      return rows.map(paymentOf);
    },
  };
};
