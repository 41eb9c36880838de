import type { Instant } from '../kernel/time.ts';

export interface LockoutPolicy {
  readonly maxAttempts: number;
  readonly minutes: number;
}

/** A password attempt, counted before the password is checked. */
export interface Attempt {
  /** The number of the attempt since the count was cleared, starting at 1. */
  readonly number: number;
  /**
   * Set on the last allowed attempt: a wrong password then locks sign-ins until this moment. Null on earlier attempts.
   */
  readonly locksUntil: Instant | null;
}
