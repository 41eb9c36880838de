import type { UserId } from '../kernel/ids.ts';
import type { Instant } from '../kernel/time.ts';

/** The secret that an authenticator app and the service share. */
export interface SecondFactor {
  /** The secret, encrypted by the SecretBox. */
  readonly sealedSecret: string;
  readonly startedAt: Instant;
  /** The moment of the first right code, which turned the app on; null before. */
  readonly confirmedAt: Instant | null;
}

/** Secrets of authenticator apps, at most one for each user, with the user's recovery codes. */
export interface SecondFactorRepo {
  find(userId: UserId): Promise<SecondFactor | undefined>;
  /**
   * Stores an unconfirmed secret, and replaces an earlier unconfirmed secret. False if the user's app is on already.
   */
  start(userId: UserId, sealedSecret: string, at: Instant): Promise<boolean>;
  /** Turns a user's app on, and marks the time step of its first code as used. False if the app is on already. */
  confirm(userId: UserId, step: number, recoveryDigests: readonly string[], at: Instant): Promise<boolean>;
  /** Marks the time step of an app's code as used. False if this step or a later step was used before. */
  useStep(userId: UserId, step: number): Promise<boolean>;
  /** Marks a recovery code as used. False if the code is unknown or used. */
  useRecoveryCode(userId: UserId, digest: string): Promise<boolean>;
  /** Deletes a user's secret and recovery codes. False if no app was on. */
  remove(userId: UserId): Promise<boolean>;
}

/** Counts the codes that a user tries, in one sign-in or within a day. */
export interface CodeTries {
  /**
   * Counts a try before the code is compared, so that simultaneous tries cannot exceed `most`. Returns the try's
   * number, starting at 1. Undefined if no try is left. The count starts anew once it has expired at `now`, and expires
   * at the `expiresAt` of its first try.
   */
  reserve(key: string, most: number, expiresAt: Instant, now: Instant): Promise<number | undefined>;
  /** Removes a right code from the count. */
  release(key: string): Promise<void>;
  /** Deletes up to `limit` counts that expired before `before`, and returns how many. */
  prune(before: Instant, limit: number): Promise<number>;
}

/** Whether administrators must use an authenticator app to sign in. With `optional`, they may sign in without one. */
export type AdminTotp = 'optional' | 'required';
