import { Refusal } from '../kernel/refusal.ts';
import { type Instant, secondsBetween } from '../kernel/time.ts';
import { mayActAs } from './account.ts';
import { type SignedIn, endOf, issueTokens } from './open-session.ts';
import type { KnownSession } from './ports.ts';
import {
  refreshMissing,
  refreshRevoked,
  refreshUnreadable,
  roleGone,
  sessionOver,
  signedOutRemotely,
  userGone,
} from './refusals.ts';
import type { AccountWorld } from './world.ts';

/** Seconds during which a client that did not get the response may send an exchanged token again. */
const GRACE_SECONDS = 10;

const isStolen = ({ rotatedAt }: KnownSession, now: Instant): boolean =>
  rotatedAt !== null && secondsBetween(rotatedAt, now) > GRACE_SECONDS;

export type RefreshSession = ReturnType<typeof refreshSession>;

/**
 * Exchanges a refresh token for a new pair in the same role. A token that comes again after GRACE_SECONDS counts as
 * stolen, and all sessions of the same sign-in end.
 */
export const refreshSession =
  (needs: AccountWorld) =>
  async (refresh: string): Promise<SignedIn> => {
    const { clock, transact, tokens } = needs;
    if (refresh === '') throw refreshMissing();
    const claims = tokens.readRefresh(refresh, clock());
    if ('fault' in claims) throw refreshUnreadable(claims.fault);

    const outcome = await transact(async ({ users, sessions }): Promise<SignedIn | Refusal> => {
      const now = clock();
      // The lock on the user's row lets only one refresh run at a time. No refresh succeeds while another transaction
      // revokes the family of tokens.
      const account = await users.lock(claims.userId);
      const session = await sessions.find(claims.sessionId);
      if (session?.userId !== claims.userId || session.revokedAt !== null) return refreshRevoked();
      if (session.rotatedAt !== null) {
        if (isStolen(session, now)) await sessions.revokeFamily(session.family, now);
        return refreshRevoked();
      }
      if (now >= endOf(session)) return sessionOver();
      if (account?.status !== 'ACTIVE') return userGone();
      if (account.tokenVersion !== claims.tokenVersion) return signedOutRemotely();
      if (!mayActAs(account, session.role)) return roleGone();

      if (!(await sessions.rotate(session.id, now))) return refreshRevoked();
      return issueTokens(needs)(sessions, account, session.role, now, session);
    });
    if (outcome instanceof Refusal) throw outcome;
    return outcome;
  };
