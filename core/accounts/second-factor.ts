import type { UserId } from '../kernel/ids.ts';
import type { Instant } from '../kernel/time.ts';

/** The secret that an authenticator app and the service share. */
export interface SecondFactor {
  /** The secret, encrypted by the SecretBox. */
  readonly sealedSecret: string;
  readonly startedAt: Instant;
  /** The moment of the first right code; null until the app is turned on. */
  readonly confirmedAt: Instant | null;
}

/** Second factors, at most one per user, with their recovery codes. */
export interface SecondFactorRepo {
  find(userId: UserId): Promise<SecondFactor | undefined>;
  /** Stores an unconfirmed secret, in place of any earlier unconfirmed secret. False if a factor is on. */
  start(userId: UserId, sealedSecret: string, at: Instant): Promise<boolean>;
  /** Turns a started factor on, and marks the step of its first code as used. False if the factor is on already. */
  confirm(userId: UserId, step: number, recoveryDigests: readonly string[], at: Instant): Promise<boolean>;
  /** Marks a time step of an authenticator app as used. False if this step or a later step was used before. */
  useStep(userId: UserId, step: number): Promise<boolean>;
  /** Marks a recovery code as used. False if the code is unknown or used. */
  useRecoveryCode(userId: UserId, digest: string): Promise<boolean>;
  /** Deletes the factor and its recovery codes. False if no factor was on. */
  remove(userId: UserId): Promise<boolean>;
}

/** Counted tries at the codes of one sign-in. */
export interface CodeTries {
  /**
   * Counts a try before the code is compared, so that simultaneous tries cannot exceed `most`. Returns the try's
   * number, starting at 1. Undefined if no try is left.
   */
  reserve(key: string, most: number, expiresAt: Instant): Promise<number | undefined>;
  /** Deletes up to `limit` counts that expired before `before`, and returns how many. */
  prune(before: Instant, limit: number): Promise<number>;
}
