import { expect } from 'chai';
import { readFileSync } from 'node:fs';
import { priceOf } from '../../../core/bookings/price.ts';
import type {
  AdjustmentId,
  BookingId,
  OperatorId,
  PaymentId,
  ReceiptId,
  RefundId,
  StatementId,
} from '../../../core/kernel/ids.ts';
import { basisPoints, minus, NOTHING, paisa, share } from '../../../core/kernel/money.ts';
import { adjusted, cancelled, onlinePayment, payout, received, refundPaid } from '../../../core/ledger/entries.ts';

describe('docs/money.md', () => {
  it('docs/money.md has the same figures as the service computes', () => {
    const booking = {
      id: 1 as BookingId,
      operatorId: 2 as OperatorId,
      ...priceOf(paisa(123_337), 2, basisPoints(750)),
    };
    const [paymentId, refundId] = [3 as PaymentId, 4 as RefundId];
    const fee = share(booking.total, basisPoints(2_500));
    const refund = minus(booking.total, fee);
    const total = minus(fee, share(fee, booking.commissionRate));
    const rows = [
      ...onlinePayment(booking, { paymentId, gateway: 'ESEWA' }),
      ...cancelled(booking, {
        fee,
        refund,
        isEarned: false,
        paymentId,
        refunds: [{ paymentId, refundId, amount: refund }],
      }),
      ...refundPaid(booking, { paymentId, refundId, amount: refund, from: { gateway: 'ESEWA' } }),
      ...payout({ statementId: 5 as StatementId, operatorId: booking.operatorId, cashHeld: NOTHING, total }),
      ...adjusted({
        id: 6 as AdjustmentId,
        debit: 'FEES',
        credit: 'GATEWAY',
        amount: paisa(1_500),
        operatorId: null,
        gateway: 'ESEWA',
      }),
      ...received({ receiptId: 7 as ReceiptId, operatorId: booking.operatorId, amount: paisa(30_000) }),
    ].filter(({ amount }) => amount > 0);
    const told = readFileSync('docs/money.md', 'utf8').match(/^\| [A-Z]+ \| [A-Z_]+ \/ [A-Z_]+ \| .*$/gm);
    expect(told).to.deep.equal(
      rows.map(
        ({ kind, debit, credit, amount }) => `| ${kind} | ${debit} / ${credit} | ${(amount / 100).toFixed(2)} |`,
      ),
    );
  });
});
