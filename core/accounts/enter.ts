import type { UserId } from '../kernel/ids.ts';
import type { Random } from '../kernel/random.ts';
import { daysAfter, minutesAfter } from '../kernel/time.ts';
import type { Instant } from '../kernel/time.ts';
import type { Account, PublicUser } from './account.ts';
import type { Origin, Role } from './caller.ts';
import type { AccountStores, Avatars, SessionRepo, Tokens } from './ports.ts';
import { publicUser } from './public-user.ts';
import { userGone } from './refusals.ts';

/** What opening a session takes. */
export interface SessionNeeds {
  readonly random: Random;
  readonly tokens: Tokens;
  readonly avatars: Pick<Avatars, 'url'>;
  readonly accessTokenMinutes: number;
  readonly refreshTokenDays: number;
}

/** The token response of the specification. */
export interface SignedIn {
  readonly access: string;
  readonly refresh: string;
  readonly user: PublicUser;
}

/** Issues a pair of tokens, inside the transaction that says why: of a new family, or of the one given. */
export const openSession = ({ random, tokens, avatars, accessTokenMinutes, refreshTokenDays }: SessionNeeds) =>
  async (sessions: SessionRepo, account: Account, role: Role, now: Instant, family = random.uuid()): Promise<SignedIn> => {
    const { id: userId, tokenVersion } = account;
    const [id, expiresAt] = [random.uuid(), daysAfter(now, refreshTokenDays)];
    await sessions.add({ id, family, userId, role, issuedAt: now, expiresAt });
    return {
      access: tokens.issueAccess({ userId, role, tokenVersion }, minutesAfter(now, accessTokenMinutes)),
      refresh: tokens.issueRefresh({ userId, role, tokenVersion }, id, expiresAt),
      user: publicUser(account, role, avatars),
    };
  };

interface Entry {
  readonly userId: UserId;
  readonly role: Role;
  readonly origin: Origin;
  /** What the operator's company is called from now on. */
  readonly company?: string | undefined;
}

/** Lets somebody in who has proved who they are, inside the transaction that saw the proof. */
export const enter = (needs: SessionNeeds) =>
  async ({ users, sessions, loginLog }: Pick<AccountStores, 'users' | 'sessions' | 'loginLog'>, { userId, role, origin, company }: Entry, now: Instant): Promise<SignedIn> => {
    if (role === 'OPERATOR') await users.ensureOperator(userId, company, now);
    await users.signedIn(userId, now);
    const account = await users.find(userId);
    if (!account) throw userGone();
    await loginLog.add({ kind: 'SUCCESS', userId, email: account.email, role, message: 'Signed in.', origin }, now);
    return openSession(needs)(sessions, account, role, now);
  };
