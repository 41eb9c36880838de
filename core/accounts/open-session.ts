import type { UserId } from '../kernel/ids.ts';
import type { Random } from '../kernel/random.ts';
import { daysAfter, minutesAfter } from '../kernel/time.ts';
import type { Instant } from '../kernel/time.ts';
import type { Account, Origin, Role } from './account.ts';
import type { Tokens } from './crypto-ports.ts';
import type { AccountStores, Avatars, SessionRepo } from './ports.ts';
import { publicUser } from './public-user.ts';
import type { PublicUser } from './public-user.ts';
import { userGone } from './refusals.ts';

/** What opening a session takes. */
export interface SessionNeeds {
  readonly random: Random;
  readonly tokens: Tokens;
  readonly avatars: Pick<Avatars, 'url'>;
  readonly accessTokenMinutes: number;
  readonly refreshTokenDays: number;
}

/** A pair of tokens, and whose they are. */
export interface SignedIn {
  readonly access: string;
  readonly refresh: string;
  readonly user: PublicUser;
}

/** Issues a pair of tokens: as the first of a session, or as the next in the family of one. */
export const issueTokens =
  ({ random, tokens, avatars, accessTokenMinutes, refreshTokenDays }: SessionNeeds) =>
  async (
    sessions: SessionRepo,
    account: Account,
    role: Role,
    now: Instant,
    family = random.uuid(),
  ): Promise<SignedIn> => {
    const { id: userId, tokenVersion } = account;
    const [id, expiresAt] = [random.uuid(), daysAfter(now, refreshTokenDays)];
    await sessions.add({ id, family, userId, role, issuedAt: now, expiresAt });
    return {
      access: tokens.issueAccess({ userId, role, tokenVersion }, minutesAfter(now, accessTokenMinutes)),
      refresh: tokens.issueRefresh({ userId, role, tokenVersion }, id, expiresAt),
      user: publicUser(account, role, avatars),
    };
  };

interface SignIn {
  readonly userId: UserId;
  readonly role: Role;
  readonly origin: Origin;
  /** The new name of an operator's company. */
  readonly company?: string | undefined;
}

/** Signs in a user who has proved who they are, in the transaction that checked it. */
export const openSession =
  (needs: SessionNeeds) =>
  async (
    { users, sessions, loginLog }: Pick<AccountStores, 'users' | 'sessions' | 'loginLog'>,
    { userId, role, origin, company }: SignIn,
    now: Instant,
  ): Promise<SignedIn> => {
    if (role === 'OPERATOR') await users.ensureOperator(userId, company, now);
    await users.signedIn(userId, now);
    const account = await users.find(userId);
    if (!account) throw userGone();
    await loginLog.add({ kind: 'SUCCESS', userId, email: account.email, role, message: 'Signed in.', origin }, now);
    return issueTokens(needs)(sessions, account, role, now);
  };
