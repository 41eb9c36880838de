import type { KeptBalance } from '../../../core/audit/ports.ts';
import type {
  AdjustmentId,
  AgentId,
  AgentPaymentId,
  BookingId,
  LedgerEntryId,
  OperatorId,
  PaymentId,
  ReceiptId,
  RefundId,
  StatementId,
} from '../../../core/kernel/ids.ts';
import type { Paisa } from '../../../core/kernel/money.ts';
import type { Instant } from '../../../core/kernel/time.ts';
import type { Account, EntryKind, LedgerEntry } from '../../../core/ledger/entry.ts';
import { type Fragment, type Sql, joined, jsonRows, raw } from '../engine/sql.ts';
import { BALANCES } from '../ledger/ledger.ts';

type EntryRow = [
  ...[LedgerEntryId, at: Instant, EntryKind, debit: Account, credit: Account, Paisa],
  ...[BookingId | null, OperatorId | null, PaymentId | null, RefundId | null, StatementId | null],
  ...[gateway: string | null, AdjustmentId | null, ReceiptId | null, AgentId | null, AgentPaymentId | null],
];

const NAMES = [
  ...['id', 'at', 'kind', 'debit', 'credit', 'amount_paisa'],
  ...['booking_id', 'operator_id', 'payment_id', 'refund_id', 'statement_id'],
  ...['gateway', 'adjustment_id', 'receipt_id', 'agent_id', 'agent_payment_id'],
];
const COLUMNS = NAMES.map((name) => raw(`ledger_entries.${name}`));

/** The columns of an EntryColumns, for a select. */
export const ENTRY_COLUMNS = joined(COLUMNS, ', ');

export type EntryColumns = Readonly<Record<string, EntryRow[number]>>;

/** Ledger rows that meet the condition `isMeant`, as JSON with all columns. */
export const entriesWhere = ({ dialect }: Pick<Sql, 'dialect'>, isMeant: string): Fragment =>
  jsonRows(dialect, COLUMNS, raw(`ledger_entries where ${isMeant}`));

export const toEntries = (json: string | null): readonly LedgerEntry[] =>
  (JSON.parse(json ?? '[]') as EntryRow[]).map(entryOf);

export const toEntry = (row: EntryColumns): LedgerEntry => entryOf(NAMES.map((name) => row[name]) as EntryRow);

function entryOf(row: EntryRow): LedgerEntry {
  const [id, at, kind, debit, credit, amount, ...names] = row;
  const [bookingId, operatorId, paymentId, refundId, statementId, gateway, ...others] = names;
  const [adjustmentId, receiptId, agentId, agentPaymentId] = others;
  return {
    id,
    at,
    kind,
    debit,
    credit,
    amount,
    bookingId,
    operatorId,
    paymentId,
    refundId,
    statementId,
    gateway,
    adjustmentId,
    receiptId,
    agentId,
    agentPaymentId,
  };
}

/** Reads the stored balances, and the sums of all ledger rows at the same moment. */
export async function keptBalances(sql: Sql): Promise<readonly KeptBalance[]> {
  const rows = await sql.rows<KeptBalance>`
    select account, gateway, cast(sum(kept) as bigint) as kept, cast(sum(counted) as bigint) as counted from (
      select account, gateway, balance as kept, 0 as counted from (${BALANCES}) as told
      union all
      select debit, case debit when 'GATEWAY' then coalesce(gateway, '') else '' end, 0, amount_paisa from ledger_entries
      union all
      select credit, case credit when 'GATEWAY' then coalesce(gateway, '') else '' end, 0, -amount_paisa
      from ledger_entries) as sides
    group by account, gateway order by account, gateway`;
  return rows.map(({ account, gateway, kept, counted }) => ({ account, gateway, kept, counted }));
}
