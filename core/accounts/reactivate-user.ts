import type { Account } from './account.ts';
import type { AccountStores } from './ports.ts';
import type { Idempotency, KeepResult } from '../platform/idempotency.ts';
import type { UserId } from '../kernel/ids.ts';
import type { Clock } from '../kernel/time.ts';
import type { Transact } from '../kernel/unit-of-work.ts';
import type { Trail } from '../platform/trail.ts';
import { userActive, userUnknown } from './user-refusals.ts';

interface Needs {
  readonly clock: Clock;
  readonly transact: Transact<
    Pick<AccountStores, 'users'> & { readonly trail: Trail; readonly idempotency: Idempotency }
  >;
}

export type ReactivateUser = ReturnType<typeof reactivateUser>;

/** Lets a suspended user sign in again. The sessions from before stay ended. */
export const reactivateUser =
  ({ clock, transact }: Needs) =>
  (admin: UserId, userId: UserId, keep?: KeepResult<Account>): Promise<Account> =>
    transact(async (stores) => {
      const { users, trail } = stores;
      const user = await users.lock(userId);
      if (!user) throw userUnknown();
      if (user.status === 'ACTIVE') throw userActive();

      await users.setStatus(userId, 'ACTIVE');
      await trail.add(
        {
          kind: 'USER_REACTIVATED',
          actor: { role: 'ADMIN', userId: admin },
          operatorId: user.operatorId,
          subject: { type: 'user', id: userId },
          changes: { status: { old: user.status, new: 'ACTIVE' } },
          description: 'May sign in again.',
        },
        clock(),
      );
      const active: Account = { ...user, status: 'ACTIVE' };
      await keep?.(active, stores);
      return active;
    });
