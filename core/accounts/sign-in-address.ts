import type { UserId } from '../kernel/ids.ts';
import type { Instant } from '../kernel/time.ts';
import type { Attempt, LockoutPolicy } from './lockout.ts';

/** An IP address from which somebody tried passwords of an account. */
export interface SignInAddress {
  /** The end of the lockout for passwords from this address; null without a lockout. */
  readonly lockedUntil: Instant | null;
  readonly lastSignInAt: Instant | null;
}

/**
 * IP addresses from which people sign in, as addressKey writes them. A row is one address of one account. A
 * row without a sign-in is kept for at least a day after its last attempt and lockout.
 */
export interface SignInAddressRepo {
  find(userId: UserId, address: string): Promise<SignInAddress | undefined>;
  /** Counts an attempt for one address, as UserRepo.reserveAttempt does for an account. */
  reserveAttempt(userId: UserId, address: string, policy: LockoutPolicy, now: Instant): Promise<Attempt | undefined>;
  releaseAttempt(userId: UserId, address: string, attempt: Attempt): Promise<void>;
  clearAttempts(userId: UserId, address: string): Promise<void>;
  /** Clears the counts and lockouts of all the user's addresses. */
  clearAllAttempts(userId: UserId): Promise<void>;
  /** Records a sign-in from an address. The record is kept until `expiresAt`. */
  signedIn(userId: UserId, address: string, at: Instant, expiresAt: Instant): Promise<void>;
  /** True if the user of any account signed in from the address after `since`. */
  hasSignIn(address: string, since: Instant): Promise<boolean>;
  /** Deletes up to `limit` addresses that expired before `before`, and returns how many. */
  prune(before: Instant, limit: number): Promise<number>;
}
