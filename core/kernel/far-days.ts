import type { Fault } from './refusal.ts';

/** The first year that is more likely one of Bikram Sambat, which is about 57 years ahead of the Gregorian calendar. */
const FIRST_YEAR_OF_SAMBAT = 2070;

/** The same day some years later. Where that year has no 29 February, the text still compares correctly with days. */
export const yearsAfter = (day: string, years: number): string => `${Number(day.slice(0, 4)) + years}${day.slice(4)}`;

/**
 * Faults of a day that is more than some years ahead. People who read a day of Bikram Sambat from a paper are told that
 * it looks like one.
 */
export function farAheadFaults(
  field: string,
  day: string | null | undefined,
  { today, years }: { readonly today: string; readonly years: number },
): readonly Fault[] {
  if (day === null || day === undefined || day <= yearsAfter(today, years)) return [];
  const isSambat = Number(day.slice(0, 4)) >= FIRST_YEAR_OF_SAMBAT;
  const hint = isSambat ? ': it looks like a day of Bikram Sambat, and the Gregorian day is needed' : '';
  return [{ field, message: `must be at most ${years} years ahead${hint}` }];
}
