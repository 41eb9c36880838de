import { expect } from 'chai';
import { windowOf } from '../../../core/road/estimate.ts';
import { progressOf } from '../../../core/road/evidence.ts';
import { type JudgedPoints, type SentPoint, judgePoints } from '../../../core/road/judge-points.ts';
import type { Fix } from '../../../core/road/match-point.ts';
import { aTrackedTrip, cityAt, fixAt, minute, spotBetween } from '../../support/tracked-bus.ts';

const trip = aTrackedTrip();
const bounds = { south: 26, west: 80, north: 31, east: 89 };

const judged = (sent: readonly SentPoint[], now: number, kept: readonly Fix[] = []): JudgedPoints =>
  judgePoints(sent, {
    trip,
    left: [],
    said: null,
    kept,
    bounds,
    now: minute(now),
    window: windowOf(trip, progressOf(trip, [], null, kept), minute(now)),
  });

const reasons = ({ because }: JudgedPoints): readonly string[] =>
  Object.entries(because).flatMap(([reason, count]) => (count > 0 ? [`${reason} ${count}`] : []));

const onRoad = (minutes: number): Fix => fixAt(minutes, spotBetween(cityAt(0), cityAt(1), minutes / 165));

describe('judging the points of a bus', () => {
  it('a point over 2 minutes ahead is FUTURE, even if it is outside, too', () => {
    expect(judged([onRoad(12)], 10).taken).to.equal(1);
    expect(reasons(judged([{ ...onRoad(12.1), lat: 10 }], 10))).to.deep.equal(['FUTURE 1']);
  });

  it('a point of over a day ago is OLD', () => {
    expect(reasons(judged([onRoad(10)], 10 + 24 * 60 + 1))).to.deep.equal(['OLD 1']);
  });

  it('a point without moment, number or place within the bounds is OUTSIDE; the edge is inside', () => {
    const bad = [{ at: null }, { lat: null }, { lon: null }, { lat: 31.000001 }];
    expect(
      reasons(
        judged(
          bad.map((field) => ({ ...onRoad(5), ...field })),
          10,
        ),
      ),
    ).to.deep.equal(['OUTSIDE 4']);
    expect(judged([{ ...onRoad(5), lat: 31 }], 10).taken).to.equal(1);
  });

  it('a point of over 1000 metres is INACCURATE', () => {
    const points = [1_000, 1_000.1, null].map((accuracy, index) => ({ ...onRoad(5 + index), accuracy }));
    expect(judged(points, 10)).to.deep.include({ taken: 2 });
    expect(reasons(judged(points, 10))).to.deep.equal(['INACCURATE 1']);
  });

  it('points are taken from 30 minutes before the departure until 3 hours after the estimated arrival', () => {
    expect(reasons(judged([onRoad(-31), onRoad(-30)], 10))).to.deep.equal(['WINDOW 1']);
    const late = [480, 481].map((minutes) => fixAt(minutes, cityAt(1)));
    expect(reasons(judged(late, 481))).to.deep.equal(['WINDOW 1']);
  });

  it('points are taken until 30 minutes after the arrival', () => {
    const arrived = [fixAt(290, cityAt(3)), fixAt(292, cityAt(3))];
    const points = [320, 320.1].map((minutes) => fixAt(minutes, cityAt(3)));
    expect(reasons(judged(points, 322, arrived))).to.deep.equal(['WINDOW 1']);
  });

  it('a point over 40 km from the newest matched one of 5 minutes before is a JUMP, kept points included', () => {
    const far = spotBetween(cityAt(0), cityAt(1), 0.9);
    expect(reasons(judged([fixAt(14, far), onRoad(10)], 20))).to.deep.equal(['JUMP 1']);
    expect(reasons(judged([fixAt(14, far)], 20, [onRoad(10)]))).to.deep.equal(['JUMP 1']);
    expect(reasons(judged([fixAt(15.1, far)], 20, [onRoad(10)]))).to.deep.equal([]);
    expect(reasons(judged([fixAt(14, far)], 20, [fixAt(12, { lat: 30, lon: 81 })]))).to.deep.equal([]);
  });

  it('a point that is kept already is taken again, and kept once', () => {
    const again = judged([onRoad(5), onRoad(6), onRoad(6)], 10, [onRoad(5)]);
    expect(again.taken).to.equal(3);
    expect(again.fresh.map(({ at }) => at)).to.deep.equal([minute(6)]);
  });
});
