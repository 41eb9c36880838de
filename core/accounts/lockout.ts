import type { Instant } from '../kernel/time.ts';

export interface LockoutPolicy {
  readonly maxAttempts: number;
  readonly minutes: number;
}

/** A password attempt, which is counted before the password is checked. */
export interface Attempt {
  /** The number of the attempt since the count was cleared, from 1. */
  readonly number: number;
  /** Set on the last attempt allowed: how long the lock lasts, unless the password is right. */
  readonly locksUntil: Instant | null;
}
