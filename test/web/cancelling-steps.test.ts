import { expect } from 'chai';
import { stepsOf } from '../../web/passenger/changes/cancelling.ts';

const HOUR = 3_600_000;
const DEPARTURE = '2026-11-22T04:15:00.000Z';
const before = (hours: number): number => Date.parse(DEPARTURE) - hours * HOUR;

const TIERS = [
  { hours: 48, fee_percent: 0 },
  { hours: 24, fee_percent: 10 },
  { hours: 4, fee_percent: 50 },
];

describe('the steps of a cancellation fee', () => {
  it('the list of cancellation fees begins with the fee that applies now, and ends at the departure', () => {
    expect(stepsOf(TIERS, DEPARTURE, 2_400, before(30))).to.deep.equal([
      { until: before(24), fee: 240, isAll: false },
      { until: before(4), fee: 1_200, isAll: false },
      { until: before(0), fee: 2_400, isAll: true },
    ]);
  });

  it('the list of cancellation fees shows the exact moment at which the fee rises', () => {
    expect(stepsOf(TIERS, DEPARTURE, 100, before(48))[0]).to.deep.equal({ until: before(24), fee: 10, isAll: false });
    expect(stepsOf(TIERS, DEPARTURE, 100, before(48) - 1)[0]).to.include({ until: before(48), fee: 0 });
  });

  it('the list of cancellation fees shows neighbouring periods with the same fee as one', () => {
    const tiers = [
      { hours: 24, fee_percent: 25 },
      { hours: 12, fee_percent: 25 },
      { hours: 0, fee_percent: 100 },
    ];
    expect(stepsOf(tiers, DEPARTURE, 1_000, before(40))).to.deep.equal([
      { until: before(12), fee: 250, isAll: false },
      { until: before(0), fee: 1_000, isAll: true },
    ]);
  });

  it('the list of cancellation fees says that cancelling is free until departure if the company charges nothing', () => {
    expect(stepsOf([{ hours: 0, fee_percent: 0 }], DEPARTURE, 1_000, before(1))).to.deep.equal([
      { until: before(0), fee: 0, isAll: false },
    ]);
  });

  it('the list of cancellation fees rounds each fee to whole paisa', () => {
    expect(stepsOf([{ hours: 1, fee_percent: 12.5 }], DEPARTURE, 950.5, before(2))[0]?.fee).to.equal(118.81);
  });
});
