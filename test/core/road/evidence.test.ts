import { expect } from 'chai';
import { type Progress, progressOf } from '../../../core/road/evidence.ts';
import { type Fix, matchPoint } from '../../../core/road/match-point.ts';
import { marksOf } from '../../../core/road/tracked-trip.ts';
import type { Tap } from '../../../core/trips/taps.ts';
import { aTrackedTrip, cityAt, fixAt, minute, spotBetween } from '../../support/tracked-bus.ts';

const trip = aTrackedTrip();
const between = (from: number, share: number, minutes: number): Fix =>
  fixAt(minutes, spotBetween(cityAt(from), cityAt(from + 1), share));
const known = (points: readonly Fix[], taps: readonly Tap[] = []): Progress => progressOf(trip, taps, null, points);
const tap = (stop: number, minutes: number): Tap => ({ stop, at: minute(minutes) });

describe('evidence of where a bus is', () => {
  it('two points behind a stop, 2 minutes apart, make the bus past it', () => {
    expect(known([between(1, 0.5, 190), between(1, 0.52, 191)]).past).to.equal(-1);
    expect(known([between(1, 0.5, 190), between(1, 0.52, 192)]).past).to.equal(1);
  });

  it('two points behind a stop do not count with a point before it between them', () => {
    const back = [between(1, 0.2, 190), between(0, 0.9, 191), between(1, 0.2, 192)];
    expect(known(back).past).to.equal(0);
  });

  it('points near the last mark make no stop past', () => {
    expect(known([fixAt(100, cityAt(3)), fixAt(110, cityAt(3))]).past).to.equal(-1);
  });

  it('points are matched from the last stop past onward', () => {
    expect(matchPoint(trip, 1, between(0, 0.9, 170))?.planned).to.equal(minute(165));
    expect(matchPoint(trip, -1, between(0, 0.9, 170))?.planned).to.be.closeTo(minute(144), 1_000);
  });

  it('the latest of taps and points counts, and a tap that is taken back is as if never made', () => {
    const points = [between(0, 0.5, 100)];
    expect(known(points, [tap(0, 30)]).evidence).to.include({ delayMinutes: 20 });
    expect(known(points, [tap(0, 30), tap(1, 170)])).to.deep.include({ past: 1 });
    expect(known(points, [tap(0, 30), tap(1, 170)]).evidence).to.include({ delayMinutes: 5 });
    expect(known(points, [])).to.deep.include({ past: -1 });
  });

  it('a bus that waits at its first mark is on time until its departure, at a later one until its stay ends', () => {
    expect(known([fixAt(-20, cityAt(0))]).evidence).to.include({ delayMinutes: 0 });
    expect(known([fixAt(7, cityAt(0))]).evidence).to.include({ delayMinutes: 7 });
    expect(known([fixAt(150, cityAt(1))]).evidence).to.include({ delayMinutes: -10 });
    expect(known([fixAt(163, cityAt(1))]).evidence).to.include({ delayMinutes: 0 });
    expect(known([fixAt(170, cityAt(1))]).evidence).to.include({ delayMinutes: 5 });
  });

  it('a bus has arrived at the first of two points near the last mark, with the last stop but one past', () => {
    const way = [between(2, 0.4, 225), between(2, 0.5, 228)];
    expect(known([...way, fixAt(250, cityAt(3)), fixAt(251, cityAt(3))]).arrivedAt).to.equal(null);
    expect(known([...way, fixAt(250, cityAt(3)), fixAt(252, cityAt(3))]).arrivedAt).to.equal(minute(250));
  });

  it('a bus whose way is unknown arrives at most 30 minutes before the estimated arrival', () => {
    expect(known([fixAt(265, cityAt(3)), fixAt(268, cityAt(3))]).arrivedAt).to.equal(null);
    expect(known([fixAt(270, cityAt(3)), fixAt(272, cityAt(3))]).arrivedAt).to.equal(minute(270));
    expect(known([fixAt(140, cityAt(3)), fixAt(149, cityAt(3))], [tap(2, 120)]).arrivedAt).to.equal(null);
  });

  it('a later point over 5 km before the last mark takes the arrival back', () => {
    const arrived = [fixAt(290, cityAt(3)), fixAt(292, cityAt(3))];
    expect(known([...arrived, between(2, 0.95, 295)]).arrivedAt).to.equal(minute(290));
    expect(known([...arrived, between(2, 0.8, 295)]).arrivedAt).to.equal(null);
  });

  it('fewer than two marks match nothing', () => {
    expect(matchPoint({ ...trip, marks: trip.marks.slice(0, 1) }, -1, fixAt(0, cityAt(0)))).to.equal(null);
  });

  it('a place where passengers get off and on is one mark, and stands for its city', () => {
    const place = { name: 'bus park', stop: 1, coordinates: cityAt(1) };
    const points = [
      { ...place, at: minute(161) },
      { ...place, at: minute(164) },
    ];
    const marks = marksOf(trip.stops, points, [cityAt(0), cityAt(1), null, cityAt(3)]);
    expect(marks.map(({ from, until }) => [from, until])).to.deep.equal([
      [minute(0), minute(0)],
      [minute(161), minute(164)],
      [minute(300), minute(300)],
    ]);
  });
});
