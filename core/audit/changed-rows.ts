import type { BookingChange } from '../bookings/changes.ts';
import { aboutBooking as about, type Columns, dueRow, type DueRow, ownRefunds, shareOf } from './due-row.ts';
import type { BookingOnRecord } from './ports.ts';

/** The ledger rows due for the change that replaced this booking, and for the change that made this booking. */
export function changing(booking: BookingOnRecord): readonly DueRow[] {
  const { changedTo, change, commissionRate } = booking;
  const say = (of: BookingChange, paisa: number, debit: Columns['debit'], credit: Columns['credit'], more = {}) =>
    dueRow(of.doneAt, paisa, { ...about(booking), kind: 'CHANGE', debit, credit, ...more });
  const carried = (of: BookingChange): number => Math.min(of.credit, of.newTotal);
  const from =
    change !== null && change.doneAt !== null
      ? say(change, carried(change), 'TRANSFER', 'UNEARNED', { paymentId: change.creditPaymentId })
      : [];
  if (changedTo === null) return from;
  const { oldTotal, fee, credit, creditPaymentId: paymentId } = changedTo;
  const ofFee = shareOf(fee, commissionRate);
  return [
    ...from,
    ...say(changedTo, carried(changedTo), 'UNEARNED', 'TRANSFER', { paymentId }),
    ...ownRefunds(booking)
      .filter(({ refund }) => refund.reason === 'CHANGE')
      .flatMap(({ refund }) =>
        say(changedTo, refund.amount, 'UNEARNED', 'REFUND_DUE', { paymentId: refund.paymentId, refundId: refund.id }),
      ),
    ...say(changedTo, fee - ofFee, 'UNEARNED', 'OPERATOR'),
    ...say(changedTo, ofFee, 'UNEARNED', 'COMMISSION'),
    ...say(changedTo, Math.max(oldTotal - fee - credit, 0), 'UNEARNED', 'COMMISSION'),
  ];
}
