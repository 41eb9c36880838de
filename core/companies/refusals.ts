import type { Position } from '../accounts/membership.ts';
import { invalidField, refusal } from '../kernel/refusal.ts';

export const positionTooLow = refusal('forbidden', 'POSITION_TOO_LOW', (least: Position) =>
  least === 'OWNER'
    ? 'Only an OWNER of the company may do this.'
    : `This needs the position ${least} or a higher one, which an OWNER of your company can give to you.`,
);
export const companySuspended = refusal(
  'forbidden',
  'COMPANY_SUSPENDED',
  (
    sentence: string = 'This company is suspended: its data can be read, but not changed. Please contact those who run the service.',
  ) => sentence,
);
/** To whoever is invited to it. */
export const joiningSuspended = () =>
  companySuspended('The company that invites you is suspended, so nobody can join it now. Please try again later.');

/** Also for one of another company: the caller can't tell which of the two it is. */
export const staffUnknown = refusal('absent', 'STAFF_UNKNOWN', 'There is nobody like that on your staff.');
export const companyUnknown = refusal('absent', 'OPERATOR_UNKNOWN', 'There is no such company.');

export const staffElsewhere = refusal(
  'conflict',
  'STAFF_ELSEWHERE',
  (
    sentence: string = 'This person already belongs to the staff of a company or is invited to one, or is an administrator.',
  ) => sentence,
);
/** To the person themselves. */
export const youAreElsewhere = () =>
  staffElsewhere(
    'You already belong to the staff of another company, or are an administrator. Leave that company first, or ask for an invitation to another e-mail address.',
  );
export const lastOwner = refusal(
  'conflict',
  'LAST_OWNER',
  'A company needs an OWNER: give somebody else that position first.',
);

export const shiftOpen = refusal(
  'conflict',
  'SHIFT_OPEN',
  (sentence: string = 'This person has an open shift: close it first, so that the cash in it is counted.') => sentence,
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
