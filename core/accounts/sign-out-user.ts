import type { Account } from './account.ts';
import { endSessions } from './end-sessions.ts';
import type { AccountStores } from './ports.ts';
import type { Idempotency, KeepResult } from '../platform/idempotency.ts';
import type { UserId } from '../kernel/ids.ts';
import type { Clock } from '../kernel/time.ts';
import type { Transact } from '../kernel/unit-of-work.ts';
import type { Trail } from '../platform/trail.ts';
import { userUnknown } from './user-refusals.ts';

interface Needs {
  readonly clock: Clock;
  readonly transact: Transact<
    Pick<AccountStores, 'users' | 'devices'> & { readonly trail: Trail; readonly idempotency: Idempotency }
  >;
}

export type SignOutUser = ReturnType<typeof signOutUser>;

/** Ends all sessions of a user, who may sign in again. */
export const signOutUser =
  ({ clock, transact }: Needs) =>
  (admin: UserId, userId: UserId, keep?: KeepResult<Account>): Promise<Account> =>
    transact(async (stores) => {
      const user = await stores.users.lock(userId);
      if (!user) throw userUnknown();

      await endSessions(stores, userId);
      await stores.trail.add(
        {
          kind: 'USER_SIGNED_OUT',
          actor: { role: 'ADMIN', userId: admin },
          operatorId: user.operatorId,
          subject: { type: 'user', id: userId },
          description: 'Signed out everywhere.',
        },
        clock(),
      );
      await keep?.(user, stores);
      return user;
    });
