import type { NewEntry } from '../../../core/ledger/entry.ts';
import type { Ledger } from '../../../core/ledger/ports.ts';
import { fragment, powersOfTwo, tuples } from '../engine/sql.ts';
import type { Fragment, Sql, SqlValue } from '../engine/sql.ts';

/** Rows of `ledger_entries`, which triggers keep from ever being changed or deleted; sums are in `ledger_closings`. */
export const knexLedger = (sql: Sql): Ledger => ({
  async record(entries, at) {
    for (const entry of entries)
      if (entry.amount < 0) throw new Error(`A row of ${entry.amount} paisa can't be written.`);
    const rows = entries.filter(({ amount }) => amount > 0).map((entry) => columnsOf(entry, at));
    for (const batch of powersOfTwo(rows))
      sql.post`
        insert into ledger_entries (at, kind, debit, credit, amount_paisa, booking_id, operator_id, payment_id, refund_id, statement_id)
        values ${tuples(batch)}`;
  },

  async close(before) {
    const kept = await sql.changes`
      insert into ledger_closings (before, account, balance_paisa)
      select cast(${before} as bigint), account, balance from (${balancesBefore(before)}) as balances where true
      on conflict (before, account) do nothing`;
    await sql.changes`delete from ledger_closings where before < ${before}`;
    return kept;
  },
});

/** After every moment. */
export const EVER = Number.MAX_SAFE_INTEGER;

/** What every account that has rows stands at: as it was kept last, and the rows since. */
export const balancesBefore = (end: number): Fragment => fragment`
  select account, cast(sum(amount) as bigint) as balance from (
    select account, balance_paisa as amount from ledger_closings
    where before = (select max(before) from ledger_closings where before <= ${end})
    union all
    select debit, amount_paisa from ledger_entries where at >= ${lastClosing(end)} and at < ${end}
    union all
    select credit, -amount_paisa from ledger_entries where at >= ${lastClosing(end)} and at < ${end}) as sides
  group by account`;

const lastClosing = (end: number): Fragment =>
  fragment`coalesce((select max(before) from ledger_closings where before <= ${end}), 0)`;

const columnsOf = (entry: NewEntry, at: number): readonly SqlValue[] => [
  ...[at, entry.kind, entry.debit, entry.credit, entry.amount],
  ...[entry.bookingId, entry.operatorId, entry.paymentId, entry.refundId, entry.statementId],
];
