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

/** Two seats at 1,233.37 rupees and 7.5 %: 246,674 paisa, of which 18,501 (of 18,500.55) are commission. */
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
};

const ONLINE = { paymentId: PAYMENT, gateway: 'ESEWA' };

describe('ledger rows', () => {
  const PAID = { paymentId: PAYMENT, refundId: REFUND };
  const cancel = (traits: { fee?: number; refund?: number; isEarned?: boolean } = {}) => {
    const fee = paisa(traits.fee ?? 0);
    const refund = paisa(traits.refund ?? minus(booking.total, fee));
    return cancelled(booking, { ...PAID, isEarned: false, ...traits, fee, refund });
  };

  it('ledger rows of an online payment debit the gateway and credit the account UNEARNED', () => {
    expect(onlinePayment(booking, { paymentId: PAYMENT, gateway: 'ESEWA' })).to.deep.equal([
      { ...about, kind: 'PAYMENT', debit: 'GATEWAY', credit: 'UNEARNED', amount: 246_674, ...ONLINE },
    ]);
  });

  it('ledger rows of a counter sale debit the company’s cash', () => {
    expect(counterPayment(booking, PAYMENT)).to.deep.equal([
      { ...about, kind: 'PAYMENT', debit: 'CASH', credit: 'UNEARNED', amount: 246_674, paymentId: PAYMENT },
    ]);
  });

  it('ledger rows of a payment that comes too late for its booking credit the account REFUND_DUE', () => {
    expect(unusedPayment(booking, { ...PAID, gateway: 'ESEWA', amount: paisa(246_674) })).to.deep.equal([
      { ...about, ...PAID, kind: 'PAYMENT', debit: 'GATEWAY', credit: 'REFUND_DUE', amount: 246_674, gateway: 'ESEWA' },
    ]);
  });

  it('ledger rows of a booking whose trip departs are the company’s share and the commission', () => {
    expect(earned(booking)).to.deep.equal([
      { ...about, kind: 'EARNED', debit: 'UNEARNED', credit: 'OPERATOR', amount: 228_173 },
      { ...about, kind: 'EARNED', debit: 'UNEARNED', credit: 'COMMISSION', amount: 18_501 },
    ]);
  });

  describe('ledger rows of a cancellation', () => {
    it('ledger rows of a cancellation without a fee owe the whole price as a refund', () => {
      expect(cancel().filter(({ amount }) => amount > 0)).to.deep.equal([
        { ...about, ...PAID, kind: 'CANCELLATION', debit: 'UNEARNED', credit: 'REFUND_DUE', amount: 246_674 },
      ]);
    });

    it('ledger rows of a cancellation split the fee by the booking’s commission rate, rounded half up', () => {
      // 25 % are 61,668.5, so 61,669 paisa; 7.5 % of those are 4,625.175.
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

    it('ledger rows of a cancellation name the payment, and the refund where there is one', () => {
      expect(cancel({ fee: 61_669 }).map(({ paymentId, refundId }) => [paymentId, refundId])).to.deep.equal([
        [PAYMENT, REFUND],
        ...[1, 2, 3].map(() => [PAYMENT, null]),
      ]);
    });

    it('ledger rows of a cancellation with a fee of the whole price equal those of a booking whose trip departs', () => {
      expect(pairs(cancel({ fee: booking.total }))).to.deep.equal([
        'UNEARNED/OPERATOR 228173',
        'UNEARNED/COMMISSION 18501',
      ]);
    });

    it('ledger rows of a cancellation after a goodwill refund return that amount to the platform', () => {
      expect(pairs(cancel({ fee: 61_669, refund: 185_005 - 50_000 }))).to.deep.equal([
        'UNEARNED/REFUND_DUE 135005',
        'UNEARNED/COMMISSION 50000',
        'UNEARNED/OPERATOR 57044',
        'UNEARNED/COMMISSION 4625',
      ]);
    });

    it('ledger rows of a cancellation after the journey take back the shares of company and platform', () => {
      expect(pairs(cancel({ isEarned: true }))).to.deep.equal([
        'OPERATOR/REFUND_DUE 228173',
        'COMMISSION/REFUND_DUE 18501',
      ]);
    });

    it('ledger rows of a cancellation with a fee after the journey take back only the refunded part of both shares', () => {
      // 7.5 % of 185,005 are 13,875.375.
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

  it('ledger rows of a goodwill refund are charged to the platform’s commission', () => {
    expect(goodwill(booking, { ...PAID, amount: paisa(5_001) })).to.deep.equal([
      { ...about, ...PAID, kind: 'GOODWILL', debit: 'COMMISSION', credit: 'REFUND_DUE', amount: 5_001 },
    ]);
  });

  it('ledger rows of a refund name the account that paid it', () => {
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

  it('ledger rows of a payout clear the company’s cash first, and then transfer the rest from the bank', () => {
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

  it('ledger rows of a gateway’s settlement are the amount that arrived and the fee that the gateway kept', () => {
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

  it('ledger rows of a refund name the gateway only if the gateway paid it', () => {
    const gatewayOf = (from: RefundSource) => refundPaid(booking, { ...PAID, amount: paisa(7), from })[0]!.gateway;
    expect([gatewayOf({ gateway: 'KHALTI' }), gatewayOf('BANK')]).to.deep.equal(['KHALTI', null]);
  });

  it('ledger rows of an adjustment have the accounts and the amount of the adjustment', () => {
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

  it('ledger rows of a receipt of money from a company reduce the company’s debt', () => {
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
