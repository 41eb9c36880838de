import { type Instant, secondsAfter } from '../kernel/time.ts';

const FIRST_PAUSE_SECONDS = 5;
const LONGEST_PAUSE_SECONDS = 3_600;

/**
 * The moment of the next attempt after `attempt` failed ones. The first pause is 5 seconds; pauses double up to an
 * hour.
 */
export const afterPause = (attempt: number, now: Instant): Instant =>
  secondsAfter(now, Math.min(FIRST_PAUSE_SECONDS * 2 ** (attempt - 1), LONGEST_PAUSE_SECONDS));
