import { expect } from 'chai';
import type { Coordinates } from '../../../core/kernel/coordinates.ts';
import { positionAt } from '../../../core/road/estimate.ts';
import { follow } from '../../../core/road/evidence.ts';
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
const KILOMETRE = 1 / 111.2;
const trip = aTrackedTrip(STOPS, CITIES);

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

/** The delay after so many planned minutes: the bus stands still for an hour when 100 minutes are planned. */
const STALL = { planned: 100, minutes: 60 };
const plannedAt = (now: number): number => (now <= STALL.planned ? now : Math.max(STALL.planned, now - STALL.minutes));
const truth = (planned: number): number => (planned <= STALL.planned ? planned : planned + STALL.minutes);

/** The delay that a table of the road's spots, one for each second of the plan, gives to a point. */
function delayByTable(seen: Coordinates, now: number, firstMinute: number): number {
  let [least, best] = [Infinity, 0];
  for (let second = firstMinute * 60; second <= 290 * 60; second += 5) {
    const minutes = second / 60;
    const stop = Math.min(
      4,
      STOPS.findLastIndex(({ arrives }) => arrives <= minutes),
    );
    const [here, next] = [STOPS[stop], STOPS[stop + 1]] as [(typeof STOPS)[0], (typeof STOPS)[0]];
    const share = Math.min(1, Math.max(0, (minutes - here.departs) / (next.arrives - here.departs)));
    const spot = spotBetween(CITIES[stop] as Coordinates, CITIES[stop + 1] as Coordinates, share);
    const far = Math.hypot((spot.lat - seen.lat) * 111.2, (spot.lon - seen.lon) * 98.3);
    if (far < least - 1e-9) [least, best] = [far, minutes];
  }
  return now - best;
}

describe('a bus that tells its position each minute', () => {
  it('a bus with noise, a bending road and a stall of an hour is estimated well under 30 minutes ahead', () => {
    const random = noise(4_711);
    const scatter = () => random.next().value * 0.2 * KILOMETRE;
    const follower = follow(trip, [], null);
    const errors: number[] = [];
    const odd: string[] = [];
    for (let now = -10; now < truth(290); now++) {
      const { lat, lon } = plannedSpot(plannedAt(Math.max(0, now)));
      const seen = { lat: lat + scatter(), lon: lon + scatter() };
      follower.take(fixAt(now, seen));
      const position = positionAt(trip, follower.progress(), minute(now));
      const past = follower.progress().past;
      const isAtStop = CITIES.some((city) => Math.hypot(city.lat - lat, city.lon - lon) < 1.5 * KILOMETRE);
      const table = delayByTable(seen, now, past < 0 ? 0 : (STOPS[past]?.departs ?? 0));
      if (!isAtStop && Math.abs(table - (position?.delayMinutes ?? Infinity)) > 1)
        odd.push(`${now}: ${position?.delayMinutes}, not ${table}`);
      // While the bus stands still nobody can know for how long.
      if (now > STALL.planned && now < STALL.planned + STALL.minutes) continue;
      for (const { stop, at } of position?.eta ?? []) {
        const real = truth(STOPS[stop]?.arrives ?? 0);
        const isStalled = now <= STALL.planned && real > STALL.planned;
        if (at !== null && real >= now && real - now < 30 && !isStalled)
          errors.push(Math.abs((at - DEPARTURE) / 60_000 - real));
      }
    }
    errors.sort((one, other) => one - other);
    expect(odd).to.deep.equal([]);
    expect(errors[Math.floor(errors.length / 2)]).to.be.at.most(4);
    expect(errors[Math.floor(errors.length * 0.9)]).to.be.at.most(8);
  });
});
