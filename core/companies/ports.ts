import type { Position } from '../accounts/membership.ts';
import type { OperatorId, StaffId, UserId } from '../kernel/ids.ts';
import type { Instant } from '../kernel/time.ts';
import type { Company } from './company.ts';
import type { Invitation, StaffMember } from './staff.ts';

/** Companies, inside a transaction. */
export interface CompanyRepo {
  /** Until the transaction ends nobody else changes the company, its staff or its invitations, nor adds a bus to it. */
  lock(id: OperatorId): Promise<Company | undefined>;
  /**
   * Until the transaction ends nobody changes the company, its staff or its invitations. Several may have this at once,
   * and it keeps nobody from selling: the one for changes to something else that the company has.
   */
  share(id: OperatorId): Promise<Company | undefined>;
  /** Writes what may change. From then on its buses are on sale, or not, by its status. */
  save(company: Company): Promise<void>;
  hasBus(id: OperatorId): Promise<boolean>;
}

export interface NewInvitation extends Omit<Invitation, 'id'> {
  readonly invitedAt: Instant;
  readonly expiresAt: Instant;
}

/** How somebody joined. It decides what leaving takes from them. */
export interface Joining {
  readonly userId: UserId;
  readonly joinedAt: Instant;
  /** Whether it gave them the role OPERATOR. */
  readonly gaveRole: boolean;
  readonly createdAccount: boolean;
}

/** A membership that can end, or an invitation that can be withdrawn. */
export interface KnownMember extends StaffMember {
  readonly gaveRole: boolean;
}

/** In what position somebody belongs to a company. */
export interface KnownMembership {
  readonly id: StaffId;
  readonly operatorId: OperatorId;
  readonly position: Position;
}

/**
 * Staff of companies, inside a transaction. Nobody belongs to two, nor is invited to two. An invitation that ran out by
 * `now` is as good as gone. Whoever changes something locks the company before, so that what was found stays true.
 */
export interface StaffRepo {
  /** One of the company's. */
  find(operatorId: OperatorId, id: StaffId, now: Instant): Promise<KnownMember | undefined>;
  /** The membership of a user. */
  ofUser(id: UserId): Promise<KnownMembership | undefined>;
  /** Whether the user has a shift open at the company's counter. */
  hasOpenShift(operatorId: OperatorId, id: UserId): Promise<boolean>;
  /** How many OWNERs have joined. */
  owners(operatorId: OperatorId): Promise<number>;
  /** How many belong to the company or are invited. */
  count(operatorId: OperatorId, now: Instant): Promise<number>;

  /** Undefined if the address is invited already. */
  invite(invitation: NewInvitation): Promise<StaffId | undefined>;
  /** Removes invitations that have run out: those of a company, and that of an address. */
  dropExpired(operatorId: OperatorId, email: string, now: Instant): Promise<void>;
  /** One that can still be accepted. */
  findInvitation(id: StaffId, now: Instant): Promise<Invitation | undefined>;
  /** Makes a membership of an invitation. */
  join(id: StaffId, joining: Joining): Promise<void>;
  /** Takes the user off the staff that they are on. */
  leave(id: UserId): Promise<void>;
  changePosition(id: StaffId, position: Position): Promise<void>;
  remove(id: StaffId): Promise<void>;
}

/** For screens. */
export interface CompanyViews {
  find(id: OperatorId): Promise<Company | undefined>;
  /** Everybody who belongs to the staff or is invited, in no order. */
  staff(operatorId: OperatorId, now: Instant): Promise<readonly StaffMember[]>;
}
