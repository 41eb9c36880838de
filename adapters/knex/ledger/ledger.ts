import { type Paisa, minus, NOTHING, plus } from '../../../core/kernel/money.ts';
import type { Account, NewEntry } from '../../../core/ledger/entry.ts';
import type { Ledger } from '../../../core/ledger/ports.ts';
import { type Sql, type SqlValue, powersOfTwo, raw, tuples } from '../engine/sql.ts';

interface ClosedRow {
  readonly debit: Account;
  readonly credit: Account;
  readonly amount_paisa: Paisa;
}

/**
 * Rows of `ledger_entries`, which triggers keep from changes and deletion. A trigger also lists each new row in
 * `unclosed_entries`. Only the transaction that deletes a row there adds the row to `ledger_balances`.
 */
export const knexLedger = (sql: Sql): Ledger => ({
  async record(entries, at) {
    for (const entry of entries)
      if (entry.amount < 0) throw new Error(`A row of ${entry.amount} paisa can't be written.`);
    const rows = entries.filter(({ amount }) => amount > 0).map((entry) => columnsOf(entry, at));
    for (const batch of powersOfTwo(rows))
      sql.post`
        insert into ledger_entries (at, kind, debit, credit, amount_paisa, booking_id, operator_id, payment_id, refund_id, statement_id,
          gateway, adjustment_id, receipt_id)
        values ${tuples(batch)}`;
  },

  async hasPayment(payment) {
    const row = await sql.one`select 1 from ledger_entries where kind = 'PAYMENT' and payment_id = ${payment} limit 1`;
    return row !== undefined;
  },

  async balanceOf(account) {
    const row = await sql.one<{ readonly balance: Paisa }>`
      select balance from (${BALANCES}) as balances where account = ${account}`;
    return row?.balance ?? NOTHING;
  },

  async close(until, limit) {
    const closed = await sql.rows<ClosedRow>`
      delete from unclosed_entries where entry_id in (
        select entry_id from unclosed_entries where at <= ${until} order by entry_id limit ${limit})
      returning debit, credit, amount_paisa`;
    // Ordered by account, so that two closings never wait for each other in a circle.
    const sums = [...sumsOf(closed)].sort(([one], [other]) => (one < other ? -1 : 1));
    if (sums.length > 0)
      await sql.changes`
        insert into ledger_balances (account, balance_paisa) values ${tuples(sums)}
        on conflict (account) do update set balance_paisa = ledger_balances.balance_paisa + excluded.balance_paisa`;
    return closed.length;
  },
});

/** Debit less credit of each account that the rows name. */
function sumsOf(rows: readonly ClosedRow[]): ReadonlyMap<Account, Paisa> {
  const sums = new Map<Account, Paisa>();
  for (const { debit, credit, amount_paisa: amount } of rows) {
    sums.set(debit, plus(sums.get(debit) ?? NOTHING, amount));
    sums.set(credit, minus(sums.get(credit) ?? NOTHING, amount));
  }
  return sums;
}

/** Balance of every account with rows: closed rows and the rows since, read in one statement. */
export const BALANCES = raw(`
  select account, cast(sum(amount) as bigint) as balance from (
    select account, balance_paisa as amount from ledger_balances
    union all
    select debit, amount_paisa from unclosed_entries
    union all
    select credit, -amount_paisa from unclosed_entries) as sides
  group by account`);

const columnsOf = (entry: NewEntry, at: number): readonly SqlValue[] => [
  ...[at, entry.kind, entry.debit, entry.credit, entry.amount],
  ...[entry.bookingId, entry.operatorId, entry.paymentId, entry.refundId, entry.statementId],
  ...[entry.gateway, entry.adjustmentId, entry.receiptId],
];
