import type { Instant } from '../kernel/time.ts';

export interface LockoutPolicy {
  readonly maxAttempts: number;
  readonly minutes: number;
}

/** A password attempt, which is counted before the password is checked. */
export interface Attempt {
  /** 1 for the first since the count was cleared. */
  readonly number: number;
  /** Set on the last attempt allowed: how long the lock lasts, unless the password is right. */
  readonly locksUntil: Instant | null;
}
