import type { Schemas } from '../../api/operations.ts';
import { money } from '../../parts/money.ts';
import { w } from '../words.ts';

/**
 * The sum of a change that waits for its payment: the price of the new booking, less what is counted from the old one.
 */
export const changeSum = (
  { booking_code: code }: Schemas['ChangedBooking'],
  { total_amount: total, amount_due: due }: Pick<Schemas['Booking'], 'total_amount' | 'amount_due'>,
): string =>
  w.value.bookings.changeSum(
    code,
    money(total),
    money((Math.round(total * 100) - Math.round(due * 100)) / 100),
    money(due),
  );
