import type { Position } from '../accounts/membership.ts';
import type { OperatorId, StaffId, UserId } from '../kernel/ids.ts';
import type { Instant } from '../kernel/time.ts';

/** Somebody on a company's staff, or who is invited to join it. */
export interface StaffMember {
  /** Of the membership, from the invitation on. */
  readonly id: StaffId;
  /** Null as long as they are only invited. */
  readonly userId: UserId | null;
  /** Of the account; before that as the invitation says. */
  readonly fullName: string;
  readonly email: string;
  readonly phone: string | null;
  readonly position: Position;
  readonly status: 'INVITED' | 'ACTIVE';
  /** Null for whoever registered the company. */
  readonly invitedAt: Instant | null;
  readonly joinedAt: Instant | null;
}

/** An invitation that can still be accepted. */
export interface Invitation {
  readonly id: StaffId;
  readonly operatorId: OperatorId;
  readonly fullName: string;
  readonly email: string;
  readonly phone: string | null;
  readonly position: Position;
  /** What its token holds: no other token is good. */
  readonly nonce: string;
}

/** What somebody who is invited shows for it. */
export interface InvitationToken {
  readonly staffId: StaffId;
  readonly nonce: string;
}

export const INVITATION_DAYS = 7;

/** For the activity log, by the names that the API gives the fields. */
export const toldMember = ({ fullName, email, phone, position, status }: StaffMember) => ({
  full_name: fullName,
  email,
  phone,
  position,
  status,
});
