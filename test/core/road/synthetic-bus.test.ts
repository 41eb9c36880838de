import { expect } from 'chai';
import type { Coordinates } from '../../../core/kernel/coordinates.ts';
import { positionAt } from '../../../core/road/estimate.ts';
import { follow, progressOf } from '../../../core/road/evidence.ts';
import type { Fix } from '../../../core/road/match-point.ts';
import type { SaidDelay } from '../../../core/road/said-delay.ts';
import type { Tap } from '../../../core/trips/taps.ts';
import { type OracleAnswer, askOracle } from '../../support/bus-oracle.ts';
import { DEPARTURE, aTrackedTrip, fixAt, minute, spotBetween } from '../../support/tracked-bus.ts';

const CITIES: readonly Coordinates[] = [
  { lat: 27.7, lon: 85.3 },
  { lat: 27.8, lon: 84.9 },
  { lat: 27.85, lon: 84.5 },
  { lat: 28.0, lon: 84.3 },
  { lat: 28.1, lon: 84.1 },
  { lat: 28.2, lon: 83.9 },
];
const STOPS = [0, 70, 150, 200, 240, 290].map((arrives, stop) => ({
  arrives,
  departs: stop === 0 || stop === 5 ? arrives : arrives + 5,
}));
const END = 290;
const KILOMETRE = 1 / 111.2;
const trip = aTrackedTrip(STOPS, CITIES);
const oracleStops = STOPS.map((stop, index) => ({ ...stop, ...CITIES[index]! }));

/** Numbers between -1 and 1 that are the same in every run. */
function* noise(seed: number): Generator<number, never> {
  for (let state = seed; ; state = (state * 48_271) % 2_147_483_647) yield (state / 2_147_483_647) * 2 - 1;
}

/** Where the plan has the bus, on a road that bends up to 5 km away from the straight line between two stops. */
function plannedSpot(minutes: number): Coordinates {
  const stop = STOPS.findLastIndex(({ arrives }) => arrives <= minutes);
  const [here, next] = [STOPS[stop], STOPS[stop + 1]];
  const [start, end] = [CITIES[stop], CITIES[stop + 1]];
  if (!here || !next || !start || !end) return CITIES.at(-1) as Coordinates;
  const share = Math.max(0, (minutes - here.departs) / (next.arrives - here.departs));
  const { lat, lon } = spotBetween(start, end, share);
  return { lat: lat + Math.sin(share * Math.PI) * 5 * KILOMETRE, lon };
}

/** A bus that leaves late, stands still for an hour somewhere on its way, and whose crew taps some stops. */
interface Bus {
  readonly leavesLate: number;
  /** The planned minute at which the bus stands still. */
  readonly stallsAt: number;
  readonly points: readonly Fix[];
  readonly taps: readonly Tap[];
  readonly said: SaidDelay | null;
}

const STALL = 60;

const truth = ({ leavesLate, stallsAt }: Pick<Bus, 'leavesLate' | 'stallsAt'>, planned: number): number =>
  planned + leavesLate + (planned > stallsAt ? STALL : 0);

function plannedAt(bus: Pick<Bus, 'leavesLate' | 'stallsAt'>, now: number): number {
  const driven = Math.max(0, now - bus.leavesLate);
  return driven <= bus.stallsAt ? driven : Math.max(bus.stallsAt, driven - STALL);
}

/** A bus with a fix a minute and 200 m of noise. Every second bus has taps, every third one a delay that was said. */
function aBus(seed: number): Bus {
  const random = noise(4_711 + seed * 7_919);
  const next = (): number => random.next().value;
  next();
  const road = { leavesLate: Math.floor((next() + 1) * 15), stallsAt: 20 + Math.floor((next() + 1) * 110) };
  const points: Fix[] = [];
  for (let now = -10; now <= truth(road, END) + 10; now += 1) {
    const { lat, lon } = plannedSpot(plannedAt(road, now));
    points.push(fixAt(now, { lat: lat + next() * 0.2 * KILOMETRE, lon: lon + next() * 0.2 * KILOMETRE }));
  }
  const taps =
    seed % 2 === 0
      ? []
      : [0, 1, 3].map((stop): Tap => ({ stop, at: minute(Math.round(truth(road, STOPS[stop]!.departs))) }));
  const stop = 1 + (seed % 4);
  const said: SaidDelay | null =
    seed % 3 === 0
      ? { at: minute(road.leavesLate + 30), minutes: 25 + (seed % 5) * 15, reason: 'TRAFFIC', stop }
      : null;
  return { ...road, points, taps, said };
}

