import type { Filling } from './filling.ts';

/** One ledger row for each booking: a PAYMENT row or an EARNED row. */
export const ledgerRows = (companies: number, past: string): Filling => ({
  table: 'ledger_entries',
  columns: {
    id: 'n',
    at: past,
    kind: "case n % 2 when 0 then 'PAYMENT' else 'EARNED' end",
    debit: "case n % 2 when 0 then 'GATEWAY' else 'UNEARNED' end",
    credit: "case n % 2 when 0 then 'UNEARNED' else 'OPERATOR' end",
    amount_paisa: 100_000,
    gateway: "case n % 2 when 0 then 'ESEWA' end",
    booking_id: 'n',
    operator_id: `n % ${companies} + 1`,
  },
});
