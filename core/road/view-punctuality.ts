import { askedDays } from '../kernel/asked-days.ts';
import type { OperatorId } from '../kernel/ids.ts';
import { PASSING_DAYS } from './keep-estimates.ts';
import type { Occurrence } from './punctuality-ports.ts';
import type { RoadWorld } from './world.ts';

/** How punctual the buses of a route were at a stop, and how good the estimates. Whole minutes. */
export interface Punctuality {
  readonly source: string;
  readonly destination: string;
  readonly stop: number;
  readonly city: string;
  /** The number of buses that passed. */
  readonly passed: number;
  readonly lateMedian: number;
  /** Nine of ten buses were late by no more. */
  readonly lateP90: number;
  /** Medians; null if there was no estimate so long before. */
  readonly error30: number | null;
  readonly error90: number | null;
}

export type ViewPunctuality = ReturnType<typeof viewPunctuality>;

/** Reports how punctual a company's buses were from local day `from` to day `to`, by route and stop. */
export const viewPunctuality =
  ({ calendar, punctualityViews }: RoadWorld) =>
  async (
    operatorId: OperatorId,
    asked: { readonly from: string; readonly to: string },
  ): Promise<readonly Punctuality[]> => {
    const stops = await punctualityViews.passed(operatorId, askedDays(asked, calendar, PASSING_DAYS));
    return stops.map(({ source, destination, stop, city, late, error30, error90 }) => ({
      source,
      destination,
      stop,
      city,
      passed: late.reduce((sum, { count }) => sum + count, 0),
      lateMedian: medianOf(late) ?? 0,
      lateP90: shareOf(late, 0.9) ?? 0,
      error30: medianOf(error30),
      error90: medianOf(error90),
    }));
  };

/** The number in the middle; of two the mean, in whole minutes. Null without numbers. */
function medianOf(occurrences: readonly Occurrence[]): number | null {
  const count = occurrences.reduce((sum, one) => sum + one.count, 0);
  const [lower, upper] = [shareOf(occurrences, 0.5), shareOf(occurrences, (Math.floor(count / 2) + 1) / count)];
  return lower === null || upper === null ? null : Math.floor((lower + upper) / 2 + 0.5);
}

/** The least of the numbers that this share of them does not exceed; null without numbers. */
function shareOf(occurrences: readonly Occurrence[], share: number): number | null {
  let rest = share * occurrences.reduce((sum, { count }) => sum + count, 0);
  for (const { minutes, count } of occurrences.toSorted((one, other) => one.minutes - other.minutes)) {
    rest -= count;
    if (rest <= 0) return minutes;
  }
  return null;
}
