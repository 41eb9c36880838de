import type { Clock } from '../kernel/time.ts';
import type { Transact } from '../kernel/unit-of-work.ts';
import { checkPassengerPassword, hasUsablePassword } from './account.ts';
import type { Caller } from './account.ts';
import { issueTokens } from './open-session.ts';
import type { SessionNeeds, SignedIn } from './open-session.ts';
import type { AccountStores } from './ports.ts';
import type { Passwords, KeyedMutex } from './crypto-ports.ts';
import { currentPasswordWrong, userGone } from './refusals.ts';

interface Needs extends SessionNeeds {
  readonly clock: Clock;
  readonly transact: Transact<Pick<AccountStores, 'users' | 'devices' | 'sessions'>>;
  readonly passwords: Passwords;
  readonly mutex: KeyedMutex;
}

interface PasswordChange {
  readonly currentPassword: string;
  readonly newPassword: string;
}

export type ChangePassword = ReturnType<typeof changePassword>;

/** Replaces a password that the passenger knows. All sessions end; the caller gets a new pair of tokens. */
export const changePassword =
  (needs: Needs) =>
  ({ userId, role }: Caller, { currentPassword, newPassword }: PasswordChange): Promise<SignedIn> =>
    needs.mutex(`change ${userId}`, async () => {
      const { clock, transact, passwords } = needs;
      const account = await transact(({ users }) => users.find(userId));
      if (!account) throw userGone();
      if (!(await passwords.matches(currentPassword, hasUsablePassword(account) ? account.passwordHash : undefined)))
        throw currentPasswordWrong();
      checkPassengerPassword('new_password', newPassword);

      const newHash = await passwords.hash(newPassword);
      return transact(async ({ users, devices, sessions }) => {
        if (!(await users.replacePassword(userId, account.passwordHash, newHash))) throw currentPasswordWrong();
        await devices.revokeAll(userId);
        const changed = await users.find(userId);
        if (!changed) throw userGone();
        return issueTokens(needs)(sessions, changed, role, clock());
      });
    });
