import { checkPassengerPhone, phoneGroupOf } from '../accounts/account.ts';
import { checkOperatorEmail, normalEmail } from '../accounts/email-address.ts';
import type { Position } from '../accounts/membership.ts';
import { phoneTaken } from '../accounts/refusals.ts';
import type { KeepResult } from '../platform/idempotency.ts';
import { type Instant, daysAfter, hoursAfter } from '../kernel/time.ts';
import { changesBetween } from '../platform/trail.ts';
import type { Employer } from './employer.ts';
import type { SentInvitations } from './ports.ts';
import { refuseInvitationBeyondQuota } from './refuse-beyond-quota.ts';
import { invitedTooOften, staffElsewhere } from './refusals.ts';
import { isElsewhere } from './shell.ts';
import { type StaffManager, employerOf, lockEmployer, staffEntry } from './staff-manager.ts';
import { type StaffMember, INVITATION_DAYS, toldMember } from './staff.ts';
import { invitationLink } from './standing-invitation.ts';
import type { CompanyStores, CompanyWorld } from './world.ts';

export interface Invitee {
  readonly fullName: string;
  readonly email: string;
  /** The invited person's phone number; empty if the form has none. */
  readonly phone: string;
  readonly position: Position;
}

export type InviteStaff = ReturnType<typeof inviteStaff>;

/**
 * Invites a person to the staff of a company or an agent by a mailed link. The person needs no account, and may have
 * other invitations. One address gets at most MOST_A_DAY invitations a day from all companies and agents together.
 */
export const inviteStaff =
  ({ clock, random, quotas, transact, invitationTokens, operatorPortalBase }: CompanyWorld) =>
  async (manager: StaffManager, invitee: Invitee, keep?: KeepResult<StaffMember>): Promise<StaffMember> => {
    const email = normalEmail(invitee.email);
    checkOperatorEmail(email);
    checkPassengerPhone(invitee.phone);
    const nonce = random.uuid();

    return transact(async (stores) => {
      const { staff, sentInvitations, trail, mailQueue } = stores;
      const name = await lockEmployer(stores, manager);
      const employer = employerOf(manager);
      // Without the lock, the person could join another staff at the same time, or be invited to one.
      await sentInvitations.lockAddress(email);
      const now = clock();
      if ('operatorId' in employer) await refuseInvitationBeyondQuota(stores, quotas, employer.operatorId, now);
      await staff.dropExpired(employer, email, now);
      const { fullName, position } = invitee;
      const phone = invitee.phone === '' ? null : invitee.phone;
      const given = { ...employer, fullName, email, phone, position };
      const id = await staff.invite({ ...given, nonce, invitedAt: now, expiresAt: daysAfter(now, INVITATION_DAYS) });
      if (id === undefined) throw staffElsewhere();
      await refuseTaken(stores, employer, { email, phone: invitee.phone }, now);
      await refuseOften(sentInvitations, email, now);
      await sentInvitations.add({ ...employer, email }, now);

      const invited: StaffMember = {
        id,
        userId: null,
        fullName,
        email,
        phone,
        position,
        status: 'INVITED',
        invitedAt: now,
        joinedAt: null,
      };
      await trail.add(
        staffEntry(manager, {
          kind: 'STAFF_INVITED',
          subject: { type: 'staff', id },
          changes: changesBetween({}, toldMember(invited)),
          description: `Invited ${fullName} as ${position}.`,
        }),
        now,
      );
      const link = invitationLink(operatorPortalBase, invitationTokens.sign({ staffId: id, nonce }, now));
      const mail = { to: email, name: fullName, companyName: name, position, link, daysValid: INVITATION_DAYS };
      const sender = 'agentId' in employer ? { isByAgent: true } : {};
      await mailQueue.post([{ kind: 'invitation', ...mail, ...sender }], now);
      await keep?.(invited, stores);
      return invited;
    });
  };

/** Refuses the e-mail address of a staff member or administrator, and a phone number that another user has. */
async function refuseTaken(
  stores: CompanyStores,
  employer: Employer,
  { email, phone }: Pick<Invitee, 'email' | 'phone'>,
  now: Instant,
): Promise<void> {
  const account = await stores.users.findByEmail(email);
  const isColleague = 'operatorId' in employer && account?.operatorId === employer.operatorId;
  if (account?.roles.includes('ADMIN') || isColleague) throw staffElsewhere();
  if (account && (await isElsewhere(stores, account.id, now))) throw staffElsewhere();
  const other =
    phone === '' ? undefined : await stores.users.findByPhone(phone, account ? phoneGroupOf(account) : 'others');
  if (other && other.id !== account?.id) throw phoneTaken();
}

/** The most invitations that one address gets within a day, from all companies and agents together. */
const MOST_A_DAY = 3;
const DAY_HOURS = 24;

/** Throws if the address has already got MOST_A_DAY invitations within a day. The address must be locked. */
async function refuseOften(sentInvitations: SentInvitations, email: string, now: Instant): Promise<void> {
  const sent = await sentInvitations.to(email, hoursAfter(now, -DAY_HOURS));
  // A day after this invitation, the next one may be sent.
  const inTheWay = sent.at(-MOST_A_DAY);
  if (inTheWay !== undefined) throw invitedTooOften((hoursAfter(inTheWay, DAY_HOURS) - now) / 1_000);
}
