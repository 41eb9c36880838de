import { daysInMonth, toBik, toGreg_text } from 'bikram-sambat';
import { dayAfter, today } from './moment.ts';

export interface SambatDay {
  readonly year: number;
  /** The number of the month, from 1 for Baisakh. */
  readonly month: number;
  readonly day: number;
}

/** The first and the last day that may be chosen, inclusive, such as `2026-11-21`. */
interface DayRange {
  readonly min: string;
  readonly max: string;
}

/** The first and the last day of the library's conversion table. */
const FIRST = '1944-01-01';
const LAST = '2033-12-31';

const YEARS_AROUND = 7;

/**
 * The first and the last day that a field offers, within the conversion table. If a limit is missing, it is about seven
 * years before or after today.
 */
export function rangeOf(min = '', max = ''): DayRange {
  const within = (day: string): string => (day < FIRST ? FIRST : day > LAST ? LAST : day);
  return {
    min: within(min || dayAfter(today(), -365 * YEARS_AROUND)),
    max: within(max || dayAfter(today(), 365 * YEARS_AROUND)),
  };
}

/** Converts a Gregorian day to Bikram Sambat. Undefined for other texts, and for days outside the library's table. */
export function sambatOf(day: string): SambatDay | undefined {
  return day >= FIRST && day <= LAST ? toBik(day) : undefined;
}

const numbers = (from: number, to: number): readonly number[] =>
  Array.from({ length: Math.max(0, to - from + 1) }, (_, count) => from + count);

/** The years, months and days that the field offers. They include the chosen day even if it is outside the range. */
export function choicesFor(
  range: DayRange,
  chosen: SambatDay | undefined,
): Readonly<Record<keyof SambatDay, readonly number[]>> {
  const [first, last] = [toBik(range.min), toBik(range.max)];
  const { year, month, day } = chosen ?? first;
  const [isFirstYear, isLastYear] = [year <= first.year, year >= last.year];
  const [isFirstMonth, isLastMonth] = [isFirstYear && month <= first.month, isLastYear && month >= last.month];
  return {
    year: numbers(Math.min(first.year, year), Math.max(last.year, year)),
    month: numbers(isFirstYear ? Math.min(first.month, month) : 1, isLastYear ? Math.max(last.month, month) : 12),
    day: numbers(
      isFirstMonth ? Math.min(first.day, day) : 1,
      isLastMonth ? Math.max(last.day, day) : daysInMonth(year, month),
    ),
  };
}

/**
 * The Gregorian day after the user chose a year, a month or a day. Uses the last day of a shorter month, and the
 * nearest day of the range.
 */
export function dayWith(range: DayRange, before: SambatDay | undefined, change: Partial<SambatDay>): string {
  const { year, month, day } = { ...(before ?? toBik(range.min > today() ? range.min : today())), ...change };
  const chosen = toGreg_text(year, month, Math.min(day, daysInMonth(year, month)));
  return chosen < range.min ? range.min : chosen > range.max ? range.max : chosen;
}
