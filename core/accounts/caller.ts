import type { UserId } from '../kernel/ids.ts';
import type { Instant } from '../kernel/time.ts';

export type Role = 'PASSENGER' | 'OPERATOR' | 'ADMIN';

/** Somebody who has shown a valid access token. */
export interface Caller {
  readonly userId: UserId;
  /** The role the token was issued for: a user may hold several. */
  readonly role: Role;
  readonly tokenExpiresAt: Instant;
}

/** Where a request comes from, for the login log. */
export interface Origin {
  readonly ip: string;
  readonly userAgent: string;
}
