import type { Account } from './account.ts';
import { endSessions } from './end-sessions.ts';
import type { AccountStores } from './ports.ts';
import { userGone } from './refusals.ts';
import type { Idempotency, KeepResult } from '../platform/idempotency.ts';
import type { UserId } from '../kernel/ids.ts';
import type { Clock } from '../kernel/time.ts';
import type { Transact } from '../kernel/unit-of-work.ts';
import type { Trail } from '../platform/trail.ts';
import { lastAdmin, userSuspended, userUnknown, yourself } from './user-refusals.ts';

interface Needs {
  readonly clock: Clock;
  readonly transact: Transact<
    Pick<AccountStores, 'users' | 'devices'> & { readonly trail: Trail; readonly idempotency: Idempotency }
  >;
}

export type SuspendUser = ReturnType<typeof suspendUser>;

/** Keeps a user from signing in, and ends all their sessions. */
export const suspendUser =
  ({ clock, transact }: Needs) =>
  (admin: UserId, userId: UserId, reason: string, keep?: KeepResult<Account>): Promise<Account> =>
    transact(async (stores) => {
      const { users, trail } = stores;
      // All of them are locked, so that two who suspend each other come one after the other.
      const admins = await users.lockActiveAdmins();
      const user = await users.lock(userId);
      if (!user) throw userUnknown();
      if (userId === admin) throw yourself();
      if (user.status === 'SUSPENDED') throw userSuspended();
      if (admins.every((id) => id === userId)) throw lastAdmin();
      if (!admins.includes(admin)) throw userGone();

      await users.setStatus(userId, 'SUSPENDED');
      await endSessions(stores, userId);
      await trail.add(
        {
          kind: 'USER_SUSPENDED',
          actor: { role: 'ADMIN', userId: admin },
          operatorId: user.operatorId,
          subject: { type: 'user', id: userId },
          changes: { status: { old: user.status, new: 'SUSPENDED' } },
          description: `Suspended: ${reason}`,
        },
        clock(),
      );
      const suspended: Account = { ...user, status: 'SUSPENDED' };
      await keep?.(suspended, stores);
      return suspended;
    });
