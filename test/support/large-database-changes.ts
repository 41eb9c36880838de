import type { Filling } from './filling.ts';

/**
 * Changes of bookings to other trips. In the first half of the bookings, every second booking replaced the one before
 * it.
 */
export const changeRows = (many: number, past: string): Filling => ({
  table: 'booking_changes',
  rows: many / 4,
  columns: {
    booking_id: '2 * n',
    old_booking_id: '2 * n - 1',
    first_booking_id: '2 * n - 1',
    old_total_paisa: 1,
    change_fee_paisa: 0,
    credit_paisa: 1,
    new_total_paisa: 1,
    to_pay_paisa: 0,
    to_refund_paisa: 0,
    left_paisa: 1,
    asked_by_role: "'PASSENGER'",
    asked_by: 'n',
    asked_at: past,
    old_departs_at: past,
    done_at: past,
    credit_uuid: "'credit-' || n",
  },
});
