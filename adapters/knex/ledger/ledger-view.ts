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
import { type Paisa, paisa, sum } from '../../../core/kernel/money.ts';
import { type Page, listingOf } from '../../../core/kernel/page.ts';
import type { Instant } from '../../../core/kernel/time.ts';
import { type Account, type EntryKind, type LedgerEntry, ACCOUNTS } from '../../../core/ledger/entry.ts';
import type { LedgerFilter, LedgerViews } from '../../../core/ledger/ports.ts';
import { type Fragment, type Sql, fragment, raw } from '../engine/sql.ts';
import { type BalanceRow, BALANCES } from './ledger.ts';
import { behind, where } from '../engine/keyset.ts';

export interface LedgerRow {
  readonly id: LedgerEntryId;
  readonly at: Instant;
  readonly kind: EntryKind;
  readonly debit: Account;
  readonly credit: Account;
  readonly amount_paisa: Paisa;
  readonly booking_id: BookingId | null;
  readonly operator_id: OperatorId | null;
  readonly payment_id: PaymentId | null;
  readonly refund_id: RefundId | null;
  readonly statement_id: StatementId | null;
  readonly gateway: string | null;
  readonly adjustment_id: AdjustmentId | null;
  readonly receipt_id: ReceiptId | null;
  readonly agent_id: AgentId | null;
  readonly agent_payment_id: AgentPaymentId | null;
}

const LEDGER_COLUMNS = raw(
  'id, at, kind, debit, credit, amount_paisa, booking_id, operator_id, payment_id, refund_id, statement_id, gateway, adjustment_id, receipt_id, agent_id, agent_payment_id',
);

const entryOf = (row: LedgerRow): LedgerEntry => ({
  id: row.id,
  at: row.at,
  kind: row.kind,
  debit: row.debit,
  credit: row.credit,
  amount: row.amount_paisa,
  bookingId: row.booking_id,
  operatorId: row.operator_id,
  paymentId: row.payment_id,
  refundId: row.refund_id,
  statementId: row.statement_id,
  gateway: row.gateway,
  adjustmentId: row.adjustment_id,
  receiptId: row.receipt_id,
  agentId: row.agent_id,
  agentPaymentId: row.agent_payment_id,
});

/** Lists ledger rows. Every filter has an index that ends with the row's moment and id. */
export const knexLedgerViews = (read: Sql): LedgerViews => ({
  async ofBooking(booking) {
    const rows = await read.rows<LedgerRow>`
      select ${LEDGER_COLUMNS} from ledger_entries where booking_id = ${booking} order by at, id`;
    return rows.map(entryOf);
  },

  async listOfBooking(booking, page, reader = 'ADMIN') {
    const isShort = reader === 'COMPANY';
    const shown = isShort ? [fragment`kind <> 'AGENT_COMMISSION'`] : [];
    const criteria = [fragment`booking_id = ${booking}`, ...shown, ...behind(raw('at, id'), page.after, 'asc')];
    const rows = await read.rows<LedgerRow>`
      select ${LEDGER_COLUMNS} from ledger_entries ${where(criteria)} order by at, id limit ${page.limit + 1}`;
    const entries = rows.map(entryOf).map((entry) => (isShort ? { ...entry, agentId: null } : entry));
    return listingOf(entries, page, ({ at, id }) => [at, id]);
  },

  async list(filter, page) {
    const rows = await read.rows<LedgerRow>`
      select ${LEDGER_COLUMNS} from ${rowsOf(filter, page)} as entries order by at desc, id desc limit ${page.limit + 1}`;
    return listingOf(rows.map(entryOf), page, ({ at, id }) => [at, id]);
  },

  async balances() {
    const rows = await read.rows<BalanceRow>`${BALANCES}`;
    const balanceOf = (account: Account): Paisa =>
      sum(rows.filter((row) => row.account === account).map(({ balance }) => paisa(balance)));
    return {
      ...(Object.fromEntries(ACCOUNTS.map((name) => [name, balanceOf(name)])) as Record<Account, Paisa>),
      gateways: Object.fromEntries(
        rows.filter(({ account }) => account === 'GATEWAY').map(({ gateway, balance }) => [gateway, paisa(balance)]),
      ),
    };
  },
});

/**
 * The newest ledger rows that meet a filter. A row has a debit account and a credit account, each with its own index.
 */
function rowsOf({ account, ...filter }: LedgerFilter, page: Page): Fragment {
  const criteria = [...conditions(filter), ...behind(raw('at, id'), page.after, 'desc')];
  const newest = (more: readonly Fragment[]): Fragment => fragment`
    (select ${LEDGER_COLUMNS} from ledger_entries ${where([...more, ...criteria])}
     order by at desc, id desc limit ${page.limit + 1})`;
  if (account === undefined) return newest([]);
  const [debits, credits] = [fragment`debit = ${account}`, fragment`credit = ${account}`];
  return fragment`(select * from ${newest([debits])} as debits union all select * from ${newest([credits])} as credits)`;
}

const conditions = ({ kind, operatorId, agentId, gateway, during }: LedgerFilter): readonly Fragment[] => [
  ...(kind === undefined ? [] : [fragment`kind = ${kind}`]),
  ...(operatorId === undefined ? [] : [fragment`operator_id = ${operatorId}`]),
  ...(agentId === undefined ? [] : [fragment`agent_id = ${agentId}`]),
  ...(gateway === undefined ? [] : [fragment`gateway = ${gateway}`]),
  ...(during?.start === undefined ? [] : [fragment`at >= ${during.start}`]),
  ...(during?.end === undefined ? [] : [fragment`at < ${during.end}`]),
];
