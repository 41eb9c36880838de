import type { EntryOnRecord, KeptBalance } from '../../../core/audit/ports.ts';
import type { Paisa } from '../../../core/kernel/money.ts';
import type { Account, EntryKind } from '../../../core/ledger/entry.ts';
import { jsonRows, raw } from '../engine/sql.ts';
import type { Fragment, Sql } from '../engine/sql.ts';
import { balancesBefore, EVER } from '../repos/ledger.ts';

type EntryRow = [EntryKind, Account, Account, Paisa];

/** The rows of a booking as JSON. */
export const entriesOfBooking = ({ dialect }: Pick<Sql, 'dialect'>): Fragment =>
  jsonRows(
    dialect,
    ['kind', 'debit', 'credit', 'amount_paisa'].map((column) => raw(column)),
    raw('ledger_entries where ledger_entries.booking_id = bookings.id'),
  );

export const toEntries = (json: string | null): readonly EntryOnRecord[] =>
  (JSON.parse(json ?? '[]') as EntryRow[]).map(([kind, debit, credit, amount]) => ({ kind, debit, credit, amount }));

/** What balances are told to be; and all rows, added up at the same moment. */
export async function keptBalances(sql: Sql): Promise<readonly KeptBalance[]> {
  const rows = await sql.rows<KeptBalance>`
    select account, cast(sum(kept) as bigint) as kept, cast(sum(counted) as bigint) as counted from (
      select account, balance as kept, 0 as counted from (${balancesBefore(EVER)}) as told
      union all
      select debit, 0, amount_paisa from ledger_entries
      union all
      select credit, 0, -amount_paisa from ledger_entries) as sides
    group by account order by account`;
  return rows.map(({ account, kept, counted }) => ({ account, kept, counted }));
}

export async function strayEntries(sql: Sql): Promise<number> {
  const row = await sql.one<{ readonly count: number }>`
    select count(*) as count from ledger_entries
    where booking_id is null and (debit in ('UNEARNED', 'REFUND_DUE') or credit in ('UNEARNED', 'REFUND_DUE'))`;
  return row?.count ?? 0;
}
