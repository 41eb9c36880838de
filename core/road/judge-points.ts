import { type RoadBounds, insideBounds } from '../kernel/coordinates.ts';
import { type Instant, daysAfter, minutesAfter } from '../kernel/time.ts';
import type { Tap } from '../trips/taps.ts';
import type { Window } from './estimate.ts';
import { follow } from './evidence.ts';
import { metresBetween } from './geometry.ts';
import type { Fix } from './match-point.ts';
import type { SaidDelay } from './said-delay.ts';
import type { TrackedTrip } from './tracked-trip.ts';

/** The reasons for which a point is ignored, in the order in which they are looked at. */
export const IGNORED = ['FUTURE', 'OLD', 'OUTSIDE', 'INACCURATE', 'WINDOW', 'JUMP'] as const;
export type Ignored = (typeof IGNORED)[number];

/** A point as a phone sends it. Null stands for what is no moment, and no number. */
export interface SentPoint {
  readonly at: Instant | null;
  readonly lat: number | null;
  readonly lon: number | null;
  readonly accuracy: number | null;
  readonly speed: number | null;
}

export interface JudgedPoints {
  /** The points to keep that are not kept yet, in the order of their moments. */
  readonly fresh: readonly Fix[];
  /** The number of points that are taken; a point that is there already counts. */
  readonly taken: number;
  readonly because: Readonly<Record<Ignored, number>>;
}

const FUTURE_MINUTES = 2;
const OLD_DAYS = 1;
const MOST_METRES = 1_000;
const JUMP_METRES = 40_000;
const JUMP_MINUTES = 5;

interface Surroundings {
  readonly trip: TrackedTrip;
  readonly left: readonly Tap[];
  readonly said: SaidDelay | null;
  /** The points of the trip that are kept, in the order of their moments. */
  readonly kept: readonly Fix[];
  /** Null for a trip that takes no points. */
  readonly window: Window | null;
  readonly bounds: RoadBounds;
  readonly now: Instant;
}

/** Judges the points of a request in the order of their moments. The first reason that holds counts. */
export function judgePoints(sent: readonly SentPoint[], surroundings: Surroundings): JudgedPoints {
  const { trip, left, said, kept, window } = surroundings;
  const because = { FUTURE: 0, OLD: 0, OUTSIDE: 0, INACCURATE: 0, WINDOW: 0, JUMP: 0 };
  const follower = follow(trip, left, said);
  const known = new Set(kept.map(({ at }) => at));
  const fresh: Fix[] = [];
  const matched: Fix[] = [];
  let [taken, passed] = [0, 0];
  const pass = (fix: Fix): void => {
    if (follower.take(fix)) matched.push(fix);
  };
  const judge = (fix: Fix): Ignored | undefined => {
    for (let before = kept[passed]; before && before.at < fix.at; before = kept[passed]) {
      passed += 1;
      pass(before);
    }
    if (!window || fix.at < window.opens || fix.at > window.closes) return 'WINDOW';
    const latest = matched.findLast(({ at }) => at < fix.at);
    return latest && isJump(latest, fix) ? 'JUMP' : undefined;
  };

  for (const point of [...sent].sort((one, other) => (one.at ?? 0) - (other.at ?? 0))) {
    const fix = fixOf(point, surroundings);
    const reason = typeof fix === 'string' ? fix : judge(fix);
    if (reason) because[reason]++;
    else taken++;
    if (reason || typeof fix === 'string' || known.has(fix.at)) continue;
    known.add(fix.at);
    fresh.push(fix);
    pass(fix);
  }
  return { fresh, taken, because };
}

/** Reads a point, or says why it is none. */
function fixOf(
  { at, lat, lon, accuracy, speed }: SentPoint,
  { now, bounds }: Pick<Surroundings, 'now' | 'bounds'>,
): Fix | Ignored {
  if (at !== null && at > minutesAfter(now, FUTURE_MINUTES)) return 'FUTURE';
  if (at !== null && at < daysAfter(now, -OLD_DAYS)) return 'OLD';
  const spot = lat === null || lon === null ? undefined : insideBounds({ lat, lon }, bounds);
  if (at === null || !spot) return 'OUTSIDE';
  return accuracy !== null && accuracy > MOST_METRES ? 'INACCURATE' : { ...spot, at, accuracy, speed };
}

const isJump = (matched: Fix, fix: Fix): boolean =>
  matched.at >= minutesAfter(fix.at, -JUMP_MINUTES) && metresBetween(matched, fix) > JUMP_METRES;
