import { expect } from 'chai';
import { toLine } from '../../../core/audit/finding.ts';
import type { Chain, WholeSums } from '../../../core/audit/money-in-sums.ts';
import { chainFaults, wholeFaults } from '../../../core/audit/sums.ts';
import { KNOWN } from '../../support/known-gateways.ts';

describe('sums that know no reasons', () => {
  const OLD = {
    code: 'BT1',
    status: 'CANCELLED',
    total: 150_000,
    partsFee: 0,
    lastFee: 15_000,
    isEarned: false,
    isReplaced: true,
  };
  const MADE = { ...OLD, code: 'BT2', status: 'CONFIRMED', total: 90_000, lastFee: null, isReplaced: false };
  const CHANGED: Chain = {
    id: 1,
    bookings: [OLD, MADE],
    payments: [{ id: 7, status: 'COMPLETE', amount: 150_000 }],
    refunds: [{ paymentId: 7, reason: 'CHANGE', amount: 45_000 }],
  };
  const lines = (chain: Partial<Chain>) => chainFaults({ ...CHANGED, ...chain }).map(toLine);

  it('the money of a changed booking is its refunds, the fee that was kept and the new price', () => {
    expect(lines({})).to.deep.equal([]);
  });

  it('a change of a booking that the company had earned before is found by the sum of its chain', () => {
    const late = { id: 8, status: 'COMPLETE', amount: 90_000 };
    const bookings = [
      { ...OLD, lastFee: 0, isEarned: true },
      { ...MADE, total: 240_000 },
    ];
    expect(lines({ bookings, payments: [...CHANGED.payments, late], refunds: [] })).to.deep.equal([
      'CHAIN_DIFFERS: BT1, BT2: NPR 2400 came, NPR 0 went back, NPR 0 are kept as fees and NPR 3900 stand, so NPR -1500 are unexplained (booking 1)',
    ]);
  });

  it('a chain of bookings that gives back more, or keeps more, than came is found', () => {
    const [refund] = CHANGED.refunds;
    for (const amount of [44_999, 45_001]) expect(lines({ refunds: [{ ...refund!, amount }] })).to.have.length(1);
    expect(lines({ bookings: [{ ...OLD, lastFee: 15_001 }, MADE] })).to.have.length(1);
    expect(lines({ bookings: [OLD, { ...MADE, total: 89_999 }] })).to.have.length(1);
  });

  it('goodwill may be recovered from the price of a chain, at most as much as was given', () => {
    const given = { paymentId: 7, reason: 'GOODWILL', amount: 20_000 };
    const refunds = [...CHANGED.refunds, given];
    const bookings = [OLD, { ...MADE, total: 70_000 }];
    expect(lines({ refunds, bookings })).to.deep.equal([]);
    expect(lines({ refunds, bookings: [OLD, { ...MADE, total: 69_999 }] })).to.have.length(1);
  });

  it('a payment of which another amount came counts with the amount that came', () => {
    const refunds = [{ paymentId: 7, reason: 'AMOUNT_DIFFERS', amount: 60_000 }];
    expect(lines({ bookings: [{ ...MADE, status: 'EXPIRED' }], refunds })).to.deep.equal([]);
  });

  const WHOLE: WholeSums = {
    unearned: 500,
    unearnedInLedger: 500,
    arrived: [{ gateway: 'ESEWA', amount: 1_000 }],
    refunded: [{ gateway: 'ESEWA', method: 'ESEWA', takenOver: false, drawnFrom: null, amount: 200 }],
    settled: [{ gateway: 'ESEWA', amount: 300 }],
    adjusted: [{ gateway: 'ESEWA', amount: -100 }],
    inLedger: [{ gateway: 'ESEWA', amount: 400 }],
  };

  it('a gateway holds its payments less the refunds that it paid, its settlements and its adjustments', () => {
    expect(wholeFaults(WHOLE, KNOWN.known)).to.deep.equal([]);
    const byBank = { ...WHOLE.refunded[0]!, method: 'BANK' };
    expect(wholeFaults({ ...WHOLE, refunded: [byBank] }, KNOWN.known).map(toLine)).to.deep.equal([
      'GATEWAY_DIFFERS: ESEWA stands at NPR 4; NPR 10 came, NPR 0 it gave back and NPR 3 it settled, so it should hold NPR 6 (gateway ESEWA)',
    ]);
  });

  it('account UNEARNED in all is the price of the journeys that are ahead', () => {
    expect(wholeFaults({ ...WHOLE, unearnedInLedger: 501 }, KNOWN.known).map(toLine)).to.deep.equal([
      'UNEARNED_DIFFERS: UNEARNED holds NPR 5.01, and the journeys that are ahead are of NPR 5 (account UNEARNED)',
    ]);
  });
});
