import { type Paisa, minus, NOTHING, plus } from '../../../core/kernel/money.ts';
import type { Account, NewEntry } from '../../../core/ledger/entry.ts';
import type { Ledger } from '../../../core/ledger/ports.ts';
import { type Sql, type SqlValue, powersOfTwo, raw, tuples } from '../engine/sql.ts';

interface ClosedRow {
  readonly debit: Account;
  readonly credit: Account;
  readonly amount_paisa: Paisa;
  readonly gateway: string;
}

/** The balance of a ledger account. The account GATEWAY has one balance for each gateway. */
export interface BalanceRow {
  readonly account: Account;
  /** The gateway, for balances of the ledger account GATEWAY. Empty for other accounts. */
  readonly gateway: string;
  readonly balance: Paisa;
}

/**
 * Stores the ledger in `ledger_entries`, where triggers forbid changes and deletion. A trigger also lists each new row
 * in `unclosed_entries`. Closing moves the amounts from that list to `ledger_balances` in one transaction.
 */
export const knexLedger = (sql: Sql): Ledger => ({
  async record(entries, at) {
    for (const entry of entries)
      if (entry.amount < 0) throw new Error(`A row of ${entry.amount} paisa can't be written.`);
    const rows = entries.filter(({ amount }) => amount > 0).map((entry) => columnsOf(entry, at));
    for (const batch of powersOfTwo(rows))
      sql.post`
        insert into ledger_entries (at, kind, debit, credit, amount_paisa, booking_id, operator_id, payment_id, refund_id, statement_id,
          gateway, adjustment_id, receipt_id, agent_id, agent_payment_id)
        values ${tuples(batch)}`;
  },

  async hasPayment(payment) {
    const row = await sql.one`select 1 from ledger_entries where kind = 'PAYMENT' and payment_id = ${payment} limit 1`;
    return row !== undefined;
  },

  async heldBy(gateway) {
    const row = await sql.one<BalanceRow>`
      select account, gateway, balance from (${BALANCES}) as balances
      where account = 'GATEWAY' and gateway = ${gateway}`;
    return row?.balance ?? NOTHING;
  },

  async close(until, limit) {
    const closed = await sql.rows<ClosedRow>`
      delete from unclosed_entries where entry_id in (
        select entry_id from unclosed_entries where at <= ${until} order by entry_id limit ${limit})
      returning debit, credit, amount_paisa, gateway`;
    const sums = sumsOf(closed);
    if (sums.length > 0)
      await sql.changes`
        insert into ledger_balances (account, gateway, balance_paisa) values ${tuples(sums)}
        on conflict (account, gateway) do update set balance_paisa = ledger_balances.balance_paisa + excluded.balance_paisa`;
    return closed.length;
  },
});

/**
 * Debits less credits of each ledger account and gateway in the rows. Sorted, so that two simultaneous closings never
 * deadlock.
 */
function sumsOf(rows: readonly ClosedRow[]): readonly (readonly [Account, gateway: string, Paisa])[] {
  const sums = new Map<string, readonly [Account, string, Paisa]>();
  const add = (account: Account, of: string, amount: Paisa): void => {
    const gateway = account === 'GATEWAY' ? of : '';
    const key = `${account} ${gateway}`;
    sums.set(key, [account, gateway, plus(sums.get(key)?.[2] ?? NOTHING, amount)]);
  };
  for (const { debit, credit, gateway, amount_paisa: amount } of rows) {
    add(debit, gateway, amount);
    add(credit, gateway, minus(NOTHING, amount));
  }
  return [...sums].sort(([one], [other]) => (one < other ? -1 : 1)).map(([, row]) => row);
}

/** The gateway on one side of a ledger row. Empty unless this side is account GATEWAY. */
const gatewayOn = (side: 'debit' | 'credit'): string => `case when ${side} = 'GATEWAY' then gateway else '' end`;

/** A BalanceRow for each account and gateway: its closed rows plus the rows added since, read in one statement. */
export const BALANCES = raw(`
  select account, gateway, cast(sum(amount) as bigint) as balance from (
    select account, gateway, balance_paisa as amount from ledger_balances
    union all
    select debit, ${gatewayOn('debit')}, amount_paisa from unclosed_entries
    union all
    select credit, ${gatewayOn('credit')}, -amount_paisa from unclosed_entries) as sides
  group by account, gateway`);

const columnsOf = (entry: NewEntry, at: number): readonly SqlValue[] => [
  ...[at, entry.kind, entry.debit, entry.credit, entry.amount],
  ...[entry.bookingId, entry.operatorId, entry.paymentId, entry.refundId, entry.statementId],
  ...[entry.gateway, entry.adjustmentId, entry.receiptId, entry.agentId, entry.agentPaymentId],
];
