import { type Instant, laterOf, minutesAfter, minutesBetween } from '../kernel/time.ts';
import { type Tap, leftAt } from '../trips/taps.ts';
import { type Fix, type Match, matchPoint, metresToEnd } from './match-point.ts';
import { type SaidDelay, isOvertaken, isSaidAt } from './said-delay.ts';
import { type TrackedTrip, arrivalOf, departureOf, lastOf, stopOf } from './tracked-trip.ts';

/** The evidence of a tap or a matched point about a bus. */
export interface Evidence {
  readonly at: Instant;
  /** The moment at which the plan has the bus there. */
  readonly planned: Instant;
  /** Whole minutes, rounded half up; negative when the bus is early. */
  readonly delayMinutes: number;
}

/** All that is known of a bus on its trip. */
export interface Progress {
  /** The last stop that the bus is past; -1 before it leaves. */
  readonly past: number;
  /** The evidence with the latest moment. */
  readonly evidence: Evidence | null;
  /** The said delay, unless evidence has overtaken it. It may have lapsed. */
  readonly said: SaidDelay | null;
  readonly arrivedAt: Instant | null;
  /** For each stop the moment when the bus left it, by a tap or else by points; null if nobody saw it leave. */
  readonly passedAt: readonly (Instant | null)[];
  /** The latest point, matched or not. */
  readonly newest: Fix | null;
}

/** The facts from which an estimate is made. */
type Measured = Pick<Progress, 'past' | 'evidence' | 'said'>;

/** Follows a bus through its points, which are given in the order of their moments. */
export interface Follower {
  readonly take: (fix: Fix) => Match | null;
  /** The state of the bus after the given points and all taps. */
  readonly progress: () => Progress;
}

/** Two points make a stop past, or the bus arrived, only when they are so many minutes apart. */
const APART_MINUTES = 2;
/** The radius around the last mark in which the bus arrives, in metres. */
const ARRIVAL_RADIUS = 2_000;
/** An arrived bus that is matched so many metres before the last mark has not arrived. */
const NOT_ARRIVED = 5_000;
/** The bus arrives at most so many minutes before its estimated arrival, unless only the last stop is left. */
const EARLY_MINUTES = 30;

/** The evidence of a tap or a point at `at`, where the plan has the bus at `planned`. */
export const evidenceOf = (at: Instant, planned: Instant): Evidence => ({
  at,
  planned,
  delayMinutes: Math.floor(minutesBetween(planned, at) + 0.5),
});

/**
 * The minutes by which a bus is expected to be late at a stop: as late as it was measured, or said if that is more. It
 * is negative only at the next arrival. `said` must hold now.
 */
export function expectedDelay({ past, evidence }: Measured, stop: number, said: SaidDelay | null): number {
  const measured = evidence?.delayMinutes ?? 0;
  // No bus arrives at its first stop, so the next arrival of one that has not left is at the second.
  const counted = stop <= Math.max(1, past + 1) ? measured : Math.max(0, measured);
  return said && stop >= said.stop ? Math.max(counted, said.minutes) : counted;
}

/** The estimated arrival at a stop. It is not cut to `now`, which decides only whether a said delay holds. */
export const estimatedArrival = (
  trip: TrackedTrip,
  progress: Measured,
  now: Instant,
  stop: number = lastOf(trip),
): Instant =>
  minutesAfter(stopOf(trip, stop).arrivesAt, expectedDelay(progress, stop, holdingAt(trip, progress.said, now)));

/** A said delay if it holds at a moment. */
export const holdingAt = (trip: TrackedTrip, said: SaidDelay | null, moment: Instant): SaidDelay | null =>
  said && isSaidAt(trip, said, moment) ? said : null;

/** The taps that count: one for each tapped stop, in the order of their moments. */
const standingTaps = (left: readonly Tap[]): readonly Tap[] =>
  [...new Set(left.map(({ stop }) => stop))]
    .map((stop) => ({ stop, at: leftAt(left, stop) as Instant }))
    .sort((one, other) => one.at - other.at || one.stop - other.stop);

