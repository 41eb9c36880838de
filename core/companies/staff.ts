import type { Position } from '../accounts/membership.ts';
import type { StaffId, UserId } from '../kernel/ids.ts';
import type { Instant } from '../kernel/time.ts';
import type { Employer } from './employer.ts';

/** A member of the staff of a company or an agent, or an invited person. */
export interface StaffMember {
  /** The id of the membership. It is also the id of the invitation from which the membership came. */
  readonly id: StaffId;
  /** The member's account; null for an invited person. */
  readonly userId: UserId | null;
  /** The name of the member's account; for an invited person, the name in the invitation. */
  readonly fullName: string;
  readonly email: string;
  readonly phone: string | null;
  readonly position: Position;
  readonly status: 'INVITED' | 'ACTIVE';
  /** The moment when the person was invited. Null for the person who registered the company. */
  readonly invitedAt: Instant | null;
  readonly joinedAt: Instant | null;
}

export interface ListedMember extends StaffMember {
  /** The number of unrevoked crew phones that this member added. */
  readonly devices: number;
}

/** The offer of an invitation, and the invited person. */
export interface InvitationTerms {
  readonly fullName: string;
  readonly email: string;
  readonly phone: string | null;
  readonly position: Position;
  /** The nonce of the invitation's newest token. Older tokens have another nonce and are refused. */
  readonly nonce: string;
}

/** An invitation that the person can still accept. */
export type Invitation = Employer & InvitationTerms & { readonly id: StaffId };

/** The content of the token in an invitation's mailed link. */
export interface InvitationToken {
  readonly staffId: StaffId;
  readonly nonce: string;
}

export const INVITATION_DAYS = 7;

/** A member with the API's field names, for the activity log. */
export const toldMember = ({ fullName, email, phone, position, status }: StaffMember) => ({
  full_name: fullName,
  email,
  phone,
  position,
  status,
});
