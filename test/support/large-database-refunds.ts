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
  },
});
