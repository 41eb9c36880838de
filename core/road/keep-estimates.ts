import { type Instant, daysAfter, minutesAfter, minutesBetween } from '../kernel/time.ts';
import { pruneAll } from '../platform/prune.ts';
import { citiesOf } from '../trips/sections.ts';
import { stopsAhead } from './estimate.ts';
import { holdingAt } from './evidence.ts';
import { LONGEST_DAYS } from './gtfs/feed-trip.ts';
import { hasResolved } from './gtfs/make-feed.ts';
import type { StopEstimate, StopPassing } from './punctuality-ports.ts';
import type { Tracked } from './track-trip.ts';
import { lastOf, stopOf } from './tracked-trip.ts';
import type { RoadStores, RoadWorld } from './world.ts';

/** The minutes before a passing for which estimates are judged. */
export type Ahead = 30 | 90;

interface Options {
  /** Called with the error of each estimate that is judged for the first time, in minutes. */
  readonly onError?: (ahead: Ahead, minutes: number) => void;
  readonly stopping?: Promise<void>;
}

export type KeepEstimates = ReturnType<typeof keepEstimates>;

/**
 * Keeps the present estimates of all buses on the road, and compares earlier ones with the stops that buses have passed
 * since. Returns the number of trips that it looked at.
 */
export const keepEstimates =
  (world: RoadWorld) =>
  async ({ onError = () => undefined, stopping }: Options = {}): Promise<number> => {
    const { clock, feedViews, findTracked, pause, transact } = world;
    const isStopping = hasResolved(stopping);
    const now = clock();
    let looked = 0;
    const end = daysAfter(now, 1);
    for (let start = daysAfter(now, -LONGEST_DAYS); start < end; start = daysAfter(start, 1)) {
      for (const id of await feedViews.liveIds({ start, end: daysAfter(start, 1) }, now)) {
        await pause(0);
        if (isStopping()) return looked;
        const tracked = await findTracked(id, now);
        if (!tracked || tracked.trip.status === 'CANCELLED') continue;
        looked += 1;
        const estimates = estimatesOf(tracked, now);
        const errors = await transact(async (stores) => {
          if (estimates.length > 0) await stores.punctuality.keep(id, estimates, now);
          return recordPassings(stores, tracked, now);
        });
        for (const { ahead, minutes } of errors) onError(ahead, minutes);
      }
    }
    return looked;
  };

/** The estimates of the stops ahead; none while nothing is known of a delay. */
function estimatesOf({ road, known }: Tracked, now: Instant): readonly StopEstimate[] {
  const isKnown = known.evidence !== null || holdingAt(road, known.said, now) !== null;
  if (!isKnown || known.arrivedAt !== null) return [];
  return stopsAhead(road, known, now).flatMap(({ stop, at, departsAt }) => {
    const expectedAt = departsAt ?? at;
    return expectedAt === null ? [] : [{ stop, expectedAt }];
  });
}

interface JudgedError {
  readonly ahead: Ahead;
  readonly minutes: number;
}

async function recordPassings(
  { punctuality }: RoadStores,
  tracked: Tracked,
  now: Instant,
): Promise<readonly JudgedError[]> {
  const { trip, road, known } = tracked;
  const passedAt = known.passedAt.with(lastOf(road), known.arrivedAt);
  const kept = new Map((await punctuality.passings(trip.id)).map((passing) => [passing.stop, passing.passedAt]));
  if (tracked.mode !== 'OFF') {
    // The crew takes a tap back that was a mistake. Points of more than a day ago may have been deleted meanwhile.
    const isNew = (at: Instant): boolean => at > daysAfter(now, -1);
    const mistaken = [...kept].filter(([stop, at]) => (passedAt[stop] ?? null) === null && isNew(at));
    await punctuality.takeBack(
      trip.id,
      mistaken.map(([stop]) => stop),
    );
  }
  const cities = citiesOf(trip);
  const errors: JudgedError[] = [];
  for (const [stop, at] of passedAt.entries()) {
    const city = cities[stop];
    if (at === null || city === undefined || kept.get(stop) === at) continue;
    const errorOf = async (ahead: Ahead): Promise<number | null> => {
      const expected = await punctuality.estimateAt(trip.id, stop, minutesAfter(at, -ahead));
      return expected === undefined ? null : Math.round(Math.abs(minutesBetween(expected, at)));
    };
    const [error30, error90] = [await errorOf(30), await errorOf(90)];
    const { arrivesAt, departsAt } = stopOf(road, stop);
    const planned = stop === lastOf(road) ? arrivesAt : departsAt;
    const late = Math.floor(minutesBetween(planned, at) + 0.5);
    const passing: StopPassing = { stop, city, passedAt: at, late, error30, error90 };
    // Another process may have kept the same passing meanwhile, and has counted its errors then.
    if (!(await punctuality.pass(trip.id, passing))) continue;
    if (error30 !== null) errors.push({ ahead: 30, minutes: error30 });
    if (error90 !== null) errors.push({ ahead: 90, minutes: error90 });
  }
  return errors;
}

/** The days for which passings are kept. */
export const PASSING_DAYS = 92;
/** The days for which estimates are kept. A phone sends its taps at most a day late. */
const ESTIMATE_DAYS = 2;

export type PrunePunctuality = ReturnType<typeof prunePunctuality>;

/** Deletes old estimates and passings in batches, and returns their number. */
export const prunePunctuality =
  ({ clock, transact }: RoadWorld) =>
  async (batch = 1_000): Promise<number> => {
    const now = clock();
    const [estimates, passings] = [daysAfter(now, -ESTIMATE_DAYS), daysAfter(now, -PASSING_DAYS)];
    const pruned = await pruneAll(batch, (limit) =>
      transact(({ punctuality }) => punctuality.pruneEstimates(estimates, limit)),
    );
    return (
      pruned +
      (await pruneAll(batch, (limit) => transact(({ punctuality }) => punctuality.prunePassings(passings, limit))))
    );
  };
