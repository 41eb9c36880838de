import type { Filling } from './filling.ts';

/** Adjustments of companies. One in a thousand waits until a second administrator decides it. */
export const adjustmentRows = (companies: number, past: string): Filling => ({
  table: 'adjustments',
  columns: {
    id: 'n',
    status: `case when n % 1000 = 1 then 'PROPOSED' else 'REJECTED' end`,
    debit: `'OPERATOR'`,
    credit: `'COMMISSION'`,
    amount_paisa: 1,
    operator_id: `n % ${companies} + 1`,
    reason: `'Counted twice.'`,
    proposed_by: '7',
    proposed_at: past,
    decided_by: 'case when n % 1000 = 1 then null else 8 end',
    decided_at: `case when n % 1000 = 1 then null else ${past} end`,
  },
});

export const receiptRows = (companies: number, past: string): Filling => ({
  table: 'receipts',
  columns: { id: 'n', operator_id: `n % ${companies} + 1`, amount_paisa: 1, reference: `'R-' || n`, at: past },
});
