import type { UserId } from '../kernel/ids.ts';
import type { Listing, Page } from '../kernel/page.ts';
import type { Instant, Span } from '../kernel/time.ts';
import type { Account, Role, UserStatus } from './account.ts';
import type { LoginEntry } from './ports.ts';

/** A user as administrators see them. */
export type ListedUser = Pick<
  Account,
  | 'id'
  | 'fullName'
  | 'email'
  | 'phone'
  | 'role'
  | 'status'
  | 'emailVerified'
  | 'phoneVerified'
  | 'lastLoginAt'
  | 'createdAt'
>;

export interface UserFilter {
  /**
   * The search text, with upper and lower case folded. Matches users whose name, e-mail address or phone number
   * contains it.
   */
  readonly q?: string;
  /** A primary or granted role. */
  readonly role?: Role;
  readonly status?: UserStatus;
}

export interface UserDirectory {
  /** Lists users, newest first. The page cursor is the id of a user. */
  list(filter: UserFilter, page: Page): Promise<Listing<ListedUser>>;
}

export interface LoginFilter {
  readonly userId?: UserId;
  readonly kind?: LoginEntry['kind'];
  readonly during?: Partial<Span>;
}

export interface ListedLogin extends LoginEntry {
  readonly id: number;
  readonly at: Instant;
}

export interface LoginLogViews {
  /** Lists sign-in attempts, newest first. The page cursor is the moment and the id of an entry. */
  list(filter: LoginFilter, page: Page): Promise<Listing<ListedLogin>>;
}
