import type { BasisPoints } from '../kernel/money.ts';
import type { RefundTier, Company } from './company.ts';
import type { AgentPosition, AgentStatus, CompanyStatus, Position } from '../accounts/membership.ts';
import type { ListedUser } from '../accounts/user-directory.ts';
import type { Listing, Page } from '../kernel/page.ts';
import type { AgentId, DeviceId, OperatorId, StaffId, UserId } from '../kernel/ids.ts';
import type { Instant } from '../kernel/time.ts';
import type { Employer } from './employer.ts';
import type { Invitation, InvitationTerms, ListedMember, StaffMember } from './staff.ts';

/** Companies, inside a transaction. */
export interface CompanyRepo {
  /** Reads the company without a lock. */
  find(id: OperatorId): Promise<Company | undefined>;
  /**
   * Locks the company until the transaction ends. No other transaction can change the company, its staff or its
   * invitations, or add a bus.
   */
  lock(id: OperatorId): Promise<Company | undefined>;
  /**
   * Share-locks the company until the transaction ends: no other transaction can change the company, its staff or its
   * invitations. Many transactions can hold this lock at once, and sales continue. Use this to change other things that
   * the company owns.
   */
  share(id: OperatorId): Promise<Company | undefined>;
  /** Saves the company. From then on its status decides whether its trips are on sale. */
  save(company: Company): Promise<void>;
  /** Records the saved terms of sale as those that hold since `at`. Audits compare bookings with them. */
  keepTerms(id: OperatorId, at: Instant): Promise<void>;
  hasBus(id: OperatorId): Promise<boolean>;
}

/** Agents as employers, inside a transaction. */
export interface AgentsWithStaff {
  /**
   * Locks the agent until the transaction ends. No other transaction can change the agent, its staff or its
   * invitations.
   */
  lock(id: AgentId): Promise<{ readonly name: string; readonly status: AgentStatus } | undefined>;
}

/** The platform's terms of sale, with the moments since which they hold, inside a transaction. */
export interface PlatformTermsRepo {
  /** Records terms as those that hold since `at`, unless they were recorded last. Audits compare bookings with them. */
  keep(terms: PlatformTerms, at: Instant): Promise<void>;
}

export interface DocumentUsage {
  readonly count: number;
  /** The size of all files together, in bytes. */
  readonly bytes: number;
}

/** Counts a company's buses, documents, trips and other things that have a quota, inside a transaction. */
export interface CompanyUsage {
  /** True if no bus of the company was ever approved. Lower quotas apply to a new company. */
  isNew(id: OperatorId): Promise<boolean>;
  /**
   * Records that a bus of each of these companies was approved. From now on none of these companies is new, even if the
   * bus is rejected later.
   */
  recordApproval(ids: readonly OperatorId[]): Promise<void>;
  buses(id: OperatorId): Promise<number>;
  /** Counts timetables, including ended ones, because their trips are still stored. */
  timetables(id: OperatorId): Promise<number>;
  /** Counts trips that were planned one by one, including cancelled and past trips, because their rows are kept. */
  singleTrips(id: OperatorId): Promise<number>;
  /** Counts devices of the crew, including revoked devices, because their rows are kept. */
  devices(id: OperatorId): Promise<number>;
  documents(id: OperatorId): Promise<DocumentUsage>;
  places(id: OperatorId): Promise<number>;
  /** Counts invitations that the company sent after `after`, including withdrawn ones. */
  invitations(id: OperatorId, after: Instant): Promise<number>;
}

export type NewInvitation = Employer &
  InvitationTerms & {
    readonly invitedAt: Instant;
    readonly expiresAt: Instant;
  };

/** How a person joined a staff. Stored because leaving the staff undoes exactly this. */
export interface Joining {
  readonly userId: UserId;
  readonly joinedAt: Instant;
  /** True if joining gave the user the role OPERATOR. Then leaving removes the role. */
  readonly gaveRole: boolean;
  /** True if joining made the account. Then leaving an agent makes it a passenger's account. */
  readonly createdAccount: boolean;
}

/** A membership that can be ended, or an invitation that can be withdrawn. */
export interface KnownMember extends StaffMember, Pick<Joining, 'gaveRole' | 'createdAccount'> {}

/** A user's membership in a company's staff, with the position. */
export interface KnownMembership {
  readonly id: StaffId;
  readonly operatorId: OperatorId;
  readonly position: Position;
}

/** A user's membership in an agent's staff, with the position. */
export interface KnownAgentMembership {
  readonly id: StaffId;
  readonly agentId: AgentId;
  readonly position: AgentPosition;
}

