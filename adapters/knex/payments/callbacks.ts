import type { PaymentId } from '../../../core/kernel/ids.ts';
import { type CallbackEntry, type CallbackLog, MOST_UNMATCHED } from '../../../core/payments/ports.ts';
import type { Sql } from '../engine/sql.ts';

interface Row {
  readonly payment_id: PaymentId | null;
  readonly transaction_uuid: string;
  readonly raw_payload: string;
  readonly signature_valid: boolean;
  readonly source: CallbackEntry['source'];
}

/** The most messages that one new message pushes out. More than one are there only after an update. */
const MOST_TRIMMED = 100;

/** Logs callbacks in `payment_webhook_logs`. Callbacks of unknown payments have an index of their own. */
export const knexCallbacks = (sql: Sql, mostUnmatched = MOST_UNMATCHED): CallbackLog => ({
  async add({ paymentId, transactionUuid, payload, signatureValid, source }, at) {
    sql.post`
      insert into payment_webhook_logs (payment_id, transaction_uuid, raw_payload, signature_valid, source, received_at)
      values (${paymentId ?? null}, ${transactionUuid}, ${payload}, ${signatureValid}, ${source}, ${at})`;
    if (paymentId === undefined)
      await sql.changes`
        delete from payment_webhook_logs where id in (
          select id from payment_webhook_logs where payment_id is null
          order by received_at desc, id desc limit ${MOST_TRIMMED} offset ${mostUnmatched})`;
  },

  async of(transactionUuid) {
    const rows = await sql.rows<Row>`
      select payment_id, transaction_uuid, raw_payload, signature_valid, source from payment_webhook_logs
      where transaction_uuid = ${transactionUuid} order by id`;
    return rows.map((row) => ({
      paymentId: row.payment_id ?? undefined,
      transactionUuid: row.transaction_uuid,
      payload: row.raw_payload,
      signatureValid: row.signature_valid,
      source: row.source,
    }));
  },

  async countReturns(payment, payload) {
    const [row] = await sql.rows<{ readonly all_returns: number; readonly same: number | null }>`
      select count(*) as all_returns, sum(case when raw_payload = ${payload} then 1 else 0 end) as same
      from payment_webhook_logs where payment_id = ${payment} and source <> 'ENQUIRY'`;
    return { all: row?.all_returns ?? 0, same: row?.same ?? 0 };
  },

  pruneUnknown: (before, limit) => sql.changes`
    delete from payment_webhook_logs where id in (
      select id from payment_webhook_logs where payment_id is null and received_at < ${before} order by received_at limit ${limit})`,
});
