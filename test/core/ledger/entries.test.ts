import { expect } from 'chai';
import type {
  AdjustmentId,
  BookingId,
  OperatorId,
  PaymentId,
  ReceiptId,
  RefundId,
  StatementId,
} from '../../../core/kernel/ids.ts';
import { basisPoints, minus, NOTHING, paisa } from '../../../core/kernel/money.ts';
import { priceOf } from '../../../core/bookings/price.ts';
import type { NewEntry } from '../../../core/ledger/entry.ts';
import {
  type RefundSource,
  adjusted,
  cancelled,
  counterPayment,
  earned,
  goodwill,
  onlinePayment,
  unusedPayment,
  payout,
  received,
  refundPaid,
  settlement,
} from '../../../core/ledger/entries.ts';

const [BOOKING, COMPANY, PAYMENT, REFUND] = [1 as BookingId, 2 as OperatorId, 3 as PaymentId, 4 as RefundId];
const STATEMENT = 5 as StatementId;

/**
 * A booking of two seats at 1,233.37 rupees, with 7.5 % commission. The commission on 246,674 paisa is 18,500.55,
 * rounded to 18,501.
 */
const booking = {
  id: BOOKING,
  operatorId: COMPANY,
  ...priceOf(paisa(123_337), 2, basisPoints(750)),
};

const pairs = (entries: readonly NewEntry[]): readonly string[] =>
  entries.filter(({ amount }) => amount !== 0).map(({ debit, credit, amount }) => `${debit}/${credit} ${amount}`);

const about = {
  bookingId: BOOKING,
  operatorId: COMPANY,
  paymentId: null,
  refundId: null,
  statementId: null,
  gateway: null,
  adjustmentId: null,
  receiptId: null,
  agentId: null,
  agentPaymentId: null,
};

const ONLINE = { paymentId: PAYMENT, gateway: 'ESEWA' };

