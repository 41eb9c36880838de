import type { FoundMoney, PlatformAuditReader } from '../../../core/audit/ports.ts';
import type { PaymentId } from '../../../core/kernel/ids.ts';
import { type Sql, raw } from '../engine/sql.ts';
import { entriesWhere, toEntries } from './audited-ledger.ts';
import { paymentsOfBooking, refundsOfBooking, toPayments } from './audited-payments.ts';

interface Row {
  readonly id: PaymentId;
  readonly payment: string;
  readonly refunds: string | null;
  readonly entries: string | null;
}

const THIS = raw('payments.id = found.id');

/** Reads payments of no booking by their own index. */
export const auditedFoundMoney = (sql: Sql): Pick<PlatformAuditReader, 'foundMoney'> => ({
  async foundMoney(after, limit) {
    const rows = await sql.rows<Row>`
      select found.id, ${paymentsOfBooking(sql, THIS)} as payment, ${refundsOfBooking(sql, THIS)} as refunds,
        ${entriesWhere(sql, 'ledger_entries.payment_id = found.id')} as entries
      from payments as found where found.booking_id is null and found.id > ${after} order by found.id limit ${limit}`;
    return rows.flatMap(({ payment, refunds, entries }) =>
      toPayments(payment, refunds).map((one): FoundMoney => ({ ...one, entries: toEntries(entries) })),
    );
  },
});
