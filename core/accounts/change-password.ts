import { type Caller, type Origin, checkPassengerPassword, hasUsablePassword } from './account.ts';
import { type SignedIn, issueTokens } from './open-session.ts';
import { hashTurnOf } from './hash-turn.ts';
import { checkCurrentPassword, isFresh } from './prove-owner.ts';
import { currentPasswordWrong, signInAgain, userGone } from './refusals.ts';
import type { AccountWorld } from './world.ts';

interface PasswordChange {
  readonly currentPassword: string;
  readonly newPassword: string;
}

export type ChangePassword = ReturnType<typeof changePassword>;

/**
 * Replaces the passenger's password. All sessions end; the caller gets a new pair of tokens. A wrong current password
 * counts like one at a sign-in. A thief of an access token cannot try many passwords. For a few minutes after the
 * sign-in, a user without a password may set a first password.
 */
export const changePassword =
  (needs: AccountWorld) =>
  async (caller: Caller, { currentPassword, newPassword }: PasswordChange, origin: Origin): Promise<SignedIn> => {
    const { clock, transact, passwords } = needs;
    const { userId, role } = caller;
    const replace = async (from: string): Promise<SignedIn> => {
      checkPassengerPassword('new_password', newPassword);
      const turn = await transact((stores) => hashTurnOf(stores, origin, clock()));
      const newHash = await passwords.hash(newPassword, turn);
      return transact(async ({ users, devices, sessions }) => {
        if (!(await users.replacePassword(userId, from, newHash))) throw currentPasswordWrong();
        await devices.revokeAll(userId);
        const changed = await users.find(userId);
        if (!changed) throw userGone();
        return issueTokens(needs)(sessions, changed, role, clock());
      });
    };

    const account = await transact(({ users }) => users.find(userId));
    if (account && !hasUsablePassword(account)) {
      if (!isFresh(caller, clock())) throw signInAgain();
      return replace(account.passwordHash);
    }
    return checkCurrentPassword(needs)(caller, currentPassword, origin, replace);
  };
