import { expect } from 'chai';
import type { Instant } from '../../../core/kernel/time.ts';
import { type BusPosition, positionAt } from '../../../core/road/estimate.ts';
import { progressOf } from '../../../core/road/evidence.ts';
import type { Fix } from '../../../core/road/match-point.ts';
import type { SaidDelay } from '../../../core/road/said-delay.ts';
import type { Tap } from '../../../core/trips/taps.ts';
import { DEPARTURE, aTrackedTrip, cityAt, fixAt, fourStops, minute, spotBetween } from '../../support/tracked-bus.ts';

const trip = aTrackedTrip();
const tap = (stop: number, minutes: number): Tap => ({ stop, at: minute(minutes) });
const said = (given: Partial<SaidDelay> = {}): SaidDelay => ({
  at: minute(60),
  minutes: 40,
  reason: 'ROAD_CLOSED',
  stop: 1,
  ...given,
});

interface Known {
  readonly taps?: readonly Tap[];
  readonly said?: SaidDelay | null;
  readonly points?: readonly Fix[];
}

const at = (now: number, { taps = [], said: delay = null, points = [] }: Known): BusPosition | undefined =>
  positionAt(trip, progressOf(trip, taps, delay, points), minute(now));

const minutesOf = (moment: Instant | null | undefined): number | null =>
  typeof moment === 'number' ? (moment - DEPARTURE) / 60_000 : null;

const arrivals = (position: BusPosition | undefined) => position?.eta.map((stop) => minutesOf(stop.at));
const departures = (position: BusPosition | undefined) => position?.eta.map((stop) => minutesOf(stop.departsAt));

/** Points a minute apart on the way from one city to the next. */
const onTheWay = (from: number, share: number, minutes: number): readonly Fix[] =>
  [0, 1, 2].map((step) => fixAt(minutes + step, spotBetween(cityAt(from), cityAt(from + 1), share + step * 0.01)));

describe('estimates of a bus on its way', () => {
  it('a bus tapped 40 late at the stop before is estimated 40 late at the next, within 10 minutes', () => {
    const mugling = aTrackedTrip([
      { arrives: -180, departs: -180 },
      { arrives: -60, departs: -60 },
      { arrives: 0, departs: 5 },
      { arrives: 90, departs: 90 },
    ]);
    const known = progressOf(mugling, [tap(1, -20)], null, []);
    const [stop] = positionAt(mugling, known, minute(10))?.eta ?? [];
    expect([stop?.stop, minutesOf(stop?.at), stop?.withinMinutes]).to.deep.equal([2, 40, 10]);
  });

  it('without point, tap and said delay nothing is known', () => {
    expect(at(10, {})).to.equal(undefined);
  });

  it('a late bus stays late at all stops ahead', () => {
    const position = at(30, { taps: [tap(0, 20)] });
    expect(arrivals(position)).to.deep.equal([180, 225, 320]);
    expect(departures(position)).to.deep.equal([185, 230, null]);
    expect(position).to.include({ nextStop: 1, delayMinutes: 20, progress: 0 });
  });

  it('an early bus is early at the next arrival alone, and leaves no stop early', () => {
    const position = at(40, { taps: [tap(0, -10)] });
    expect(arrivals(position)).to.deep.equal([150, 205, 300]);
    expect(departures(position)).to.deep.equal([165, 210, null]);
  });

  it('no stop ahead is estimated before now, nor before the departure from the stop before', () => {
    const position = at(400, { taps: [tap(0, 0)] });
    expect(arrivals(position)).to.deep.equal([400, 400, 400]);
    expect(position?.eta.map(({ withinMinutes }) => withinMinutes)).to.deep.equal([5, 5, 5]);
  });

  it('a said delay counts from its stop on, and only where it is more than the measured delay', () => {
    expect(arrivals(at(70, { taps: [tap(0, 20)], said: said({ stop: 2 }) }))).to.deep.equal([180, 245, 340]);
    expect(arrivals(at(70, { taps: [tap(0, 50)], said: said({ stop: 2 }) }))).to.deep.equal([210, 255, 350]);
  });

  it('a said delay alone gives estimates, but no measured delay and no progress', () => {
    const position = at(70, { said: said({ stop: 0 }) });
    expect(position).to.include({ nextStop: 0, delayMinutes: null, progress: null, at: null });
    expect(arrivals(position)).to.deep.equal([null, 200, 245, 340]);
    expect(departures(position)?.[0]).to.equal(70);
  });

  it('a said delay ends when a later tap shows the bus past its stop and late by no less', () => {
    const late = { taps: [tap(1, 205)], said: said() };
    expect(at(206, late)?.said).to.equal(null);
    expect(at(206, { ...late, taps: [tap(1, 204)] })?.said).to.include({ minutes: 40 });
    expect(at(206, { ...late, taps: [tap(0, 205)] })?.said).to.include({ minutes: 40 });
    expect(at(206, { ...late, said: said({ at: minute(205) }) })?.said).to.include({ minutes: 40 });
  });

  it('a said delay lapses 3 hours after the planned time of its stop plus its minutes', () => {
    expect(at(379, { said: said() })?.said).to.include({ minutes: 40 });
    expect(at(380, { said: said() })).to.equal(undefined);
  });

  it('a point far from the road is shown, and nothing is estimated from it', () => {
    const position = at(61, { points: [fixAt(60, { lat: 29.5, lon: 81 })] });
    expect(position?.fix).to.include({ lat: 29.5 });
    expect(position).to.include({ nextStop: null, delayMinutes: null, progress: null });
    expect(position?.eta).to.deep.equal([]);
  });

  it('a point of 2 hours ago is not shown, but its evidence stands', () => {
    const points = onTheWay(0, 0.5, 90);
    expect(at(211, { points })?.fix).to.include({ at: minute(92) });
    expect(at(212, { points })).to.deep.include({ fix: null, at: minute(92), nextStop: 1 });
  });

  it('a matched point lies between the marks in proportion', () => {
    const position = at(100, { points: [fixAt(100, spotBetween(cityAt(0), cityAt(1), 0.5))] });
    expect(position).to.include({ delayMinutes: 20, progress: 0.267 });
  });

  it('nothing is told of a bus from 30 minutes after its arrival, or 3 hours after the estimated one', () => {
    const points = [...onTheWay(2, 0.5, 250), fixAt(290, cityAt(3)), fixAt(292, cityAt(3))];
    expect(at(320, { points })).to.include({ nextStop: null, arrivedAt: minute(290) });
    expect(at(321, { points })).to.equal(undefined);
    expect(at(500, { taps: [tap(0, 20)] })).to.include({ delayMinutes: 20 });
    expect(at(501, { taps: [tap(0, 20)] })).to.equal(undefined);
  });

  it('boarding points of a stop are as late as its departure, and not before its arrival', () => {
    const placed = aTrackedTrip(
      fourStops.map((stop, number) =>
        number === 1 ? { ...stop, points: [{ name: 'Bus park', at: minute(161) }] } : stop,
      ),
    );
    const known = progressOf(placed, [tap(0, 0)], null, []);
    const [stop] = positionAt(placed, known, minute(163))?.eta ?? [];
    expect(stop?.points.map((point) => minutesOf(point.at))).to.deep.equal([163]);
  });
});
