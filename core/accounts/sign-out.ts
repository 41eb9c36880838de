import type { UserId } from '../kernel/ids.ts';
import type { Caller, Origin } from './account.ts';
import type { AccountStores, AccountWorld } from './world.ts';

/**
 * Invalidates all tokens of a user, and no longer trusts the user's devices. The embedded broker disconnects the user's
 * clients.
 */
export async function endSessions({ users, devices }: AccountStores, userId: UserId): Promise<void> {
  await users.raiseTokenVersion(userId);
  await devices.revokeAll(userId);
}

export type SignOut = ReturnType<typeof signOut>;

/**
 * Ends the session of the caller's access token, and the session that a refresh token belongs to. Silently ignores an
 * invalid refresh token, or another user's.
 */
export const signOut =
  ({ clock, transact, tokens }: AccountWorld) =>
  async ({ userId, role, family }: Caller, refresh: string, origin: Origin): Promise<void> => {
    const claims = tokens.readRefresh(refresh, clock());

    await transact(async ({ users, sessions, loginLog }) => {
      const now = clock();
      await users.lock(userId);
      const hasEndedOwn = family !== undefined && (await sessions.revokeFamily(family, now));
      const session = 'fault' in claims ? undefined : await sessions.find(claims.sessionId);
      // Revokes all tokens of the same sign-in, so that a token that was already exchanged ends the session, too.
      const hasEnded = session?.userId === userId && (await sessions.revokeFamily(session.family, now));
      // Otherwise one token could fill the log, which nobody can delete.
      if (hasEndedOwn || hasEnded)
        await loginLog.add({ kind: 'LOGOUT', userId, role, message: 'Signed out.', origin }, now);
    });
  };

export type SignOutEverywhere = ReturnType<typeof signOutEverywhere>;

/** Invalidates all tokens of the user, and no longer trusts the user's devices. */
export const signOutEverywhere =
  ({ clock, transact }: AccountWorld) =>
  ({ userId, role }: Caller, origin: Origin): Promise<void> =>
    transact(async (stores) => {
      await endSessions(stores, userId);
      await stores.loginLog.add({ kind: 'LOGOUT', userId, role, message: 'Signed out everywhere.', origin }, clock());
    });
