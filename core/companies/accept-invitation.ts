import { type Account, type Origin, checkOperatorPassword, pickAvatarColor } from '../accounts/account.ts';
import { loseEmail } from '../accounts/email-holder.ts';
import type { UserRepo } from '../accounts/ports.ts';
import { accountNotActive, userGone } from '../accounts/refusals.ts';
import { hashTurnOf } from '../accounts/hash-turn.ts';
import type { UserId } from '../kernel/ids.ts';
import type { Random } from '../kernel/random.ts';
import type { Instant } from '../kernel/time.ts';
import type { Trail, TrailEntry } from '../platform/trail.ts';
import type { Employer } from './employer.ts';
import type { EndedInvitation, Joining } from './ports.ts';
import { agentSuspended, invitationInvalid, joiningSuspended, youAreElsewhere } from './refusals.ts';
import { isElsewhere } from './shell.ts';
import type { Invitation, InvitationToken } from './staff.ts';
import type { CompanyStores, CompanyWorld } from './world.ts';

interface Acceptance {
  readonly token: string;
  readonly password: string;
}

export type AcceptInvitation = ReturnType<typeof acceptInvitation>;

/**
 * Adds an invited person to the staff of a company or an agent. The token in the mailed link proves that the person
 * owns the address. A person without a verified account chooses a password. The person's other invitations end.
 */
export const acceptInvitation =
  ({ clock, random, transact, passwords, mutex, invitationTokens }: CompanyWorld) =>
  async ({ token, password }: Acceptance, origin: Origin): Promise<{ readonly email: string }> => {
    const shown = invitationTokens.open(token, clock());
    if (!shown) throw invitationInvalid();

    return mutex(`invitation ${shown.staffId}`, async () => {
      const { known, turn } = await transact(async (stores) => ({
        known: (await invited(stores, shown, clock())).account,
        turn: await hashTurnOf(stores, origin, clock()),
      }));
      const needsPassword = known?.emailVerified !== true;
      if (needsPassword) checkOperatorPassword('password', password);
      // The password is hashed before the transaction, because hashing is slow on purpose.
      const passwordHash = needsPassword ? await passwords.hash(password, turn) : '';

      const join = () =>
        transact(async (stores) => {
          const now = clock();
          const { invitation, account } = await invited(stores, shown, now);
          if (account) await refuseElsewhere(stores, account, now);

          const joining =
            (account && (await joiningWith(stores, account, now))) ??
            (await joiningAnew(stores.users, invitation, { passwordHash, random, now }));
          if (!joining) return undefined;
          await stores.staff.leave(joining.userId);
          await stores.staff.join(invitation.id, { ...joining, joinedAt: now });
          await recordJoined(stores.trail, invitation, joining.userId, now);
          for (const ended of await stores.staff.endInvitations(invitation.email))
            await recordEnded(stores.trail, ended, now);
          return { email: invitation.email };
        });
      // If another request adds an account with the same address during the first try, the second try finds that
      // account.
      const joined = (await join()) ?? (await join());
      if (!joined) throw userGone();
      return joined;
    });
  };

/** Reads the invitation that a token names, and the account with the invited address. Locks both, and the employer. */
async function invited(
  stores: CompanyStores,
  { staffId, nonce }: InvitationToken,
  now: Instant,
): Promise<{ readonly invitation: Invitation; readonly account: Account | undefined }> {
  const { staff, sentInvitations, users } = stores;
  const shown = await staff.findInvitation(staffId, now);
  if (!shown) throw invitationInvalid();
  const refuseSuspended = await lockForJoining(stores, shown);
  await sentInvitations.lockAddress(shown.email);
  // The invitation was read before it was locked. In between, it may have been accepted or withdrawn, or the person may
  // have joined another staff.
  const invitation = await staff.findInvitation(staffId, now);
  if (invitation?.nonce !== nonce) throw invitationInvalid();
  const known = await users.findByEmail(invitation.email);
  const locked = known && (await users.lock(known.id));
  // The account may have lost the address, or have got another one, before its row was locked.
  const account = locked?.email === invitation.email ? locked : undefined;
  // A suspended account keeps an address only if it was verified.
  if (account?.emailVerified && account.status !== 'ACTIVE') throw accountNotActive(account.status);
  refuseSuspended();
  return { invitation, account };
}