const minutesOf = (moment: number): number => (moment - DEPARTURE) / 60_000;

/** The facts that are there at a minute. */
function factsAt({ points, taps, said }: Bus, now: number) {
  const isThere = ({ at }: { readonly at: number }): boolean => at <= minute(now);
  return { points: points.filter(isThere), taps: taps.filter(isThere), said: said && isThere(said) ? said : null };
}

function ofCore(bus: Bus, now: number): Omit<OracleAnswer, 'isClose'> {
  const { points, taps, said } = factsAt(bus, now);
  const known = progressOf(trip, taps, said, points);
  const position = positionAt(trip, known, minute(now));
  const { arrivedAt, evidence, past } = known;
  return {
    past,
    delay: evidence && evidence.delayMinutes,
    arrived: arrivedAt === null ? null : minutesOf(arrivedAt),
    ahead: (position?.eta ?? []).map(({ stop, at, departsAt, withinMinutes }) => [
      stop,
      at === null ? null : minutesOf(at),
      departsAt === null ? null : minutesOf(departsAt),
      withinMinutes,
    ]),
  };
}

function ofOracle(bus: Bus, now: number): OracleAnswer {
  const { points, taps, said } = factsAt(bus, now);
  return askOracle(
    {
      stops: oracleStops,
      points: points.map(({ at, lat, lon }) => ({ at: minutesOf(at), lat, lon })),
      taps: new Map(taps.map(({ stop, at }) => [stop, minutesOf(at)])),
      said: said && { at: minutesOf(said.at), minutes: said.minutes, stop: said.stop },
    },
    now,
  );
}

const share = (sorted: readonly number[], part: number): number => sorted[Math.floor(sorted.length * part)] ?? Infinity;

/** The error of each estimate of an arrival under 30 minutes ahead, in minutes. */
function errorsOf(bus: Bus): readonly number[] {
  const errors: number[] = [];
  const follower = follow(trip, [], null);
  for (const point of bus.points) {
    follower.take(point);
    const now = minutesOf(point.at);
    for (const { stop, at } of positionAt(trip, follower.progress(), point.at)?.eta ?? []) {
      const arrives = at && minutesOf(at);
      const real = truth(bus, STOPS[stop]!.arrives);
      if (arrives !== null && real >= now && real - now < 30) errors.push(Math.abs(arrives - real));
    }
  }
  return errors;
}

describe('a bus that tells its position each minute', () => {
  it('the estimates of 12 buses with taps, said delays, noise and a stall are those of an oracle, to the minute', () => {
    let compared = 0;
    for (let seed = 0; seed < 12; seed += 1) {
      const bus = aBus(seed);
      for (let now = -9 + seed; now < truth(bus, END) + 8; now += 13) {
        const { isClose, ...expected } = ofOracle(bus, now);
        if (isClose) continue;
        compared += 1;
        expect(ofCore(bus, now), `bus ${seed} at minute ${now}`).to.deep.equal(expected);
      }
    }
    expect(compared).to.be.at.least(200);
  });

  it('under 30 minutes ahead estimates are wrong by at most 4 minutes in the median, and 8 in nine of ten', () => {
    const errors = Array.from({ length: 8 }, (_, index) => errorsOf(aBus(index)))
      .flat()
      .sort((one, other) => one - other);
    expect(share(errors, 0.5)).to.be.at.most(4);
    expect(share(errors, 0.9)).to.be.at.most(8);
  });
});
