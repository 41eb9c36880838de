import type { Position } from '../accounts/membership.ts';
import { invalidField, refusal } from '../kernel/refusal.ts';

export const positionTooLow = refusal(
  'forbidden',
  'POSITION_TOO_LOW',
  (least: Position) => `Only members of the staff from ${least} upwards may do this.`,
);
export const companySuspended = refusal(
  'forbidden',
  'COMPANY_SUSPENDED',
  'This company is suspended: its data can be read, but not changed.',
);

/** Also for one of another company: the caller can't tell which of the two it is. */
export const staffUnknown = refusal('absent', 'STAFF_UNKNOWN', 'There is nobody like that on your staff.');
export const companyUnknown = refusal('absent', 'OPERATOR_UNKNOWN', 'There is no such company.');

export const staffElsewhere = refusal(
  'conflict',
  'STAFF_ELSEWHERE',
  'This person already belongs to the staff of a company or is invited to one, or is an administrator.',
);
export const lastOwner = refusal(
  'conflict',
  'LAST_OWNER',
  'A company needs an OWNER: give somebody else that position first.',
);

export const invitationInvalid = refusal(
  'unauthenticated',
  'INVITATION_INVALID',
  'This invitation is not valid any more. Please ask for a new one.',
);

export const hoursTwice = () =>
  invalidField('cancellation_tiers', 'cancellation_tiers must not name the same hours twice.');
export const badContactEmail = () => invalidField('contact_email', 'contact_email must be an e-mail address.');
export const reasonMissing = () => invalidField('reason', 'Suspending a company needs a reason.');
