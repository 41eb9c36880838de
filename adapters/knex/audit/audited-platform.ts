import type {
  AdjustmentOnRecord,
  GatewayOnRecord,
  PlatformAuditReader,
  ReceiptOnRecord,
  SettlementOnRecord,
} from '../../../core/audit/ports.ts';
import { type Sql, raw } from '../engine/sql.ts';
import { type EntryColumns, ENTRY_COLUMNS, entriesWhere, toEntries, toEntry } from './audited-ledger.ts';

interface SettlementRow extends Omit<SettlementOnRecord, 'amount' | 'fee'> {
  readonly amount_paisa: SettlementOnRecord['amount'];
  readonly fee_paisa: SettlementOnRecord['fee'];
}

interface AdjustmentRow extends Omit<
  AdjustmentOnRecord,
  'amount' | 'operatorId' | 'decidedAt' | 'proposedBy' | 'decidedBy' | 'entries'
> {
  readonly amount_paisa: AdjustmentOnRecord['amount'];
  readonly operator_id: AdjustmentOnRecord['operatorId'];
  readonly agent_id: AdjustmentOnRecord['agentId'];
  readonly decided_at: AdjustmentOnRecord['decidedAt'];
  readonly proposed_by: AdjustmentOnRecord['proposedBy'];
  readonly decided_by: AdjustmentOnRecord['decidedBy'];
  readonly entries: string | null;
}

interface ReceiptRow extends Pick<ReceiptOnRecord, 'id' | 'at'> {
  readonly amount_paisa: ReceiptOnRecord['amount'];
  readonly operator_id: ReceiptOnRecord['operatorId'];
  readonly entries: string | null;
}

const NAMES_NOTHING = ['booking_id', 'statement_id', 'adjustment_id', 'receipt_id']
  .map((column) => `${column} is null`)
  .join(' and ');

const OWNERS = {
  agent_payments: 'agent_payment_id',
  bookings: 'booking_id',
  statements: 'statement_id',
  adjustments: 'adjustment_id',
  receipts: 'receipt_id',
};
const HAS_NO_OWNER = Object.entries(OWNERS)
  .map(([table, column]) => `not exists (select 1 from ${table} where ${table}.id = ledger_entries.${column})`)
  .join(' and ');
const OF_A_BOOKING =
  'not exists (select 1 from payments where payments.id = ledger_entries.payment_id and payments.booking_id is null)';

/** Reads whole tables, because no other query needs an index for these rows. */
export const auditedPlatform = (sql: Sql): Omit<PlatformAuditReader, 'foundMoney'> => {
  const entries = async (isMeant: string, after: number, limit: number) =>
    (
      await sql.rows<EntryColumns>`
        select ${ENTRY_COLUMNS} from ledger_entries where ${raw(isMeant)} and id > ${after} order by id limit ${limit}`
    ).map(toEntry);

  return {
    async settlements(after, limit) {
      const rows = await sql.rows<SettlementRow>`
        select id, gateway, amount_paisa, fee_paisa, at from settlements where id > ${after} order by id limit ${limit}`;
      return rows.map(({ amount_paisa: amount, fee_paisa: fee, ...row }) => ({ ...row, amount, fee }));
    },

    async adjustments(after, limit) {
      const rows = await sql.rows<AdjustmentRow>`
        select id, status, debit, credit, amount_paisa, operator_id, gateway, agent_id, decided_at, proposed_by, decided_by,
          ${entriesWhere(sql, 'ledger_entries.adjustment_id = adjustments.id')} as entries
        from adjustments where id > ${after} order by id limit ${limit}`;
      return rows.map(
        ({ amount_paisa: amount, operator_id: operatorId, agent_id: agentId, decided_at: decidedAt, ...row }) => {
          const { proposed_by: proposedBy, decided_by: decidedBy, entries: found, ...rest } = row;
          return { ...rest, amount, operatorId, agentId, decidedAt, proposedBy, decidedBy, entries: toEntries(found) };
        },
      );
    },

    async receipts(after, limit) {
      const rows = await sql.rows<ReceiptRow>`
        select id, amount_paisa, operator_id, at,
          ${entriesWhere(sql, 'ledger_entries.receipt_id = receipts.id')} as entries
        from receipts where id > ${after} order by id limit ${limit}`;
      return rows.map(({ amount_paisa: amount, operator_id: operatorId, entries: found, ...row }) => ({
        ...row,
        amount,
        operatorId,
        entries: toEntries(found),
      }));
    },

    settlementEntries: (after, limit) => entries(`kind = 'SETTLEMENT' and ${NAMES_NOTHING}`, after, limit),

    strayEntries: (after, limit) =>
      entries(`${HAS_NO_OWNER} and ${OF_A_BOOKING} and not (kind = 'SETTLEMENT' and ${NAMES_NOTHING})`, after, limit),

    gateways: () => sql.rows<GatewayOnRecord>`
      with held as (
        select gateway,
          sum(case when debit = 'GATEWAY' then amount_paisa else -amount_paisa end) as balance,
          sum(case when kind = 'ADJUSTMENT' and credit = 'GATEWAY' then amount_paisa else 0 end) as adjustments,
          sum(case when kind = 'REFUND' and credit = 'GATEWAY' and at >= coalesce(settled.last, 0)
            then amount_paisa else 0 end) as refunds
        from ledger_entries left join (
          select gateway as name, max(at) as last from settlements where not forced group by gateway) as settled
          on settled.name = ledger_entries.gateway
        where gateway is not null and (debit = 'GATEWAY' or credit = 'GATEWAY') group by gateway)
      select gateway, cast(balance as bigint) as balance, cast(refunds as bigint) as refunds,
        cast(adjustments as bigint) as adjustments,
        cast((select coalesce(sum(amount_paisa + fee_paisa), 0) from settlements
          where settlements.gateway = held.gateway and forced) as bigint) as forced
      from held order by gateway`,
  };
};
