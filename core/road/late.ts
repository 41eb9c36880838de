import type { Calendar } from '../kernel/calendar.ts';
import { type Instant, minutesAfter, minutesBetween } from '../kernel/time.ts';
import { pointKey } from '../trips/points.ts';
import type { ExpectedStop } from './estimate.ts';
import { type Progress, evidenceOf } from './evidence.ts';
import { type Fix, matchPoint } from './match-point.ts';
import { type TrackedTrip, arrivalOf } from './tracked-trip.ts';

/** The terms by which passengers of late buses are told. */
export interface LateTerms {
  readonly calendar: Calendar;
  /** The minutes of lateness at which passengers are told, rising. */
  readonly lateMinutes: readonly number[];
  /** The address of the passengers' pages. */
  readonly passengerClientBase: string;
}

/** The most messages about lateness to one booking. */
export const MOST_NOTICES = 4;
/** Passengers who were told are told again when the estimate falls by so many minutes. */
const FALL_MINUTES = 15;

/** Two points agree only when they are so many minutes apart, and both younger than so many minutes. */
const APART_MINUTES = 3;
const YOUNG_MINUTES = 5;

/** The boarding of a booking by the plan. */
export interface PlannedBoarding {
  readonly stop: number;
  /** The boarding point; empty if the passenger chose none. */
  readonly name: string;
  readonly at: Instant;
}

/** The estimated moment of a boarding; undefined if it is not ahead. `eta` has the stops that are ahead. */
export function expectedBoarding(
  eta: readonly ExpectedStop[],
  { stop, name }: PlannedBoarding,
  now: Instant,
): Instant | undefined {
  const expected = eta.find((ahead) => ahead.stop === stop);
  const point = expected?.points.find((one) => pointKey(one.name) === pointKey(name));
  const at = point?.at ?? expected?.departsAt ?? undefined;
  return at !== undefined && at >= now ? at : undefined;
}

/** The minutes by which a trip is expected to be late at its last stop. */
export function expectedLateness(road: TrackedTrip, eta: readonly ExpectedStop[]): number {
  const at = eta.at(-1)?.at;
  return at ? minutesBetween(arrivalOf(road), at) : 0;
}

/** The greatest threshold up to these minutes; 0 if there is none. */
export const thresholdAt = (lateMinutes: readonly number[], minutes: number): number =>
  lateMinutes.findLast((threshold) => threshold <= minutes) ?? 0;

/**
 * Whether passengers are told that their bus is late by all of `minutes`, which are measured apart. `told` is the
 * lateness that they were told last; null if they were not told yet.
 */
export function isNews(lateMinutes: readonly number[], told: number | null, minutes: readonly number[]): boolean {
  const reached = thresholdAt(lateMinutes, Math.min(...minutes));
  if (told === null) return reached > 0;
  return reached > told || Math.max(...minutes) <= told - FALL_MINUTES;
}

/**
 * The progress of a bus by its newest point, and by each earlier point that may agree with it. Undefined if the newest
 * evidence is no young point, or nothing may agree. `points` are in the order of their moments.
 */
export function measuredByPoints(
  road: TrackedTrip,
  known: Progress,
  points: readonly Fix[],
  now: Instant,
): { readonly newest: Progress; readonly earlier: readonly Progress[] } | undefined {
  const { evidence } = known;
  const from = minutesAfter(now, -YOUNG_MINUTES);
  if (!evidence || evidence.at <= from || !points.some(({ at }) => at === evidence.at)) return undefined;
  const until = minutesAfter(evidence.at, -APART_MINUTES);
  const earlier = points
    .filter(({ at }) => at > from && at <= until)
    .flatMap((point): readonly Progress[] => {
      const match = matchPoint(road, known.past, point);
      return match ? [{ ...known, evidence: evidenceOf(point.at, match.planned) }] : [];
    });
  return earlier.length === 0 ? undefined : { newest: known, earlier };
}
