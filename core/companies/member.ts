import type { Caller } from '../accounts/account.ts';
import type { Membership } from '../accounts/membership.ts';
import type { OperatorId, UserId } from '../kernel/ids.ts';
import type { TrailEntry } from '../platform/trail.ts';

/** A member of a company's staff, who acts for the company. */
export interface Member {
  readonly userId: UserId;
  readonly operatorId: OperatorId;
}

/** A caller who acts for a company. */
export type StaffCaller = Caller & { readonly staff: Membership };

export const memberOf = ({ userId, staff: { operatorId } }: StaffCaller): Member => ({ userId, operatorId });

/** An activity log entry for a member's action. */
export const memberEntry = (
  { userId, operatorId }: Member,
  action: Omit<TrailEntry, 'actor' | 'operatorId'>,
): TrailEntry => ({
  actor: { role: 'OPERATOR', userId },
  operatorId,
  ...action,
});
