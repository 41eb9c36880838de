import { expect } from 'chai';
import type { Instant } from '../../../core/kernel/time.ts';
import {
  NO_TAPS,
  type Tap,
  type Taps,
  lastLeft,
  leftAt,
  tapNow,
  withTap,
  withoutTaps,
} from '../../../core/trips/taps.ts';

const tap = (stop: number, at: number): Tap => ({ stop, at: at as Instant });

const leftAll = ({ left }: Taps, stops = 4): readonly (number | null)[] =>
  Array.from({ length: stops }, (_, stop) => leftAt(left, stop));

describe('crew reports about stops', () => {
  it('a crew’s report that the bus has left a stop also counts for all stops before it', () => {
    expect(leftAll(withTap(NO_TAPS, tap(1, 50)))).to.deep.equal([50, 50, null, null]);
  });

  it('a bus’s departure time at a stop is the earliest time reported for this stop or a later stop', () => {
    const taps = [tap(0, 40), tap(2, 30), tap(0, 60)].reduce(withTap, NO_TAPS);
    expect(leftAll(taps)).to.deep.equal([30, 30, 30, null]);
    expect(lastLeft(taps.left)).to.equal(2);
  });

  it('withdrawing a report about a stop also withdraws reports about later stops, but not about earlier ones', () => {
    const taps = [tap(0, 10), tap(1, 20), tap(2, 30)].reduce(withTap, NO_TAPS);
    expect(leftAll(withoutTaps(taps, tap(1, 35)))).to.deep.equal([10, null, null, null]);
  });

  it('a report about a stop counts if it was made after the withdrawal of an earlier report', () => {
    const taps = [tap(1, 20), tap(1, 40)].reduce(withTap, NO_TAPS);
    expect(leftAll(withoutTaps(taps, tap(1, 30)))).to.deep.equal([40, 40, null, null]);
  });

  it('a report about a stop that arrives after a newer withdrawal for an earlier stop changes nothing', () => {
    const taps = withoutTaps(NO_TAPS, tap(1, 30));
    expect(withTap(taps, tap(2, 30))).to.equal(taps);
    expect(leftAll(withTap(taps, tap(0, 30)))).to.deep.equal([30, null, null, null]);
    expect(leftAll(withTap(taps, tap(2, 31)))).to.deep.equal([31, 31, 31, null]);
  });

  it('an older withdrawal of a report about a stop does not replace a newer withdrawal', () => {
    const taps = [tap(1, 30), tap(1, 10)].reduce(withoutTaps, NO_TAPS);
    expect(withTap(taps, tap(1, 20))).to.equal(taps);
  });

  it('reports about stops and their withdrawals lead to the same result in any order', () => {
    const acts = [tap(0, 5), tap(1, 10), tap(2, 20), tap(1, 26)].map((one) => (taps: Taps) => withTap(taps, one));
    const backs = [tap(1, 25), tap(2, 15)].map((one) => (taps: Taps) => withoutTaps(taps, one));
    const all = [...acts, ...backs];
    const outcomes = all.flatMap((_, turn) => [
      [...all.slice(turn), ...all.slice(0, turn)],
      [...all.slice(turn), ...all.slice(0, turn)].reverse(),
    ]);
    for (const order of outcomes)
      expect(leftAll(order.reduce((taps, act) => act(taps), NO_TAPS))).to.deep.equal([5, 26, null, null]);
  });

  it('a departure that is reported at the moment of a withdrawal still counts', () => {
    expect(leftAll(tapNow(withoutTaps(NO_TAPS, tap(0, 10)), tap(0, 10)))).to.deep.equal([10, null, null, null]);
  });
});
