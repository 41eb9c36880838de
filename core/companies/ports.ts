import type { Position } from '../accounts/membership.ts';
import type { DeviceId, OperatorId, StaffId, UserId } from '../kernel/ids.ts';
import type { Instant } from '../kernel/time.ts';
import type { Company } from './company.ts';
import type { Invitation, ListedMember, StaffMember } from './staff.ts';

/** Companies, inside a transaction. */
export interface CompanyRepo {
  /** Reads the company without a lock. */
  find(id: OperatorId): Promise<Company | undefined>;
  /**
   * Locks the company: nobody else changes it, its staff or its invitations, or adds a bus, until the transaction ends.
   */
  lock(id: OperatorId): Promise<Company | undefined>;
  /**
   * Keeps the company, its staff and its invitations from changes until the transaction ends. Many transactions can
   * share this lock, and sales continue. For changes of other things that the company owns.
   */
  share(id: OperatorId): Promise<Company | undefined>;
  /** Saves the company. Its status decides from then on whether its buses are on sale. */
  save(company: Company): Promise<void>;
  hasBus(id: OperatorId): Promise<boolean>;
}

export interface DocumentUsage {
  readonly count: number;
  /** The size of all files in bytes. */
  readonly bytes: number;
}

/** Counts of a company's buses, documents, trips and other quota-limited rows, inside a transaction. */
export interface CompanyUsage {
  /** True if no bus of the company has ever been approved. */
  isNew(id: OperatorId): Promise<boolean>;
  /**
   * Records that a bus of each company was approved. From now on none of these companies is new, even if the bus is
   * rejected later.
   */
  recordApproval(ids: readonly OperatorId[]): Promise<void>;
  buses(id: OperatorId): Promise<number>;
  /** Counts timetables. Ended timetables are counted, too, because their trips are still stored. */
  timetables(id: OperatorId): Promise<number>;
  /** Counts trips planned one by one, including cancelled and past trips, because their rows are kept. */
  singleTrips(id: OperatorId): Promise<number>;
  /** Counts devices of the crew, including revoked devices, because their rows are kept. */
  devices(id: OperatorId): Promise<number>;
  documents(id: OperatorId): Promise<DocumentUsage>;
  /** Counts invitations that the company sent after `after`, including withdrawn invitations. */
  invitations(id: OperatorId, after: Instant): Promise<number>;
}

export interface NewInvitation extends Omit<Invitation, 'id'> {
  readonly invitedAt: Instant;
  readonly expiresAt: Instant;
}

/** The facts about a person's joining that leaving needs, because leaving reverses exactly these. */
export interface Joining {
  readonly userId: UserId;
  readonly joinedAt: Instant;
  /** Whether joining gave the user the role OPERATOR. If so, leaving takes the role away. */
  readonly gaveRole: boolean;
  readonly createdAccount: boolean;
}

/** A membership that can end, or an invitation that can be withdrawn. */
export interface KnownMember extends StaffMember {
  readonly gaveRole: boolean;
}

/** A user's position in their company. */
export interface KnownMembership {
  readonly id: StaffId;
  readonly operatorId: OperatorId;
  readonly position: Position;
}

/**
 * Staff of companies, inside a transaction. A person belongs to at most one company, but several companies may invite
 * them. An invitation that expired by `now` counts as deleted. Lock the company before any change, so that what was
 * read stays true.
 */
export interface StaffRepo {
  /** A member or invitation of the company. */
  find(operatorId: OperatorId, id: StaffId, now: Instant): Promise<KnownMember | undefined>;
  /** The membership of a user. */
  ofUser(id: UserId): Promise<KnownMembership | undefined>;
  /** Whether the user has a shift open at the company's counter. */
  hasOpenShift(operatorId: OperatorId, id: UserId): Promise<boolean>;
  /** The number of OWNERs who have joined. */
  owners(operatorId: OperatorId): Promise<number>;
  /** The number of members and invitations. */
  count(operatorId: OperatorId, now: Instant): Promise<number>;

  /** Adds an invitation. Undefined if the company has invited the address already. */
  invite(invitation: NewInvitation): Promise<StaffId | undefined>;
  /** Removes expired invitations of the company, and expired invitations of the address. */
  dropExpired(operatorId: OperatorId, email: string, now: Instant): Promise<void>;
  /** An invitation that can still be accepted. */
  findInvitation(id: StaffId, now: Instant): Promise<Invitation | undefined>;
  /** Turns an invitation into a membership. */
  join(id: StaffId, joining: Joining): Promise<void>;
  /** Ends the user's membership. */
  leave(id: UserId): Promise<void>;
  changePosition(id: StaffId, position: Position): Promise<void>;
  remove(id: StaffId): Promise<void>;
  /** Removes every invitation of a locked address (see `SentInvitations`), and returns the removed invitations. */
  endInvitations(email: string): Promise<readonly EndedInvitation[]>;
}

/** An invitation that ended because the person joined another company. */
export type EndedInvitation = Pick<Invitation, 'id' | 'operatorId' | 'fullName'>;

/** A mail with an invitation. */
export interface SentInvitation {
  readonly operatorId: OperatorId;
  readonly email: string;
}

/** A record of sent invitations. Withdrawn and accepted invitations stay in the record. */
export interface SentInvitations {
  /** Locks the address until the transaction ends. No other transaction can invite it, or join a company with it. */
  lockAddress(email: string): Promise<void>;
  /** The moments after `after` at which any company invited the address, earliest first. */
  to(email: string, after: Instant): Promise<readonly Instant[]>;
  add(sent: SentInvitation, at: Instant): Promise<void>;
  /** Deletes at most `limit` rows from before a moment. Returns how many. */
  prune(before: Instant, limit: number): Promise<number>;
}

/** Phones of the crew by the member who added them, inside a transaction. */
export interface DevicesOfStaff {
  /** Revokes the member's unrevoked devices of the company, and returns them. */
  revokeAddedBy(operatorId: OperatorId, member: UserId, at: Instant): Promise<readonly RevokedDevice[]>;
}

export interface RevokedDevice {
  readonly id: DeviceId;
  readonly name: string;
}

/** Reads of companies for screens. */
export interface CompanyViews {
  find(id: OperatorId): Promise<Company | undefined>;
  /** Members and invited people, in no order. */
  staff(operatorId: OperatorId, now: Instant): Promise<readonly ListedMember[]>;
}
