import type { Clock } from '../kernel/time.ts';
import type { Transact } from '../kernel/unit-of-work.ts';
import type { Caller, Origin } from './caller.ts';
import type { AccountStores, Tokens } from './ports.ts';

interface Needs {
  readonly clock: Clock;
  readonly transact: Transact<Pick<AccountStores, 'users' | 'sessions' | 'loginLog'>>;
  readonly tokens: Pick<Tokens, 'readRefresh'>;
}

export type SignOut = ReturnType<typeof signOut>;

/** Ends the session of a refresh token. One that is no good, or another user's, is passed over in silence. */
export const signOut = ({ clock, transact, tokens }: Needs) =>
  async ({ userId, role }: Caller, refresh: string, origin: Origin): Promise<void> => {
    const claims = tokens.readRefresh(refresh, clock());

    await transact(async ({ users, sessions, loginLog }) => {
      const now = clock();
      await users.lock(userId);
      const session = 'fault' in claims ? undefined : await sessions.find(claims.sessionId);
      // All that was rotated from the same sign-in, so that signing out with a token already exchanged ends the session too.
      if (session?.userId === userId) await sessions.revokeFamily(session.family, now);
      await loginLog.add({ kind: 'LOGOUT', userId, role, message: 'Signed out.', origin }, now);
    });
  };
