import { toBik } from 'bikram-sambat';

export interface Day {
  readonly year: number;
  /** Counted from 1. */
  readonly month: number;
  readonly day: number;
}

/** The day in the calendar of Nepal; undefined of one that its tables do not reach. `gregorian` is `YYYY-MM-DD`. */
export function bikramSambatOf(gregorian: string): Day | undefined {
  try {
    return toBik(gregorian);
  } catch {
    return undefined;
  }
}
