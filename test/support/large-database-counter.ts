import type { Filling } from './filling.ts';

/** A counter shift of each staff member. One in a thousand shifts is open. */
export const shiftRows = (companies: number, past: string, present: number): Filling => ({
  table: 'shifts',
  columns: {
    id: 'n',
    operator_id: `n % ${companies} + 1`,
    user_id: 'n',
    staff_id: 'n',
    opened_at: past,
    closed_at: `case when n % 1000 <> 1 then ${present} end`,
    opening_cash_paisa: 0,
  },
});
