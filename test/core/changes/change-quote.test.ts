import { expect } from 'chai';
import { changeFee, quoteOfChange } from '../../../core/changes/change-quote.ts';
import { basisPoints, paisa } from '../../../core/kernel/money.ts';
import { hoursAfter } from '../../../core/kernel/time.ts';
import { START } from '../../support/clock.ts';
import { CHANGE_TIERS } from '../../support/changing.ts';

/** Computes a quote from amounts in rupees. `left` is the part of the payment that was not refunded. */
const quote = (total: number, left: number, fee: number, price: number) => {
  const { isFree, ...amounts } = quoteOfChange(
    paisa(total * 100),
    paisa(left * 100),
    paisa(fee * 100),
    paisa(price * 100),
  );
  return { ...Object.fromEntries(Object.entries(amounts).map(([name, amount]) => [name, amount / 100])), isFree };
};

describe('the quote of a change to another trip', () => {
  it('the quote of a change to a dearer trip asks for the difference and the change fee', () => {
    expect(quote(1_000, 1_000, 100, 1_200)).to.deep.equal({
      oldTotal: 1_000,
      fee: 100,
      credit: 900,
      newTotal: 1_200,
      toPay: 300,
      toRefund: 0,
      isFree: false,
    });
  });

  it('the quote of a change to a cheaper trip refunds the credit that is left over', () => {
    expect(quote(1_000, 1_000, 100, 700)).to.include({ credit: 900, newTotal: 700, toPay: 0, toRefund: 200 });
  });

  it('the quote of a change lowers the new price to the credit if less than Rs 10 would have to be paid', () => {
    expect(quote(1_000, 1_000, 100, 905)).to.include({ newTotal: 900, toPay: 0, toRefund: 0 });
    expect(quote(1_000, 1_000, 100, 909.99)).to.include({ newTotal: 900, toPay: 0, toRefund: 0 });
    expect(quote(1_000, 1_000, 100, 910)).to.include({ newTotal: 910, toPay: 10, toRefund: 0 });
    expect(quote(1_000, 1_000, 100, 900)).to.include({ newTotal: 900, toPay: 0, toRefund: 0 });
  });

  it('the quote of a change gives no credit for money that was already refunded', () => {
    expect(quote(1_000, 100, 0, 1_000)).to.include({ credit: 100, toPay: 900, newTotal: 1_000, isFree: true });
    expect(quote(1_000, 50, 100, 1_000)).to.include({ credit: 0, toPay: 1_000 });
  });

  it('the quote of a change gives no credit for money paid beyond the price of the booking', () => {
    expect(quote(900, 1_000, 0, 800)).to.include({ credit: 900, toRefund: 100 });
  });

  it('the fee of a change follows the change tiers, is rounded half up, and is the whole price where no tier applies', () => {
    const booking = { total: paisa(33_335), changeTiers: CHANGE_TIERS };
    const fee = (hours: number, of: Parameters<typeof changeFee>[0] = booking) =>
      changeFee(of, { departsAt: hoursAfter(START, hours) }, START, [{ hours: 0, fee: basisPoints(5_000) }]);
    expect([fee(24), fee(23.9), fee(2), fee(1.9)]).to.deep.equal([0, 3_334, 3_334, 33_335]);
    expect(fee(1, { ...booking, changeTiers: null })).to.equal(16_668);
  });
});
