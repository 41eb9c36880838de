import type { Instant } from '../kernel/time.ts';

export interface LockoutPolicy {
  readonly maxAttempts: number;
  readonly minutes: number;
}

/** A password attempt, which is counted before the password is checked. */
export interface Attempt {
  /** The number of the attempt since the count was cleared, from 1. */
  readonly number: number;
  /**
   * The moment until which the lock lasts, unless the password is right. Set on the last attempt allowed; null on
   * others.
   */
  readonly locksUntil: Instant | null;
}
