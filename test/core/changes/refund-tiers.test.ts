import { expect } from 'chai';
import fc from 'fast-check';
import { quoteFor, quoteRefund } from '../../../core/changes/refund-tiers.ts';
import type { RefundTier } from '../../../core/companies/company.ts';
import { basisPoints, paisa } from '../../../core/kernel/money.ts';
import { type Instant, hoursAfter } from '../../../core/kernel/time.ts';

const DEPARTS = Date.UTC(2026, 11, 1, 1, 15) as Instant;
const tier = (hours: number, percent: number): RefundTier => ({ hours, fee: basisPoints(Math.round(percent * 100)) });
const USUAL = [tier(48, 0), tier(24, 10), tier(12, 25), tier(4, 50), tier(0, 100)];

const ACTIVE = { status: 'ACTIVE', departsAt: DEPARTS, departedAt: null } as const;

const quoteAt = (hoursBefore: number, tiers: readonly RefundTier[] = USUAL, total = 240_000) =>
  quoteRefund(paisa(total), ACTIVE, hoursAfter(DEPARTS, -hoursBefore), tiers);
const sentenceAt = (hoursBefore: number, tiers: readonly RefundTier[] = USUAL) => quoteAt(hoursBefore, tiers).tier;

describe('refund tiers', () => {
  it('cancellation tiers set the fee by the time left until departure, to the millisecond', () => {
    const moment = 1 / 3_600_000;
    const fees = [200, 48, 48 - moment, 24, 24 - moment, 12, 12 - moment, 4, 4 - moment, moment].map(
      (hours) => quoteAt(hours).fee,
    );
    expect(fees).to.deep.equal([0, 0, 24_000, 24_000, 60_000, 60_000, 120_000, 120_000, 240_000, 240_000]);
  });

  it('the cancellation tier that applies now is explained in a sentence', () => {
    expect([72, 30, 12, 5, 1].map((hours) => sentenceAt(hours))).to.deep.equal([
      '0% fee: 48 hours or more before departure',
      '10% fee: 24 to 48 hours before departure',
      '25% fee: 12 to 24 hours before departure',
      '50% fee: 4 to 12 hours before departure',
      '100% fee: less than 4 hours before departure',
    ]);
  });

  it('cancellation tiers of any kind refund nothing once the bus has left', () => {
    for (const hours of [0, -3])
      expect(quoteAt(hours, [tier(0, 5)])).to.deep.equal({
        fee: 240_000,
        refund: 0,
        tier: '100% fee: after departure',
      });
  });

  it('cancellation tiers are described correctly in words with decimals, with one hour and with only one tier', () => {
    expect(sentenceAt(2, [tier(1.5, 7.5), tier(0.1 + 0.2, 12.25)])).to.equal(
      '7.5% fee: 1.5 hours or more before departure',
    );
    expect(sentenceAt(1, [tier(1.5, 7.5), tier(0.1 + 0.2, 12.25)])).to.equal(
      '12.25% fee: 0.3 to 1.5 hours before departure',
    );
    expect(sentenceAt(0.5, [tier(1, 0), tier(0, 80)])).to.equal('80% fee: less than 1 hour before departure');
    expect(sentenceAt(1, [tier(1, 0), tier(0, 80)])).to.equal('0% fee: 1 hour or more before departure');
    expect(sentenceAt(1, [tier(0, 15)])).to.equal('15% fee: any time before departure');
  });

  it('cancellation tiers refund nothing shortly before departure if no tier covers that time', () => {
    expect(quoteAt(3, [tier(48, 0), tier(6, 30)])).to.deep.equal({
      fee: 240_000,
      refund: 0,
      tier: '100% fee: less than 6 hours before departure',
    });
  });

  it('cancellation tiers do not apply to a trip that the bus company has cancelled: the refund is always full', () => {
    const off = { ...ACTIVE, status: 'CANCELLED' } as const;
    const quote = (hoursBefore: number) => quoteRefund(paisa(240_000), off, hoursAfter(DEPARTS, -hoursBefore), USUAL);
    const free = { fee: 0, refund: 240_000, tier: '0% fee: the bus company cancelled this trip' };
    for (const hours of [72, 30, 1, 0, -48]) expect(quote(hours)).to.deep.equal(free);
  });

  it('the least fee of a changed booking is charged, unless the company cancelled the trip or changed its time or bus', () => {
    const bus = { type: 'SEATER' };
    const changed = {
      status: 'CONFIRMED',
      total: paisa(240_000),
      cancellationTiers: USUAL,
      leastFee: basisPoints(10_000),
      bookedFor: { departsAt: DEPARTS, busType: bus.type },
    } as const;
    const refunded = (trip: Partial<typeof ACTIVE | { status: 'CANCELLED'; departsAt: Instant; bus: typeof bus }>) =>
      quoteFor(changed, { ...ACTIVE, bus, ...trip }, hoursAfter(DEPARTS, -72), []).refund;
    expect(refunded({})).to.equal(0);
    expect(refunded({ status: 'CANCELLED' })).to.equal(240_000);
    expect(refunded({ departsAt: hoursAfter(DEPARTS, 0.5) })).to.equal(240_000);
    expect(refunded({ departsAt: hoursAfter(DEPARTS, 0.4) })).to.equal(0);
    expect(refunded({ bus: { type: 'SLEEPER' } })).to.equal(240_000);
  });

  it('cancellation tiers refund nothing once the bus has left, even if it left early', () => {
    const gone = { ...ACTIVE, departedAt: hoursAfter(DEPARTS, -3) };
    const quote = quoteRefund(paisa(240_000), gone, hoursAfter(DEPARTS, -2), USUAL);
    expect(quote).to.deep.equal({ fee: 240_000, refund: 0, tier: '100% fee: after departure' });
  });

  it('cancellation tiers round the fee half up to the paisa', () => {
    expect(quoteAt(30, USUAL, 10_005)).to.include({ fee: 1_001, refund: 9_004 });
    expect(quoteAt(30, USUAL, 10_004)).to.include({ fee: 1_000, refund: 9_004 });
    expect(quoteAt(13, [tier(0, 33.33)], 10_015)).to.include({ fee: 3_338 });
  });

  it('cancellation tiers split every amount into fee and refund, and cancelling earlier never costs more', () => {
    fc.assert(
      fc.property(fc.nat(100_000_000), fc.nat(400), fc.nat(400), (total, one, other) => {
        const [late, early] = [Math.min(one, other), Math.max(one, other)].map((hours) =>
          quoteAt(hours / 4, USUAL, total),
        );
        expect(late!.fee + late!.refund).to.equal(total);
        expect(late!.refund).to.be.at.least(0);
        expect(early!.fee).to.be.at.most(late!.fee);
      }),
    );
  });
});
