import { checkOperatorEmail, checkPassengerPhone, normalEmail } from '../accounts/account.ts';
import type { StringSigner } from '../accounts/crypto-ports.ts';
import type { Position } from '../accounts/membership.ts';
import type { AccountStores } from '../accounts/ports.ts';
import { phoneTaken } from '../accounts/refusals.ts';
import type { Idempotency, KeepResult } from '../delivery/idempotency.ts';
import type { MailQueue } from '../delivery/mail-queue.ts';
import type { Random } from '../kernel/random.ts';
import { daysAfter } from '../kernel/time.ts';
import type { Clock, Instant } from '../kernel/time.ts';
import type { Transact } from '../kernel/unit-of-work.ts';
import { changesBetween } from '../trail/trail.ts';
import type { Trail } from '../trail/trail.ts';
import { lockCompany } from './lock-company.ts';
import type { Member } from './member.ts';
import { doneBy } from './member-trail.ts';
import type { CompanyRepo, StaffRepo } from './ports.ts';
import { staffElsewhere } from './refusals.ts';
import { isElsewhere } from './shell.ts';
import { INVITATION_DAYS, toldMember } from './staff.ts';
import { invitationLink } from './standing-invitation.ts';
import type { InvitationToken, StaffMember } from './staff.ts';

interface Stores extends Pick<AccountStores, 'users'> {
  readonly companies: CompanyRepo;
  readonly staff: StaffRepo;
  readonly trail: Trail;
  readonly mailQueue: Pick<MailQueue, 'post'>;
  readonly idempotency: Idempotency;
}

interface Needs {
  readonly clock: Clock;
  readonly random: Random;
  readonly transact: Transact<Stores>;
  readonly invitationTokens: StringSigner<InvitationToken>;
  readonly operatorPortalBase: string;
}

export interface Invitee {
  readonly fullName: string;
  readonly email: string;
  /** Empty for none. */
  readonly phone: string;
  readonly position: Position;
}

export type InviteStaff = ReturnType<typeof inviteStaff>;

/** Invites somebody to the company's staff, with a link by mail. They need no account for it. */
export const inviteStaff =
  ({ clock, random, transact, invitationTokens, operatorPortalBase }: Needs) =>
  async (member: Member, invitee: Invitee, keep?: KeepResult<StaffMember>): Promise<StaffMember> => {
    const email = normalEmail(invitee.email);
    checkOperatorEmail(email);
    checkPassengerPhone(invitee.phone);
    const nonce = random.uuid();

    return transact(async (stores) => {
      const { staff, trail, mailQueue } = stores;
      const company = await lockCompany(stores, member, 'OWNER');
      const now = clock();
      await staff.dropExpired(company.id, email, now);
      const { fullName, position } = invitee;
      const phone = invitee.phone === '' ? null : invitee.phone;
      const given = { operatorId: company.id, fullName, email, phone, position };
      const id = await staff.invite({ ...given, nonce, invitedAt: now, expiresAt: daysAfter(now, INVITATION_DAYS) });
      if (id === undefined) throw staffElsewhere();
      // Asked behind the store, which waits for whoever is accepting another invitation at this moment.
      await refuseTaken(stores, member, { email, phone: invitee.phone }, now);

      const invited: StaffMember = {
        ...{ id, userId: null, fullName, email, phone, position },
        ...{ status: 'INVITED', invitedAt: now, joinedAt: null },
      };
      await trail.add(
        doneBy(member, {
          kind: 'STAFF_INVITED',
          subject: { type: 'staff', id },
          changes: changesBetween({}, toldMember(invited)),
          description: `Invited ${fullName} as ${position}.`,
        }),
        now,
      );
      const link = invitationLink(operatorPortalBase, invitationTokens.sign({ staffId: id, nonce }, now));
      const { companyName } = company;
      await mailQueue.post(
        [{ kind: 'invitation', to: email, name: fullName, companyName, position, link, daysValid: INVITATION_DAYS }],
        now,
      );
      await keep?.(invited, stores);
      return invited;
    });
  };

/** Refuses an address of somebody who belongs to a staff or is an administrator, and a phone of somebody else. */
async function refuseTaken(
  stores: Stores,
  { operatorId }: Member,
  { email, phone }: Pick<Invitee, 'email' | 'phone'>,
  now: Instant,
): Promise<void> {
  const account = await stores.users.findByEmail(email);
  if (account?.roles.includes('ADMIN') || account?.operatorId === operatorId) throw staffElsewhere();
  if (account && (await isElsewhere(stores, account.id, now))) throw staffElsewhere();
  const other = phone === '' ? undefined : await stores.users.findByPhone(phone);
  if (other && other.id !== account?.id) throw phoneTaken();
}
