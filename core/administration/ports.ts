import type { Account, Role, UserStatus } from '../accounts/account.ts';
import type { LoginEntry } from '../accounts/ports.ts';
import type { CompanyStatus } from '../accounts/membership.ts';
import type { Company } from '../companies/company.ts';
import type { OperatorId, UserId } from '../kernel/ids.ts';
import type { Paisa } from '../kernel/money.ts';
import type { Listing, Page } from '../kernel/page.ts';
import type { Instant, Span } from '../kernel/time.ts';

/** A user as administrators see them. */
export type ListedUser = Pick<
  Account,
  'id' | 'fullName' | 'email' | 'phone' | 'role' | 'status' | 'emailVerified' | 'lastLoginAt' | 'createdAt'
>;

export interface UserFilter {
  /** Folded: what name, e-mail address or phone number contains. */
  readonly q?: string;
  /** The primary role, or one that was granted. */
  readonly role?: Role;
  readonly status?: UserStatus;
}

export interface UserDirectory {
  /** Newest first; a position is the id of a user. */
  list(filter: UserFilter, page: Page): Promise<Listing<ListedUser>>;
}

export interface CompanyFilter {
  /** Folded: what the name contains. */
  readonly q?: string;
  readonly status?: CompanyStatus;
}

/** A company as administrators see it. */
export interface ListedCompany extends Company {
  /** Who have joined as OWNER, in the order in which they came. */
  readonly owners: readonly Pick<ListedUser, 'id' | 'fullName' | 'email'>[];
  /** How many it has. */
  readonly buses: number;
  /** How many have joined. */
  readonly staff: number;
}

export interface CompanyDirectory {
  /** Newest first; a position is the id of a company. */
  list(filter: CompanyFilter, page: Page): Promise<Listing<ListedCompany>>;
  find(id: OperatorId): Promise<ListedCompany | undefined>;
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
  /** Newest first; a position is the moment and the id of an entry. */
  list(filter: LoginFilter, page: Page): Promise<Listing<ListedLogin>>;
}

/** How the day goes, and what waits. */
export interface Figures {
  /** Made within the day, and paid. */
  readonly bookings: number;
  /** What these cost. */
  readonly gross: Paisa;
  /** Of trips that leave within the day, taken by bookings. */
  readonly seatsSold: number;
  /** All seats of trips that leave within the day. */
  readonly seatsOffered: number;
  /** Not settled yet, though begun before a given moment. */
  readonly paymentsOpen: number;
  readonly reviewsWaiting: number;
  readonly mailBacklog: number;
}

export interface FiguresReader {
  read(day: Span, openSince: Instant, now: Instant): Promise<Figures>;
}
