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
    { title: words.into, cell: ({ debit, gateway }) => nameOf(debit, gateway) },
    { title: words.outOf, cell: ({ credit, gateway }) => nameOf(credit, gateway) },
    { title: w.value.admin.common.amount, isNumber: true, cell: ({ amount }) => money(amount) },
  ];
}

/** The name of a ledger account. For the account GATEWAY, adds the gateway that the row names. */
function nameOf(account: Entry['debit'], gateway: string | null): string {
  const name = w.value.admin.money.accounts[account];
  if (account !== 'GATEWAY' || gateway === null) return name;
  return `${name}, ${w.value.bookings.gateways[gateway] ?? gateway}`;
}