/**
 * Staff of companies and agents, inside a transaction. A person belongs to at most one of them, but several may invite
 * the same person. An invitation that expired by `now` counts as deleted. Lock the employer before any change.
 * Otherwise another transaction may change what was read before.
 */
export interface StaffRepo {
  /** Finds a member of the employer's staff, or an invitation. */
  find(employer: Employer, id: StaffId, now: Instant): Promise<KnownMember | undefined>;
  /** The membership of a user; undefined if the user is in no company's staff. */
  ofUser(id: UserId): Promise<KnownMembership | undefined>;
  /** The membership of a user in an agent's staff; undefined if the user is in no agent's staff. */
  ofAgentUser(id: UserId): Promise<KnownAgentMembership | undefined>;
  /** Whether the user has an open shift at the company's counter. */
  hasOpenShift(operatorId: OperatorId, id: UserId): Promise<boolean>;
  /** The number of the employer's OWNERs who have joined. */
  owners(employer: Employer): Promise<number>;
  /** The number of the employer's members and invitations. */
  count(employer: Employer, now: Instant): Promise<number>;

  /** Adds an invitation. Undefined if the employer has already invited the address. */
  invite(invitation: NewInvitation): Promise<StaffId | undefined>;
  /** Removes all expired invitations of the employer, and all expired invitations of the address by anybody. */
  dropExpired(employer: Employer, email: string, now: Instant): Promise<void>;
  /** Finds an invitation that the person can still accept. */
  findInvitation(id: StaffId, now: Instant): Promise<Invitation | undefined>;
  /** Turns an invitation into a membership. */
  join(id: StaffId, joining: Joining): Promise<void>;
  /** Ends the membership of the user, if there is one. */
  leave(id: UserId): Promise<void>;
  changePosition(id: StaffId, position: Position): Promise<void>;
  remove(id: StaffId): Promise<void>;
  /**
   * Removes every invitation to an address, and returns the removed invitations. The address must be locked
   * (`SentInvitations.lockAddress`).
   */
  endInvitations(email: string): Promise<readonly EndedInvitation[]>;
}

/** An invitation that ended because the person joined another staff. */
export type EndedInvitation = Employer & { readonly id: StaffId; readonly fullName: string };

/** A record that an invitation was mailed to an address. */
export type SentInvitation = Employer & { readonly email: string };

/** Records of mailed invitations. Withdrawn and accepted invitations stay recorded. */
export interface SentInvitations {
  /**
   * Locks the address until the transaction ends. No other transaction can invite the address, or join a staff with
   * it.
   */
  lockAddress(email: string): Promise<void>;
  /** The moments after `after` at which companies and agents invited the address, earliest first. */
  to(email: string, after: Instant): Promise<readonly Instant[]>;
  add(sent: SentInvitation, at: Instant): Promise<void>;
  /** Deletes at most `limit` records from before `before`, and returns how many. */
  prune(before: Instant, limit: number): Promise<number>;
}

/** Finds and revokes the crew's phones that a member of staff added, inside a transaction. */
export interface DevicesOfStaff {
  /** Revokes the company's phones that the member added and that are not revoked yet. Returns them. */
  revokeAddedBy(operatorId: OperatorId, member: UserId, at: Instant): Promise<readonly RevokedDevice[]>;
}

export interface RevokedDevice {
  readonly id: DeviceId;
  readonly name: string;
}

/** Reads companies, outside transactions. */
export interface CompanyViews {
  find(id: OperatorId): Promise<Company | undefined>;
  /** The employer's members and invited persons, in no particular order. */
  staff(employer: Employer, now: Instant): Promise<readonly ListedMember[]>;
}

export interface CompanyFilter {
  /** Search text as it is compared (`folded`). Matches companies whose name contains it. */
  readonly q?: string;
  readonly status?: CompanyStatus;
}

/** A company as administrators see it. */
export interface ListedCompany extends Company {
  /** Members with the position OWNER who have joined, in the order of joining. */
  readonly owners: readonly Pick<ListedUser, 'id' | 'fullName' | 'email'>[];
  /** The number of the company's buses. */
  readonly buses: number;
  /** The number of staff members who have joined. */
  readonly staff: number;
}

export interface CompanyDirectory {
  /** Lists companies, newest first. The page cursor is a company's id. */
  list(filter: CompanyFilter, page: Page): Promise<Listing<ListedCompany>>;
  find(id: OperatorId): Promise<ListedCompany | undefined>;
}

/** The platform's settings that a booking copies. A company's own rate and tiers replace them for sales online. */
export interface PlatformTerms {
  readonly commissionRate: BasisPoints;
  /** The rate for all sales at counters, also of companies with a rate of their own. */
  readonly counterCommissionRate: BasisPoints;
  readonly cancellationTiers: readonly RefundTier[];
}
