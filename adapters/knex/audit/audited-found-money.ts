import type { FoundMoney, PlatformAuditReader } from '../../../core/audit/ports.ts';
import type { PaymentId } from '../../../core/kernel/ids.ts';
import { type Sql, raw } from '../engine/sql.ts';
import { hadAnotherAdmin } from './another-admin.ts';
import { EXPLAINING } from '../refunds/found-payments.ts';
import { entriesWhere, toEntries } from './audited-ledger.ts';
import { paymentsOfBooking, refundsOfBooking, toPayments } from './audited-payments.ts';

interface Row {
  readonly id: PaymentId;
  readonly payment: string;
  readonly refunds: string | null;
  readonly entries: string | null;
  readonly explained_by: PaymentId | null;
  /** Booleans, which SQLite returns as 0 or 1. */
  readonly is_sent_by_finder: boolean | number;
  readonly is_confirmed_by_sender: boolean | number;
}

const THIS = raw('payments.id = found.id');

/** Whether somebody did something with the refund of `found` that another administrator had to do. */
const actedAlone = (kind: 'REFUND_SENT' | 'REFUND_PAID', person: string, actors: string) =>
  raw(`exists (
  select 1 from refunds
    join activity_log as acted on acted.subject_type = 'refund' and acted.subject_id = refunds.id and acted.kind = '${kind}'
  where refunds.payment_id = found.id and ${person} in (${actors}) and ${hadAnotherAdmin(person, 'acted.at')})`);

const SENT_BY_FINDER = actedAlone('REFUND_SENT', 'refunds.added_by', 'refunds.sent_by, acted.actor_user_id');
const CONFIRMED_BY_SENDER = actedAlone('REFUND_PAID', 'refunds.sent_by', 'acted.actor_user_id');

/** Reads payments of no booking by their own index. */
export const auditedFoundMoney = (sql: Sql): Pick<PlatformAuditReader, 'foundMoney'> => ({
  async foundMoney(after, limit) {
    const rows = await sql.rows<Row>`
      select found.id, ${paymentsOfBooking(sql, THIS)} as payment, ${refundsOfBooking(sql, THIS)} as refunds,
        ${entriesWhere(sql, 'ledger_entries.payment_id = found.id')} as entries, ${EXPLAINING} as explained_by,
        ${SENT_BY_FINDER} as is_sent_by_finder, ${CONFIRMED_BY_SENDER} as is_confirmed_by_sender
      from payments as found where found.booking_id is null and found.id > ${after} order by found.id limit ${limit}`;
    return rows.flatMap(({ payment, refunds, entries, ...row }) =>
      toPayments(payment, refunds).map((one): FoundMoney => ({
        ...one,
        entries: toEntries(entries),
        explainedBy: row.explained_by,
        isSentByFinder: Boolean(row.is_sent_by_finder),
        isConfirmedBySender: Boolean(row.is_confirmed_by_sender),
      })),
    );
  },
});
