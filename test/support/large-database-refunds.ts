import type { Filling } from './filling.ts';

/** A refund of each payment: one in a thousand is still due, and one in a thousand is goodwill. */
export const refundRows = (companies: number, past: string): Filling => ({
  table: 'refunds',
  columns: {
    id: 'n',
    payment_id: 'n',
    booking_id: 'n',
    operator_id: `n % ${companies} + 1`,
    reason: `case when n % 1000 = 8 then 'GOODWILL' else 'LATE_PAYMENT' end`,
    amount_paisa: 1,
    status: `case when n % 1000 = 5 then 'DUE' else 'PAID' end`,
    due_at: past,
    created_at: past,
    account_kind: "'ESEWA'",
    account_holder: "'Asha'",
    account_number: "'98' || (10000000 + n)",
    account_version: 1,
    account_named_by: "'PASSENGER'",
  },
});

/** The wallet account that refunds of each booking go to. */
export const refundAccountRows = (past: string): Filling => ({
  table: 'refund_accounts',
  columns: {
    booking_id: 'n',
    kind: "'ESEWA'",
    holder: "'Asha'",
    number: "'98' || (10000000 + n)",
    version: 1,
    named_by: "'PASSENGER'",
    named_at: past,
  },
});
