import { expect } from 'chai';
import type { BookingId, LedgerEntryId, OperatorId, PaymentId, RefundId } from '../../../core/kernel/ids.ts';
import { type Paisa, basisPoints, minus, NOTHING, paisa, plus, share } from '../../../core/kernel/money.ts';
import { type Instant, hoursAfter } from '../../../core/kernel/time.ts';
import {
  type BookedMoney,
  cancelled,
  counterPayment,
  earned,
  onlinePayment,
  refundPaid,
} from '../../../core/ledger/entries.ts';
import type { NewEntry } from '../../../core/ledger/entry.ts';
import {
  type StatedEntry,
  type StatementLine,
  columnSums,
  linesOf,
  numberOf,
  sumsOf,
} from '../../../core/ledger/statement.ts';
import { START } from '../../support/clock.ts';

const [PAYMENT, REFUND] = [1 as PaymentId, 2 as RefundId];

interface Traits {
  readonly id?: number;
  readonly total?: number;
  readonly rate?: number;
  readonly departsAt?: Instant;
}

/** Two seats at NPR 1,000.25. The commission is 7.5 %: NPR 150.04, rounded half up. */
function aBooking({ id = 7, total = 200_050, rate = 750, departsAt = START }: Traits = {}) {
  const commission = share(paisa(total), basisPoints(rate));
  const booked: BookedMoney = {
    id: id as BookingId,
    operatorId: 4 as OperatorId,
    total: paisa(total),
    commissionRate: basisPoints(rate),
    commission,
    operatorEarning: minus(paisa(total), commission),
  };
  return { ...booked, code: `BT-${id}`, departsAt };
}

type Given = ReturnType<typeof aBooking>;

/** The ledger rows that a statement includes: rows of the accounts OPERATOR and CASH. */
const stated = (booking: Given, entries: readonly NewEntry[], fee: Paisa | null = null): readonly StatedEntry[] =>
  entries
    .filter(({ debit, credit, amount }) => amount > 0 && [debit, credit].some((one) => /OPERATOR|CASH/.test(one)))
    .map(({ kind, debit, credit, amount }) => ({
      id: 1 as LedgerEntryId,
      at: START,
      kind,
      debit,
      credit,
      amount,
      booking: {
        id: booking.id,
        code: booking.code,
        departsAt: booking.departsAt,
        earned: booking.total,
        cancellations: fee === null ? [] : [{ at: START, amount: booking.total, fee }],
      },
    }));

const journey = (booking: Given) =>
  stated(booking, [...onlinePayment(booking, { paymentId: PAYMENT, gateway: 'ESEWA' }), ...earned(booking)]);

function cancellation(booking: Given, fee: number, { isEarned = false, goodwill = 0 } = {}) {
  const refund = minus(minus(booking.total, paisa(fee)), paisa(goodwill));
  const refunds = [{ paymentId: PAYMENT, refundId: REFUND, amount: refund }];
  const entries = cancelled(booking, { fee: paisa(fee), refund, isEarned, paymentId: PAYMENT, refunds });
  return stated(booking, entries, paisa(fee));
}

const amounts = ({ kind, gross, commission, net }: StatementLine) => [kind, gross, commission, net];

