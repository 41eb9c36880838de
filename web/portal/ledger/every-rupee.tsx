import type { Schemas } from '../../api/operations.ts';
import { Asked, useAsked } from '../../parts/asked.tsx';
import { money } from '../../parts/money.ts';
import { Table } from '../parts/table.tsx';
import { api } from '../session.ts';
import { w } from '../words.ts';
import { ledgerColumns } from './columns.tsx';
import './money.css';

type Entry = Schemas['LedgerEntry'];
type Account = Entry['debit'];

/** Loads all pages of rows, because the sums cover the whole booking. */
async function rowsOf(id: number, signal: AbortSignal): Promise<readonly Entry[]> {
  const rows: Entry[] = [];
  let cursor: string | null | undefined;
  do {
    const page = await api.get('/api/admin/bookings/{id}/ledger', {
      path: { id },
      query: { limit: 100, ...(cursor && { cursor }) },
      signal,
    });
    rows.push(...page.results);
    cursor = page.next_cursor;
  } while (cursor !== null);
  return rows;
}

/** Lists a booking's ledger rows, and the balance of each ledger account over these rows. */
export function EveryRupee({ id }: { readonly id: number }) {
  const asked = useAsked((signal) => rowsOf(id, signal), [id]);
  const words = w.value.admin.bookings;
  return (
    <section class="card">
      <h2>{w.value.bookings.ledger}</h2>
      <p class="faint">{w.value.bookings.ledgerText}</p>
      <Asked of={asked}>
        {(rows) =>
          rows.length === 0 ? (
            <p>{words.nothingYet}</p>
          ) : (
            <>
              <Table
                label={w.value.bookings.ledger}
                rows={rows}
                keyOf={({ id: key }) => key}
                columns={ledgerColumns()}
              />
              <h3>{words.tillNow}</h3>
              <p class="faint">{words.tillNowText}</p>
              <Standing of={standingOf(rows)} />
            </>
          )
        }
      </Asked>
    </section>
  );
}

/**
 * The balance of each ledger account: debits minus credits. Adds in paisa, because adding fractions loses precision.
 */
function standingOf(rows: readonly Entry[]): readonly (readonly [Account, number])[] {
  const stands = new Map<Account, number>();
  const add = (account: Account, paisa: number): void => void stands.set(account, (stands.get(account) ?? 0) + paisa);
  for (const { debit, credit, amount } of rows) {
    add(debit, Math.round(amount * 100));
    add(credit, -Math.round(amount * 100));
  }
  return [...stands].map(([account, paisa]) => [account, paisa / 100] as const);
}

/** Lists the balances of ledger accounts, and their total, which must be zero. */
export const Standing = ({ of: accounts }: { readonly of: readonly (readonly [Account, number])[] }) => {
  const words = w.value.admin.money;
  const together = accounts.reduce((sum, [, amount]) => sum + Math.round(amount * 100), 0) / 100;
  return (
    <>
      <Table
        label={words.stands}
        rows={accounts}
        keyOf={([account]) => account}
        columns={[
          { title: words.account, cell: ([account]) => words.accounts[account] },
          { title: words.stands, isNumber: true, cell: ([, amount]) => money(amount) },
        ]}
      />
      <p class="row apart standing-sum">
        <strong>{words.together}</strong>
        <strong>{money(together)}</strong>
      </p>
    </>
  );
};
