import type { Clock } from '../kernel/time.ts';
import type { Transact } from '../kernel/unit-of-work.ts';
import type { Caller, Origin } from './account.ts';
import { endSessions } from './end-sessions.ts';
import type { AccountStores } from './ports.ts';

interface Needs {
  readonly clock: Clock;
  readonly transact: Transact<Pick<AccountStores, 'users' | 'devices' | 'loginLog'>>;
}

export type SignOutEverywhere = ReturnType<typeof signOutEverywhere>;

/** Invalidates all tokens of the user, and trusts none of their devices any more. */
export const signOutEverywhere =
  ({ clock, transact }: Needs) =>
  ({ userId, role }: Caller, origin: Origin): Promise<void> =>
    transact(async (stores) => {
      await endSessions(stores, userId);
      await stores.loginLog.add({ kind: 'LOGOUT', userId, role, message: 'Signed out everywhere.', origin }, clock());
    });
