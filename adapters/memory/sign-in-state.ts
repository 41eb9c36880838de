import type { CodeId, NewCode } from '../../core/accounts/ports.ts';
import type { NewPhoneCode } from '../../core/accounts/phone-code.ts';
import type { SecondFactor } from '../../core/accounts/second-factor.ts';
import type { Instant } from '../../core/kernel/time.ts';

/** A counter of wrong passwords. */
export interface CountedAttempts {
  failedAttempts: number;
  lockedUntil: Instant | null;
}

export interface StoredDevice extends CountedAttempts {
  readonly expiresAt: Instant;
}

export interface StoredAddress extends CountedAttempts {
  lastSignInAt: Instant | null;
  expiresAt: Instant;
}

export interface StoredCode extends NewCode {
  readonly id: CodeId;
  used: boolean;
  attempts: number;
}

export interface StoredPhoneCode extends NewPhoneCode {
  used: boolean;
  attempts: number;
}

export interface StoredSecondFactor extends SecondFactor {
  readonly lastStep: number;
  /** Hashes of the unused recovery codes. */
  readonly recovery: ReadonlySet<string>;
}
