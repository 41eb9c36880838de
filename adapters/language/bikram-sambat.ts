import { toBik } from 'bikram-sambat';

export interface Day {
  readonly year: number;
  /** The number of the month, from 1 for Baisakh. */
  readonly month: number;
  readonly day: number;
}

/** Converts a Gregorian day `YYYY-MM-DD` to Bikram Sambat. Undefined outside the library's table. */
export function bikramSambatOf(gregorian: string): Day | undefined {
  try {
    return toBik(gregorian);
  } catch {
    return undefined;
  }
}