async function refuseElsewhere(stores: CompanyStores, { id, roles }: Account, now: Instant): Promise<void> {
  if (roles.includes('ADMIN') || (await isElsewhere(stores, id, now))) throw youAreElsewhere();
}

type How = Omit<Joining, 'joinedAt'>;

/**
 * Lets a person who has an account join. Undefined if the account's address was never verified: such an account loses
 * the address, because the mailed link proves that the invited person owns it.
 */
async function joiningWith(stores: CompanyStores, account: Account, now: Instant): Promise<How | undefined> {
  const { id: userId, emailVerified, roles } = account;
  if (!emailVerified) {
    await loseEmail(stores, account, now);
    return undefined;
  }
  const gaveRole = !roles.includes('OPERATOR');
  if (gaveRole) await stores.users.grantRole(userId, 'OPERATOR');
  return { userId, gaveRole, createdAccount: false };
}

interface Newcomer {
  readonly passwordHash: string;
  readonly random: Random;
  readonly now: Instant;
}

/** Lets a person join with a new account. Undefined if an account with the address exists by now. */
async function joiningAnew(users: UserRepo, invitation: Invitation, newcomer: Newcomer): Promise<How | undefined> {
  const { fullName, email, phone } = invitation;
  const add = (withPhone: string | null) =>
    users.add({
      role: 'OPERATOR',
      fullName,
      email,
      phone: withPhone,
      phoneVerified: false,
      passwordHash: newcomer.passwordHash,
      emailVerified: true,
      status: 'ACTIVE',
      avatarColor: pickAvatarColor(newcomer.random),
      createdAt: newcomer.now,
    });
  const added = await add(phone);
  // If another user has the invitation's phone number by now, the person still joins, but without the number.
  const userId = added === 'phone taken' ? await add(null) : added;
  return typeof userId === 'string' ? undefined : { userId, gaveRole: false, createdAccount: true };
}

const recordJoined = (
  trail: Trail,
  { id, fullName, position, ...employer }: Invitation,
  userId: UserId,
  now: Instant,
): Promise<void> =>
  trail.add(
    {
      kind: 'STAFF_JOINED',
      actor: { role: 'OPERATOR', userId },
      operatorId: companyOf(employer),
      subject: { type: 'staff', id },
      changes: { user_id: { old: null, new: userId }, status: { old: 'INVITED', new: 'ACTIVE' } },
      description: `${fullName} joined as ${position}.`,
    },
    now,
  );

/** Records that another invitation ended. The log does not reveal whose staff the person joined. */
const recordEnded = (trail: Trail, { id, fullName, ...employer }: EndedInvitation, now: Instant): Promise<void> =>
  trail.add(
    {
      kind: 'STAFF_REMOVED',
      actor: { role: 'SYSTEM' },
      operatorId: companyOf(employer),
      subject: { type: 'staff', id },
      changes: { status: { old: 'INVITED', new: null } },
      description: `The invitation of ${fullName} ended, because they joined another staff.`,
    },
    now,
  );

/** The company in whose log the entry stands; null for an agent, whose entries administrators alone see. */
const companyOf = (employer: Employer): TrailEntry['operatorId'] =>
  'operatorId' in employer ? employer.operatorId : null;

/**
 * Locks the employer for a person who joins its staff. Returns a check that throws if the employer is suspended, so
 * that callers decide when this refusal comes.
 */
async function lockForJoining({ companies, agents }: CompanyStores, employer: Employer): Promise<() => void> {
  const ofCompany = 'operatorId' in employer;
  const locked = ofCompany ? await companies.lock(employer.operatorId) : await agents.lock(employer.agentId);
  return () => {
    if (locked?.status !== 'SUSPENDED') return;
    throw ofCompany
      ? joiningSuspended()
      : agentSuspended('The agent that invites you is suspended, so nobody can join it now. Please try again later.');
  };
}
