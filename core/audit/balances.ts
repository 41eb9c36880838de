import { NOTHING, npr, sum } from '../kernel/money.ts';
import type { Finding } from './invariants.ts';
import type { KeptBalance } from './ports.ts';

/** Every rupee that one account gets, another gives; and what is kept of the sums agrees with the rows. */
export function balanceFaults(balances: readonly KeptBalance[]): readonly Finding[] {
  const found = balances
    .filter(({ kept, counted }) => kept !== counted)
    .map(({ account, kept, counted }) =>
      finding(`${account} stands at ${npr(kept)}, and its rows make ${npr(counted)}`),
    );
  const rest = sum(balances.map(({ counted }) => counted));
  return rest === NOTHING ? found : [...found, finding(`debits are ${npr(rest)} more than credits`)];
}

/** What is owed for a journey or to a passenger is owed for a booking. */
export const stray = (count: number): readonly Finding[] =>
  count === 0 ? [] : [finding(`${count} rows of UNEARNED or REFUND_DUE name no booking`)];

const finding = (says: string): Finding => ({ invariant: 'LEDGER_DIFFERS', row: 'ledger_entries', says });