describe('statement lines', () => {
  it('statement lines of a journey show the price, the commission and what the company gets', () => {
    expect(linesOf(journey(aBooking())).map(amounts)).to.deep.equal([['EARNED', 200_050, 15_004, 185_046]]);
  });

  it('statement lines of a cancellation before the journey show the fee, the commission and what the company gets', () => {
    expect(linesOf(cancellation(aBooking(), 50_013)).map(amounts)).to.deep.equal([
      ['CANCELLATION', 50_013, 3_751, 46_262],
    ]);
  });

  it('statement lines leave out a free cancellation before the journey', () => {
    expect(linesOf(cancellation(aBooking(), 0))).to.deep.equal([]);
  });

  it('statement lines subtract the price, the commission and the company’s share of a refunded journey', () => {
    expect(linesOf(cancellation(aBooking(), 0, { isEarned: true })).map(amounts)).to.deep.equal([
      ['CANCELLATION', -200_050, -15_004, -185_046],
    ]);
  });

  it('statement lines subtract only the refunded amounts of a journey that was cancelled with a fee', () => {
    // The refund is 150,037 paisa. The commission of 7.5 % on it is 11,252.775.
    expect(linesOf(cancellation(aBooking(), 50_013, { isEarned: true })).map(amounts)).to.deep.equal([
      ['CANCELLATION', -150_037, -11_253, -138_784],
    ]);
  });

  it('statement lines leave out an earlier goodwill refund, which the platform paid', () => {
    for (const goodwill of [1, 15_003, 15_005, 100_000]) {
      expect(linesOf(cancellation(aBooking(), 50_013, { goodwill })), String(goodwill)).to.deep.equal(
        linesOf(cancellation(aBooking(), 50_013)),
      );
      expect(linesOf(cancellation(aBooking(), 50_013, { goodwill, isEarned: true })), String(goodwill)).to.deep.equal(
        linesOf(cancellation(aBooking(), 50_013, { isEarned: true })),
      );
    }
  });

  it('a statement has one line for each booking and kind, sorted by departure, code and kind', () => {
    const later = hoursAfter(START, 1);
    const [first, second, third] = [
      aBooking({ id: 3, departsAt: later }),
      aBooking({ id: 1, departsAt: later }),
      aBooking({ id: 9 }),
    ];
    const entries = [
      ...cancellation(first, 0, { isEarned: true }),
      ...journey(first),
      ...journey(second),
      ...journey(third),
    ];
    expect(linesOf(entries).map(({ bookingCode, kind }) => [bookingCode, kind])).to.deep.equal([
      ['BT-9', 'EARNED'],
      ['BT-1', 'EARNED'],
      ['BT-3', 'EARNED'],
      ['BT-3', 'CANCELLATION'],
    ]);
  });

  it('statement lines leave out the company’s cash, which only the sums contain', () => {
    const sale = aBooking({ rate: 0 });
    expect(linesOf(stated(sale, counterPayment(sale, PAYMENT)))).to.deep.equal([]);
  });

  it('statement lines cannot be made from ledger rows of a kind that does not belong on statements', () => {
    const [entry] = journey(aBooking());
    expect(() => linesOf([{ ...entry!, kind: 'PAYMENT' }])).to.throw('PAYMENT');
  });

  it('statement lines add up to the total shown for each column', () => {
    const lines = linesOf([...journey(aBooking()), ...cancellation(aBooking({ id: 8 }), 50_013)]);
    expect(columnSums(lines)).to.deep.equal({ gross: 250_063, commission: 18_755, net: 231_308 });
    expect(columnSums([])).to.deep.equal({ gross: 0, commission: 0, net: 0 });
  });
});

describe('statement sums', () => {
  it('statement sums add the earnings to the balance carried over', () => {
    expect(sumsOf(journey(aBooking()), paisa(-85_047))).to.deep.equal({
      openingBalance: -85_047,
      net: 185_046,
      cashHeld: 0,
      total: 99_999,
    });
  });

  it('statement sums subtract cash that the company already holds', () => {
    const sale = aBooking({ rate: 0 });
    const entries = stated(sale, [...counterPayment(sale, PAYMENT), ...earned(sale)]);
    expect(sumsOf(entries, NOTHING)).to.deep.equal({ openingBalance: 0, net: 200_050, cashHeld: 200_050, total: 0 });
  });

  it('statement sums subtract cash that the company took for journeys that have not begun', () => {
    const sale = aBooking({ rate: 0 });
    expect(sumsOf(stated(sale, counterPayment(sale, PAYMENT)), NOTHING)).to.deep.equal({
      openingBalance: 0,
      net: 0,
      cashHeld: 200_050,
      total: -200_050,
    });
  });

  it('statement sums credit the company with refunds that it paid from its till', () => {
    const sale = aBooking({ rate: 0 });
    const refund = { paymentId: PAYMENT, refundId: REFUND, amount: paisa(150_037), from: 'CASH' } as const;
    const paidBack = stated(sale, refundPaid(sale, refund));
    expect(sumsOf(paidBack, NOTHING)).to.deep.equal({
      openingBalance: 0,
      net: 0,
      cashHeld: -150_037,
      total: 150_037,
    });
    // A cash sale, its cancellation and its cash refund leave only the fee. The company already holds the fee as cash.
    const all = [...stated(sale, counterPayment(sale, PAYMENT)), ...cancellation(sale, 50_013), ...paidBack];
    expect(sumsOf(all, NOTHING)).to.deep.equal({ openingBalance: 0, net: 50_013, cashHeld: 50_013, total: 0 });
  });

  it('statement sums equal the total of the statement’s lines, whatever was earned and refunded', () => {
    const booking = aBooking({ total: 333_35 });
    const entries = [
      ...journey(booking),
      ...cancellation(booking, 1, { isEarned: true }),
      ...cancellation(aBooking({ id: 8, total: 99_99 }), 33_33),
    ];
    const { net, total } = sumsOf(entries, paisa(-5));
    expect(net).to.equal(columnSums(linesOf(entries)).net);
    expect(total).to.equal(plus(net, paisa(-5)));
  });
});

describe('statement numbers', () => {
  it('statement numbers have the year and six digits, or more when six are used up', () => {
    expect(numberOf({ year: 2026, sequence: 42 })).to.equal('ST-2026-000042');
    expect(numberOf({ year: 2027, sequence: 1_000_000 })).to.equal('ST-2027-1000000');
  });
});
