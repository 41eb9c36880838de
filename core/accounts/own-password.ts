import type { Transact } from '../kernel/unit-of-work.ts';
import type { Caller, Origin } from './account.ts';
import type { AccountStores } from './ports.ts';
import { userGone } from './refusals.ts';
import type { PasswordSignIn } from './verify-password.ts';

/** The check of a signed-in user's password. Wrong passwords are counted, and lock, as at a sign-in. */
export async function ownPassword(
  { transact }: { readonly transact: Transact<Pick<AccountStores, 'users'>> },
  { userId }: Pick<Caller, 'userId'>,
  password: string,
  origin: Origin,
): Promise<PasswordSignIn> {
  const account = await transact(({ users }) => users.find(userId));
  if (!account) throw userGone();
  return {
    identifier: account.email,
    identifiedBy: 'e-mail address',
    find: (users) => users.find(userId),
    password,
    deviceId: '',
    gate: () => undefined,
    origin,
  };
}
