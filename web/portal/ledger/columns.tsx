import type { Schemas } from '../../api/operations.ts';
import { money } from '../../parts/money.ts';
import { dayAndTime } from '../../parts/moment.ts';
import type { Column } from '../parts/table.tsx';
import { w } from '../words.ts';

type Entry = Schemas['LedgerEntry'];

/** Columns of a ledger row: an amount, with the account that is debited and the account that is credited. */
export function ledgerColumns(): readonly Column<Entry>[] {
  const words = w.value.admin.money;
  return [
    { title: w.value.admin.common.when, cell: ({ at }) => dayAndTime(at) },
    { title: words.movement, cell: ({ kind }) => <strong>{words.kinds[kind]}</strong> },
    { title: words.into, cell: ({ debit }) => words.accounts[debit] },
    { title: words.outOf, cell: ({ credit }) => words.accounts[credit] },
    { title: w.value.admin.common.amount, isNumber: true, cell: ({ amount }) => money(amount) },
  ];
}
