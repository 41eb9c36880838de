import type { UserId } from '../kernel/ids.ts';
import { type Instant, daysAfter, earlierOf, minutesAfter } from '../kernel/time.ts';
import type { Account, Origin, Role } from './account.ts';
import { rememberAddress } from './attempts.ts';
import type { Session, SessionRepo } from './ports.ts';
import { type PublicUser, publicUser } from './view-me.ts';
import { userGone } from './refusals.ts';
import type { AccountStores, AccountWorld } from './world.ts';

/** A user who has just signed in, with the pair of tokens. */
export interface SignedIn {
  readonly access: string;
  readonly refresh: string;
  readonly user: PublicUser;
}

/** Days from the sign-in until a session ends, even if its tokens were refreshed. */
const LONGEST_SESSION_DAYS = 180;

/** The tokens of one sign-in share a family. */
export type SessionFamily = Pick<Session, 'family' | 'startedAt'>;

export const endOf = ({ startedAt }: Pick<SessionFamily, 'startedAt'>): Instant =>
  daysAfter(startedAt, LONGEST_SESSION_DAYS);

/** Issues a pair of tokens: the first pair of a session, or the next pair after a refresh. */
export const issueTokens =
  ({ random, tokens, avatars, accessTokenMinutes, refreshTokenDays }: AccountWorld) =>
  async (
    sessions: SessionRepo,
    account: Account,
    role: Role,
    now: Instant,
    { family, startedAt }: SessionFamily = { family: random.uuid(), startedAt: now },
  ): Promise<SignedIn> => {
    const { id: userId, tokenVersion } = account;
    const end = endOf({ startedAt });
    const [id, expiresAt] = [random.uuid(), earlierOf(daysAfter(now, refreshTokenDays), end)];
    await sessions.add({ id, family, startedAt, userId, role, issuedAt: now, expiresAt });
    return {
      access: tokens.issueAccess(
        { userId, role, tokenVersion, signedInAt: startedAt, family },
        earlierOf(minutesAfter(now, accessTokenMinutes), end),
      ),
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
  /** A remark for the login log. */
  readonly message?: string;
}

/**
 * Opens a session for a user who has proved their identity. Runs in the transaction that checked the password or code.
 */
export const openSession =
  (needs: AccountWorld) =>
  async (
    stores: AccountStores,
    { userId, role, origin, company, message = 'Signed in.' }: SignIn,
    now: Instant,
  ): Promise<SignedIn> => {
    const { users, sessions, loginLog } = stores;
    if (role === 'OPERATOR') await users.ensureOperator(userId, company, now);
    await users.signedIn(userId, now, origin.language);
    const account = await users.find(userId);
    if (!account) throw userGone();
    await rememberAddress(stores, userId, origin, now);
    await loginLog.add({ kind: 'SUCCESS', userId, email: account.email, role, message, origin }, now);
    return issueTokens(needs)(sessions, account, role, now);
  };