describe('ledger rows', () => {
  const PAID = { paymentId: PAYMENT, refundId: REFUND };
  const cancel = (traits: { fee?: number; refund?: number; isEarned?: boolean } = {}) => {
    const fee = paisa(traits.fee ?? 0);
    const refund = paisa(traits.refund ?? minus(booking.total, fee));
    const refunds = [{ ...PAID, amount: refund }];
    return cancelled(booking, { paymentId: PAYMENT, refunds, isEarned: false, ...traits, fee, refund });
  };

  it('the ledger records an online payment as a debit of the gateway and a credit of the account UNEARNED', () => {
    expect(onlinePayment(booking, { paymentId: PAYMENT, gateway: 'ESEWA' })).to.deep.equal([
      { ...about, kind: 'PAYMENT', debit: 'GATEWAY', credit: 'UNEARNED', amount: 246_674, ...ONLINE },
    ]);
  });

  it('the ledger records a counter sale as a debit of the company’s cash', () => {
    expect(counterPayment(booking, PAYMENT)).to.deep.equal([
      { ...about, kind: 'PAYMENT', debit: 'CASH', credit: 'UNEARNED', amount: 246_674, paymentId: PAYMENT },
    ]);
  });

  it('the ledger records a payment that arrives too late for its booking as a credit of the account REFUND_DUE', () => {
    expect(unusedPayment(booking, { ...PAID, gateway: 'ESEWA', amount: paisa(246_674) })).to.deep.equal([
      { ...about, ...PAID, kind: 'PAYMENT', debit: 'GATEWAY', credit: 'REFUND_DUE', amount: 246_674, gateway: 'ESEWA' },
    ]);
  });

  it('the fare of a booking is split in the ledger into the company’s share and the commission at departure', () => {
    expect(earned(booking)).to.deep.equal([
      { ...about, kind: 'EARNED', debit: 'UNEARNED', credit: 'OPERATOR', amount: 228_173 },
      { ...about, kind: 'EARNED', debit: 'UNEARNED', credit: 'COMMISSION', amount: 18_501 },
    ]);
  });

  describe('ledger rows of a cancellation', () => {
    it('a cancellation without a fee credits the whole price to the ledger account REFUND_DUE', () => {
      expect(cancel().filter(({ amount }) => amount > 0)).to.deep.equal([
        { ...about, ...PAID, kind: 'CANCELLATION', debit: 'UNEARNED', credit: 'REFUND_DUE', amount: 246_674 },
      ]);
    });

    it('a cancellation fee is split in the ledger by the booking’s commission rate, rounded half up', () => {
      // A fee of 25 % is 61,668.5 paisa, rounded to 61,669. The commission of 7.5 % on the fee is 4,625.175.
      expect(pairs(cancel({ fee: 61_669 }))).to.deep.equal([
        'UNEARNED/REFUND_DUE 185005',
        'UNEARNED/OPERATOR 57044',
        'UNEARNED/COMMISSION 4625',
      ]);
      expect(pairs(cancel({ fee: 20, refund: 246_654 }))).to.deep.equal([
        'UNEARNED/REFUND_DUE 246654',
        'UNEARNED/OPERATOR 18',
        'UNEARNED/COMMISSION 2',
      ]);
    });

    it('ledger rows of a cancellation name the payment, and the refund if there is one', () => {
      expect(cancel({ fee: 61_669 }).map(({ paymentId, refundId }) => [paymentId, refundId])).to.deep.equal([
        [PAYMENT, REFUND],
        ...[1, 2, 3].map(() => [PAYMENT, null]),
      ]);
    });

    it('a cancellation with a fee of the whole price has the same ledger rows as a booking whose trip departs', () => {
      expect(pairs(cancel({ fee: booking.total }))).to.deep.equal([
        'UNEARNED/OPERATOR 228173',
        'UNEARNED/COMMISSION 18501',
      ]);
    });

    it('a cancellation after a goodwill refund credits the amount of that refund to the platform in the ledger', () => {
      expect(pairs(cancel({ fee: 61_669, refund: 185_005 - 50_000 }))).to.deep.equal([
        'UNEARNED/REFUND_DUE 135005',
        'UNEARNED/COMMISSION 50000',
        'UNEARNED/OPERATOR 57044',
        'UNEARNED/COMMISSION 4625',
      ]);
    });

    it('a cancellation after the journey takes the refund from the shares of company and platform in the ledger', () => {
      expect(pairs(cancel({ isEarned: true }))).to.deep.equal([
        'OPERATOR/REFUND_DUE 228173',
        'COMMISSION/REFUND_DUE 18501',
      ]);
    });

    it('a cancellation with a fee after the journey takes the refund, but not the fee, from the shares of company and platform', () => {
      // The refund is 185,005 paisa. The commission of 7.5 % on it is 13,875.375.
      expect(pairs(cancel({ isEarned: true, fee: 61_669 }))).to.deep.equal([
        'OPERATOR/REFUND_DUE 171130',
        'COMMISSION/REFUND_DUE 13875',
      ]);
      expect(pairs(cancel({ isEarned: true, fee: booking.total }))).to.deep.equal([]);
    });

    it('a cancellation after the journey costs the company the same in the ledger with or without a goodwill refund', () => {
      expect(pairs(cancel({ isEarned: true, refund: 246_674 - 10_000 }))).to.deep.equal([
        'OPERATOR/REFUND_DUE 228173',
        'COMMISSION/REFUND_DUE 8501',
      ]);
      expect(pairs(cancel({ isEarned: true, refund: 246_674 - 50_000 }))).to.deep.equal([
        'OPERATOR/REFUND_DUE 196674',
        'OPERATOR/COMMISSION 31499',
      ]);
      expect(pairs(cancel({ isEarned: true, refund: 0 }))).to.deep.equal(['OPERATOR/COMMISSION 228173']);
    });
  });

  it('a goodwill refund is charged to the platform’s commission in the ledger', () => {
    expect(goodwill(booking, { ...PAID, amount: paisa(5_001) })).to.deep.equal([
      { ...about, ...PAID, kind: 'GOODWILL', debit: 'COMMISSION', credit: 'REFUND_DUE', amount: 5_001 },
    ]);
  });

  it('a refund’s ledger row names the account from which it was paid', () => {
    const creditOf = (from: RefundSource) => pairs(refundPaid(booking, { ...PAID, amount: paisa(7), from }));
    expect([creditOf({ gateway: 'KHALTI' }), creditOf('BANK'), creditOf('CASH')]).to.deep.equal([
      ['REFUND_DUE/GATEWAY 7'],
      ['REFUND_DUE/BANK 7'],
      ['REFUND_DUE/CASH 7'],
    ]);
    expect(refundPaid(booking, { ...PAID, amount: paisa(7), from: 'BANK' })[0]).to.include({
      ...PAID,
      kind: 'REFUND',
    });
  });

  it('a payout to a company clears the company’s cash in the ledger first, and then transfers the rest from the bank', () => {
    const paid = (cashHeld: number, total: number) =>
      payout({ statementId: STATEMENT, operatorId: COMPANY, cashHeld: paisa(cashHeld), total: paisa(total) });
    expect(pairs(paid(300, 700))).to.deep.equal(['OPERATOR/CASH 300', 'OPERATOR/BANK 700']);
    expect(pairs(paid(-300, 700))).to.deep.equal(['CASH/OPERATOR 300', 'OPERATOR/BANK 700']);
    expect(pairs(paid(300, -1))).to.deep.equal(['OPERATOR/CASH 300']);
    expect(pairs(paid(0, 0))).to.deep.equal([]);
    expect(paid(300, 700)[0]).to.deep.equal({
      ...about,
      kind: 'PAYOUT',
      debit: 'OPERATOR',
      credit: 'CASH',
      amount: 300,
      bookingId: null,
      statementId: STATEMENT,
    });
  });

  it('a gateway settlement has one ledger row for the amount that arrived and one for the fee that the gateway kept', () => {
    expect(pairs(settlement(paisa(97_000), paisa(3_000), 'ESEWA'))).to.deep.equal([
      'BANK/GATEWAY 97000',
      'FEES/GATEWAY 3000',
    ]);
    expect(pairs(settlement(paisa(97_000), NOTHING, 'ESEWA'))).to.deep.equal(['BANK/GATEWAY 97000']);
    expect(settlement(paisa(1), NOTHING, 'ESEWA')[0]).to.include({
      kind: 'SETTLEMENT',
      bookingId: null,
      operatorId: null,
    });
    expect(settlement(paisa(1), NOTHING, 'ESEWA')[0]).to.include({ gateway: 'ESEWA' });
  });

  it('a refund’s ledger row names a gateway only if the gateway paid the refund', () => {
    const gatewayOf = (from: RefundSource) => refundPaid(booking, { ...PAID, amount: paisa(7), from })[0]!.gateway;
    expect([gatewayOf({ gateway: 'KHALTI' }), gatewayOf('BANK')]).to.deep.equal(['KHALTI', null]);
  });

  it('an adjustment’s ledger row has the accounts and the amount of the adjustment', () => {
    const id = 6 as AdjustmentId;
    const given = { id, debit: 'FEES', credit: 'GATEWAY', amount: paisa(1_500) } as const;
    expect(adjusted({ ...given, operatorId: null, gateway: 'ESEWA' })).to.deep.equal([
      {
        ...about,
        kind: 'ADJUSTMENT',
        debit: 'FEES',
        credit: 'GATEWAY',
        amount: 1_500,
        bookingId: null,
        operatorId: null,
        gateway: 'ESEWA',
        adjustmentId: id,
      },
    ]);
    const [row] = adjusted({ ...given, debit: 'COMMISSION', credit: 'OPERATOR', operatorId: COMPANY, gateway: null });
    expect(row).to.include({ operatorId: COMPANY, gateway: null });
  });

  it('a receipt of money from a company reduces the company’s debt in the ledger', () => {
    const receiptId = 7 as ReceiptId;
    expect(received({ receiptId, operatorId: COMPANY, amount: paisa(30_000) })).to.deep.equal([
      {
        ...about,
        kind: 'RECEIPT',
        debit: 'BANK',
        credit: 'OPERATOR',
        amount: 30_000,
        bookingId: null,
        receiptId,
      },
    ]);
  });
});
