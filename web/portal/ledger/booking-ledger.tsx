import type { Schemas } from '../../api/operations.ts';
import { money } from '../../parts/money.ts';
import { dayAndTime } from '../../parts/moment.ts';
import { Paged, usePaged } from '../parts/paged.tsx';
import { type Column, Table } from '../parts/table.tsx';
import { api } from '../session.ts';
import { w } from '../words.ts';

/** Lists the ledger rows of a booking: each amount with the debited and the credited account. */
export function Ledger({ id }: { readonly id: number }) {
  const words = w.value.bookings;
  const rows = usePaged({}, (options) => api.get('/api/operator/bookings/{id}/ledger', { path: { id }, ...options }), [
    id,
  ]);
  return (
    <section class="card">
      <h2>{words.ledger}</h2>
      <p class="faint">{words.ledgerText}</p>
      <Paged of={rows} empty={<p>{words.cancelUnpaid}</p>}>
        {(entries) => <Table label={words.ledger} rows={entries} keyOf={({ id: key }) => key} columns={columns()} />}
      </Paged>
    </section>
  );
}

function columns(): readonly Column<Schemas['LedgerEntry']>[] {
  const words = w.value.bookings;
  return [
    { title: words.when, cell: ({ at }) => dayAndTime(at) },
    {
      title: words.movement,
      cell: ({ kind, debit, credit }) => (
        <div>
          <strong>{words.ledgerKinds[kind]}</strong>{' '}
          <span class="faint">{words.fromTo(words.accounts[debit], words.accounts[credit])}</span>
        </div>
      ),
    },
    { title: words.amount, isNumber: true, cell: ({ amount }) => money(amount) },
  ];
}
