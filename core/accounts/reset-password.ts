import { LARGEST_ID } from '../kernel/ids.ts';
import type { UserId } from '../kernel/ids.ts';
import type { Clock } from '../kernel/time.ts';
import type { Transact } from '../kernel/unit-of-work.ts';
import { checkPassengerPassword } from './account.ts';
import type { Account } from './account.ts';
import type { AccountStores, Passwords, ResetToken, StringSigner, Turns } from './ports.ts';
import { resetTokenInvalid } from './refusals.ts';

interface Needs {
  readonly clock: Clock;
  readonly transact: Transact<Pick<AccountStores, 'users' | 'devices'>>;
  readonly passwords: Pick<Passwords, 'hash'>;
  readonly turns: Turns;
  readonly resetTokens: StringSigner<ResetToken>;
}

/** Whoever brings a token can write into it what they like, as long as it is unproved. */
const isKey = (uid: unknown): uid is UserId => typeof uid === 'number' && Number.isInteger(uid) && uid >= 1 && uid <= LARGEST_ID;

export type ResetPassword = ReturnType<typeof resetPassword>;

/** Sets a new password by a mailed link, which that makes worthless. Every session ends, every browser becomes a stranger, a lock is lifted. */
export const resetPassword = (needs: Needs) =>
  async ({ token, newPassword }: { readonly token: string; readonly newPassword: string }): Promise<void> => {
    checkPassengerPassword('new_password', newPassword);
    const uid = needs.resetTokens.peek(token)?.uid;
    if (!isKey(uid)) throw resetTokenInvalid();

    await needs.turns(`reset ${uid}`, async () => {
      const account = await needs.transact(({ users }) => users.find(uid));
      if (!account || !needs.resetTokens.open(token, needs.clock(), account.passwordHash)) throw resetTokenInvalid();
      await replace(needs, account, await needs.passwords.hash(newPassword));
    });
  };

const replace = ({ transact }: Needs, { id, passwordHash }: Account, newHash: string): Promise<void> => transact(async ({ users, devices }) => {
  if (!(await users.replacePassword(id, passwordHash, newHash))) throw resetTokenInvalid();
  await users.clearAttempts(id);
  await devices.forgetAll(id);
});
