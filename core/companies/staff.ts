import type { Position } from '../accounts/membership.ts';
import type { OperatorId, StaffId, UserId } from '../kernel/ids.ts';
import type { Instant } from '../kernel/time.ts';

/** A member of a company's staff, or an invited person. */
export interface StaffMember {
  /** The id of the membership. An invitation has the same id before it is accepted. */
  readonly id: StaffId;
  /** The member's account; null for an invited person. */
  readonly userId: UserId | null;
  /** The name of the account; before the person joins, the name in the invitation. */
  readonly fullName: string;
  readonly email: string;
  readonly phone: string | null;
  readonly position: Position;
  readonly status: 'INVITED' | 'ACTIVE';
  /** The moment of the invitation. Null for the person who registered the company. */
  readonly invitedAt: Instant | null;
  readonly joinedAt: Instant | null;
}

export interface ListedMember extends StaffMember {
  /** Unrevoked crew phones that this member added. */
  readonly devices: number;
}

/** An invitation that can still be accepted. */
export interface Invitation {
  readonly id: StaffId;
  readonly operatorId: OperatorId;
  readonly fullName: string;
  readonly email: string;
  readonly phone: string | null;
  readonly position: Position;
  /** The nonce of the current token. Older tokens carry another nonce and are refused. */
  readonly nonce: string;
}

/** The content of the token in an invitation's link. */
export interface InvitationToken {
  readonly staffId: StaffId;
  readonly nonce: string;
}

export const INVITATION_DAYS = 7;

/** A member by the API's field names, for the activity log. */
export const toldMember = ({ fullName, email, phone, position, status }: StaffMember) => ({
  full_name: fullName,
  email,
  phone,
  position,
  status,
});
