import { expect } from 'chai';
import { basisPoints, paisa, parseRupees, toRupees } from '../../../core/kernel/money.ts';
import { priceOf } from '../../../core/bookings/price.ts';

const TEN_PERCENT = basisPoints(1_000);

describe('the price of seats', () => {
  it('the price of several seats is exact to the paisa: three times 33.35 is 100.05', () => {
    const price = priceOf(parseRupees('33.35')!, 3, TEN_PERCENT);
    expect(toRupees(price.total)).to.equal(100.05);
    expect(price).to.deep.equal({ total: 10_005, commissionRate: 1_000, commission: 1_001, operatorEarning: 9_004 });
  });

  it('the price and commission of the largest booking are exact to the paisa, at any rate', () => {
    const [fare, seats] = [paisa(999_999_999), 999];
    expect(priceOf(fare, seats, basisPoints(10_000))).to.include({
      total: 998_999_999_001,
      commission: 998_999_999_001,
      operatorEarning: 0,
    });
    expect(priceOf(fare, seats, basisPoints(9_999))).to.include({ commission: 998_900_099_001 });
  });

  it('the commission on a price is rounded half up to the paisa, and the rest is the operator’s', () => {
    const cases = [
      [1, 1_000, 0],
      [4, 1_000, 0],
      [5, 1_000, 1],
      [6, 1_000, 1],
      [10_000, 1_275, 1_275],
      [10_000, 0, 0],
      [10_000, 10_000, 10_000],
      [20_002, 2_500, 5_001],
    ] as const;
    for (const [total, rate, commission] of cases) {
      expect(priceOf(paisa(total), 1, basisPoints(rate)), `${total} at ${rate}`).to.include({
        total,
        commission,
        operatorEarning: total - commission,
      });
    }
  });
});
