import type { UserId } from '../kernel/ids.ts';
import { refusal } from '../kernel/refusal.ts';
import type { KeepResult } from '../platform/idempotency.ts';
import type { Account } from './account.ts';
import { userGone } from './refusals.ts';
import { endSessions } from './sign-out.ts';
import type { AccountWorld } from './world.ts';

export const userUnknown = refusal('absent', 'USER_UNKNOWN', 'There is no such user.');
export const userSuspended = refusal('conflict', 'USER_SUSPENDED', 'This user is suspended already.');
export const userActive = refusal('conflict', 'USER_ACTIVE', 'This user is active.');
export const yourself = refusal('conflict', 'YOURSELF', 'You cannot suspend yourself: ask another administrator.');
export const lastAdmin = refusal('conflict', 'LAST_ADMIN', 'This is the last administrator who is active.');

export type SuspendUser = ReturnType<typeof suspendUser>;

/** Stops a user from signing in, and ends all the user's sessions. */
export const suspendUser =
  ({ clock, transact }: AccountWorld) =>
  (admin: UserId, userId: UserId, reason: string, keep?: KeepResult<Account>): Promise<Account> =>
    transact(async (stores) => {
      const { users, trail } = stores;
      // Locks all administrators first, so that of two administrators who suspend each other, the second waits.
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

export type ReactivateUser = ReturnType<typeof reactivateUser>;

/** Lets a suspended user sign in again. The sessions that the suspension ended stay ended. */
export const reactivateUser =
  ({ clock, transact }: AccountWorld) =>
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

export type SignOutUser = ReturnType<typeof signOutUser>;

/** Ends all sessions of a user. The user may sign in again. */
export const signOutUser =
  ({ clock, transact }: AccountWorld) =>
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
