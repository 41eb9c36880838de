import type { Position } from '../accounts/membership.ts';
import { invalidField, refusal } from '../kernel/refusal.ts';
import { type TrailEntry, changesBetween } from '../platform/trail.ts';
import { type Member, memberEntry } from './member.ts';
import type { RevokedDevice } from './ports.ts';
import type { QuotaKind } from './quotas.ts';

export const positionTooLow = refusal('forbidden', 'POSITION_TOO_LOW', (least: Position) =>
  least === 'OWNER'
    ? 'Only an OWNER may do this.'
    : `This needs the position ${least} or a higher one, which an OWNER can give to you.`,
);
export const companySuspended = refusal(
  'forbidden',
  'COMPANY_SUSPENDED',
  (
    sentence: string = 'This company is suspended: its data can be read, but not changed. Please contact those who run the service.',
  ) => sentence,
);
/** Thrown when a person accepts an invitation of a suspended company. The message addresses that person. */
export const joiningSuspended = () =>
  companySuspended('The company that invites you is suspended, so nobody can join it now. Please try again later.');

export const agentSuspended = refusal(
  'forbidden',
  'AGENT_SUSPENDED',
  (
    sentence: string = 'This agent is suspended: it can read its data, cancel bookings and release seats, and nothing else.',
  ) => sentence,
);

/** Thrown for an unknown staff member and for another employer's member. Callers cannot tell the two cases apart. */
export const staffUnknown = refusal('absent', 'STAFF_UNKNOWN', 'There is nobody like that on your staff.');
export const companyUnknown = refusal('absent', 'OPERATOR_UNKNOWN', 'There is no such company.');
export const agentUnknown = refusal('absent', 'AGENT_UNKNOWN', 'There is no such agent.');

export const staffElsewhere = refusal(
  'conflict',
  'STAFF_ELSEWHERE',
  (
    sentence: string = 'This person already belongs to the staff of a company or agent, is invited to yours, or is an administrator.',
  ) => sentence,
);
export const invitedTooOften = refusal('throttled', 'TOO_MANY_INVITATIONS', (seconds: number) => ({
  message: 'This address has got several invitations in the last 24 hours. Please try again later.',
  retryAfterSeconds: seconds,
}));
/** Thrown when a person who belongs to another staff accepts an invitation. The message addresses that person. */
export const youAreElsewhere = () =>
  staffElsewhere(
    'You already belong to the staff of another company or agent, or are an administrator. Leave that staff first, or ask for an invitation to another e-mail address.',
  );
export const lastOwner = refusal(
  'conflict',
  'LAST_OWNER',
  'A staff needs an OWNER: give somebody else that position first.',
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

const QUOTA_SENTENCES: Readonly<Record<QuotaKind, (limit: number) => string>> = {
  buses: (limit) => `Your company cannot have more than ${limit} buses for now.`,
  timetables: (limit) => `Your company cannot have more than ${limit} timetables for now.`,
  trips: (limit) => `Your company cannot plan more than ${limit} single trips for now.`,
  devices: (limit) => `Your company cannot add more than ${limit} devices for now.`,
  documents: (limit) => `Your company cannot have more than ${limit} documents for now.`,
  mib: (limit) => `The files of your company cannot take more than ${limit} MiB for now.`,
  invitations: (limit) => `Your company cannot send more than ${limit} invitations in 24 hours for now.`,
  places: (limit) => `Your company cannot have more than ${limit} places.`,
};

const LIMITS_RISE =
  'Limits rise once your first bus is approved. If yours is approved already, please contact those who run the service.';

/** Thrown for a request that would exceed a quota. `used` is what the company uses without this request. */
export const quotaReached = refusal('conflict', 'QUOTA', (what: QuotaKind, limit: number, used: number) => ({
  message: what === 'places' ? QUOTA_SENTENCES[what](limit) : `${QUOTA_SENTENCES[what](limit)} ${LIMITS_RISE}`,
  extra: { quota: { what, limit, used } },
}));

export const hoursTwice = (field: 'cancellation_tiers' | 'change_tiers') =>
  invalidField(field, `${field} must not name the same hours twice.`);
export const badContactEmail = () => invalidField('contact_email', 'contact_email must be an e-mail address.');
export const reasonMissing = () => invalidField('reason', 'Suspending a company needs a reason.');

export const deviceRevoked = (member: Member, { id, name }: RevokedDevice): TrailEntry =>
  memberEntry(member, {
    kind: 'DEVICE_REVOKED',
    subject: { type: 'device', id },
    changes: changesBetween({ revoked: false }, { revoked: true }),
    description: `Revoked the device «${name}».`,
  });
