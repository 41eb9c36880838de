import type { Calendar } from '../kernel/calendar.ts';
import { type Instant, minutesAfter, minutesBetween } from '../kernel/time.ts';
import { pointKey } from '../trips/points.ts';
import type { ExpectedStop } from './estimate.ts';
import { type Progress, evidenceOf, progressOf } from './evidence.ts';
import type { LateNotice } from './late-ports.ts';
import { type Fix, matchPoint } from './match-point.ts';
import type { SaidDelay } from './said-delay.ts';
import type { Tap } from '../trips/taps.ts';
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

/** The moment of a boarding by the estimates of the stops that are ahead; undefined if the bus is past the stop. */
export function expectedBoarding(
  eta: readonly ExpectedStop[],
  { stop, name }: Pick<PlannedBoarding, 'stop' | 'name'>,
): Instant | undefined {
  const expected = eta.find((ahead) => ahead.stop === stop);
  const point = expected?.points.find((one) => pointKey(one.name) === pointKey(name));
  return point?.at ?? expected?.departsAt ?? undefined;
}

/** The minutes by which a trip is expected to be late at its last stop. */
export function expectedLateness(road: TrackedTrip, eta: readonly ExpectedStop[]): number {
  const at = eta.at(-1)?.at;
  return at ? minutesBetween(arrivalOf(road), at) : 0;
}

/** The greatest threshold up to these minutes; 0 if there is none. */
export const thresholdAt = (lateMinutes: readonly number[], minutes: number): number =>
  lateMinutes.findLast((threshold) => threshold <= minutes) ?? 0;

/** Whether all of `minutes`, which are estimated apart, reach a threshold that `told` minutes do not reach. */
export const isRise = (lateMinutes: readonly number[], told: number, minutes: readonly number[]): boolean =>
  thresholdAt(lateMinutes, Math.min(...minutes)) > told;

/** The minutes of lateness that a message told, by the plan of its time; 0 before the first message. */
export const toldMinutes = (last: Pick<LateNotice, 'plannedAt' | 'expectedAt'> | null): number =>
  last === null ? 0 : minutesBetween(last.plannedAt, last.expectedAt);

/**
 * Whether all of `expected`, which are estimated apart, are so far before the moment that was told that passengers are
 * told again. Moments are compared, because a plan that changed meanwhile changes the lateness of the same moment.
 */
export const isFall = (told: Instant, expected: readonly Instant[]): boolean =>
  Math.max(...expected) <= minutesAfter(told, -FALL_MINUTES);

/**
 * The progress of a bus by its newest point, and by each earlier point that may agree with it. Undefined if the newest
 * evidence is no young point, or nothing may agree. `points` are in the order of their moments.
 */
export function measuredByPoints(
  road: TrackedTrip,
  known: Progress,
  points: readonly Fix[],
  now: Instant,
): { readonly newest: Progress; readonly others: readonly Progress[] } | undefined {
  const { evidence } = known;
  const from = minutesAfter(now, -YOUNG_MINUTES);
  if (!evidence || evidence.at <= from || !points.some(({ at }) => at === evidence.at)) return undefined;
  const until = minutesAfter(evidence.at, -APART_MINUTES);
  const others = points
    .filter(({ at }) => at > from && at <= until)
    .flatMap((point): readonly Progress[] => {
      const match = matchPoint(road, known.past, point);
      return match ? [{ ...known, evidence: evidenceOf(point.at, match.planned) }] : [];
    });
  return others.length === 0 ? undefined : { newest: known, others };
}

/**
 * The progress of a bus by taps and the said delay, as if no point told how late it is. Undefined if no point tells.
 * The bus is past the stops that points have shown.
 */
export function measuredByHand(
  road: TrackedTrip,
  known: Progress,
  left: readonly Tap[],
  saidDelay: SaidDelay | null,
): Progress | undefined {
  const { evidence, said } = progressOf(road, left, saidDelay, []);
  const isSame = evidence?.at === known.evidence?.at && evidence?.planned === known.evidence?.planned;
  return isSame ? undefined : { ...known, evidence, said };
}
