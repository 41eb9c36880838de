import { expect } from 'chai';
import { rowsOfBooking } from '../../../core/audit/due-rows.ts';
import type { BookingOnRecord, PaymentOnRecord } from '../../../core/audit/ports.ts';
import type { RefundOnRecord } from '../../../core/audit/refund-on-record.ts';
import type { BookingId, OperatorId, PaymentId, RefundId } from '../../../core/kernel/ids.ts';
import { basisPoints, paisa } from '../../../core/kernel/money.ts';
import { hoursAfter } from '../../../core/kernel/time.ts';
import { START } from '../../support/clock.ts';
import { KNOWN, SELF_PAYING } from '../../support/known-gateways.ts';

describe('the due ledger rows of a booking', () => {
  const rows = (booking: Partial<BookingOnRecord>, payment: Partial<PaymentOnRecord> = {}) => {
    const total = booking.total ?? paisa(120_000);
    const paid = {
      id: 5 as PaymentId,
      status: 'COMPLETE',
      amount: total,
      gateway: 'ESEWA',
      paidAt: START,
      refunds: [],
    };
    const kept = {
      id: 12 as BookingId,
      operatorId: 3 as OperatorId,
      status: 'CONFIRMED',
      total,
      commissionRate: basisPoints(750),
      earnedAt: null,
      parts: [],
      cancelledAt: null,
      cancellationFee: null,
      payments: [{ ...paid, ...payment }],
      change: null,
      changedTo: null,
      agent: null,
      carriedRefunds: [],
      earlierPayments: [],
      ...booking,
    };
    return rowsOfBooking(kept as unknown as BookingOnRecord, KNOWN.known).map(
      ({ kind, debit, credit, amount }) => `${kind} ${debit}/${credit} ${amount}`,
    );
  };
  const cancellation = (traits: Partial<RefundOnRecord>): RefundOnRecord => ({
    id: 7 as RefundId,
    paymentId: 5 as PaymentId,
    bookingId: 12 as BookingId,
    operatorId: 3 as OperatorId,
    reason: 'OPERATOR_CANCELLATION',
    status: 'PAID',
    amount: paisa(120_000),
    method: null,
    takenOver: false,
    drawnFrom: null,
    createdAt: START,
    paidAt: START,
    sentAt: null,
    attempts: 0,
    addedBy: null,
    account: null,
    ...traits,
  });

  it('the audit expects half a paisa of commission rounded up in the ledger rows of an earned booking', () => {
    const earnedAt = hoursAfter(START, 1);
    expect(rows({ total: paisa(20), earnedAt })).to.deep.equal([
      'PAYMENT GATEWAY/UNEARNED 20',
      'EARNED UNEARNED/OPERATOR 18',
      'EARNED UNEARNED/COMMISSION 2',
    ]);
    expect(rows({ total: paisa(19), earnedAt }).slice(1)).to.deep.equal([
      'EARNED UNEARNED/OPERATOR 18',
      'EARNED UNEARNED/COMMISSION 1',
    ]);
  });

  it('the audit expects half a paisa of commission rounded up in the ledger rows of a cancellation fee', () => {
    const cancelled = {
      status: 'CANCELLED',
      cancelledAt: START,
      cancellationFee: paisa(20),
      total: paisa(20),
    } as const;
    expect(rows(cancelled).slice(1)).to.deep.equal([
      'CANCELLATION UNEARNED/OPERATOR 18',
      'CANCELLATION UNEARNED/COMMISSION 2',
    ]);
  });

  for (const [gateway, account] of [
    ['CASH', 'CASH'],
    ['QR', 'CASH'],
    ['ESEWA', 'GATEWAY'],
  ] as const)
    it(`the audit expects a ${gateway} refund without a stored method to be paid from the ledger account ${account}`, () => {
      const cancelled = { status: 'REFUNDED', cancelledAt: START, cancellationFee: paisa(0) } as const;
      const payment = { gateway, status: 'FULL_REFUND', refunds: [cancellation({})] } as const;
      expect(rows(cancelled, payment).at(-1)).to.equal(`REFUND REFUND_DUE/${account} 120000`);
    });

  it('the audit expects a refund that the platform took over from a company’s counter on the ledger account BANK', () => {
    const cancelled = { status: 'REFUNDED', cancelledAt: START, cancellationFee: paisa(0) } as const;
    for (const method of ['ESEWA', 'KHALTI', 'BANK'] as const) {
      const refunds = [cancellation({ method, takenOver: true })];
      expect(rows(cancelled, { gateway: 'CASH', refunds }).at(-1)).to.equal('REFUND REFUND_DUE/BANK 120000');
    }
  });

  it('the audit expects a refund on the ledger account GATEWAY if the payment’s gateway pays it, else on BANK', () => {
    const cancelled = { status: 'REFUNDED', cancelledAt: START, cancellationFee: paisa(0) } as const;
    const creditOf = (gateway: string, traits: Partial<RefundOnRecord>) =>
      rows(cancelled, { gateway, refunds: [cancellation(traits)] })
        .at(-1)
        ?.split(/[/ ]/)[2];
    expect(creditOf('ESEWA', { method: 'ESEWA' })).to.equal('GATEWAY');
    expect(creditOf('ESEWA', { method: 'KHALTI' })).to.equal('BANK');
    expect(creditOf(SELF_PAYING.name, { method: 'AUTOMATIC' })).to.equal('GATEWAY');
    expect(creditOf(SELF_PAYING.name, { method: 'ESEWA' })).to.equal('BANK');
    expect(creditOf('CASH', { method: 'ESEWA' })).to.equal('BANK');
    expect(creditOf('CASH', { method: 'ESEWA', drawnFrom: 'ESEWA' })).to.equal('GATEWAY');
  });
});