/** The points near the last mark that may be the first of two that make the bus arrived. */
interface Near {
  readonly first: Instant | null;
  /** The first point that is not too early for the arrival that was estimated without it. */
  readonly timely: Instant | null;
}

const NOT_NEAR: Near = { first: null, timely: null };

/** Begins to follow the bus of a trip. `left` are the crew's taps that nobody has taken back. */
export function follow(trip: TrackedTrip, left: readonly Tap[], saidDelay: SaidDelay | null): Follower {
  const taps = [...standingTaps(left)];
  const last = lastOf(trip);
  const halfway = ((departureOf(trip) + arrivalOf(trip)) / 2) as Instant;
  /** For each stop, the first point of the present run of points behind the stop. */
  const runs = trip.stops.map((): Instant | null => null);
  /** For each stop, whether the bus was seen before its present run. */
  const isSeen = trip.stops.map(() => false);
  const passedAt = trip.stops.map((): Instant | null => null);
  let [past, evidence, said] = [-1, null as Evidence | null, saidDelay];
  /** The latest evidence except points near the last mark. */
  let away: Evidence | null = null;
  let [near, arrivedAt, newest] = [NOT_NEAR, null as Instant | null, null as Fix | null];

  const learn = (found: Evidence): void => {
    evidence = found;
    if (said && isOvertaken(said, past, found)) said = null;
  };

  const tapUntil = (moment: Instant): void => {
    for (let [tap] = taps; tap && tap.at <= moment; [tap] = taps) {
      taps.shift();
      past = Math.max(past, tap.stop);
      passedAt[tap.stop] = tap.at;
      away = evidenceOf(tap.at, stopOf(trip, tap.stop).departsAt);
      learn(away);
    }
  };

  const passStops = ({ at }: Fix, { planned }: Match, isNearEnd: boolean): void => {
    const before = past;
    for (let stop = before + 1; stop < last; stop++) {
      if (planned <= stopOf(trip, stop).departsAt) runs[stop] = null;
      else if (!isNearEnd) {
        // A phone that is switched on behind a stop does not tell when the bus left it.
        if (runs[stop] === null) isSeen[stop] = evidence !== null;
        const first = (runs[stop] ??= at);
        if (at < minutesAfter(first, APART_MINUTES)) continue;
        past = stop;
        if (isSeen[stop]) passedAt[stop] = first;
      }
    }
  };

  const arrive = ({ at }: Fix): void => {
    if (at <= halfway) return;
    const expected = estimatedArrival(trip, { past, evidence: away, said }, at);
    const isTimely = at >= minutesAfter(expected, -EARLY_MINUTES);
    near = { first: near.first ?? at, timely: near.timely ?? (isTimely ? at : null) };
    const first = past >= last - 1 ? near.first : near.timely;
    if (first !== null && at >= minutesAfter(first, APART_MINUTES)) arrivedAt ??= first;
  };

  return {
    take(fix) {
      tapUntil(fix.at);
      newest = fix;
      const match = matchPoint(trip, past, fix);
      if (!match) return null;
      const isNearEnd = metresToEnd(trip, fix) <= ARRIVAL_RADIUS;
      passStops(fix, match, isNearEnd);
      const found = evidenceOf(fix.at, match.planned);
      if (isNearEnd) arrive(fix);
      else {
        away = found;
        if (match.ahead > NOT_ARRIVED) [near, arrivedAt] = [NOT_NEAR, null];
      }
      // A tap of the same moment counts more: a person has seen the bus leave.
      if (evidence?.at !== fix.at) learn(found);
      return match;
    },
    progress() {
      tapUntil(laterOf(taps.at(-1)?.at ?? departureOf(trip), departureOf(trip)));
      return { past, evidence, said, arrivedAt, passedAt, newest };
    },
  };
}

/** The state of a bus whose points are given in the order of their moments. */
export function progressOf(
  trip: TrackedTrip,
  left: readonly Tap[],
  said: SaidDelay | null,
  points: readonly Fix[],
): Progress {
  const follower = follow(trip, left, said);
  for (const point of points) follower.take(point);
  return follower.progress();
}
