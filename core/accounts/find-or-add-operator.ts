import type { Random } from '../kernel/random.ts';
import { cut, nameIn, withoutDirection } from '../kernel/text.ts';
import type { Instant } from '../kernel/time.ts';
import { type Account, LONGEST_NAME, pickAvatarColor, unusablePassword } from './account.ts';
import { loseEmail } from './email-holder.ts';
import { isOperatorEmail, normalEmail } from './email-address.ts';
import type { ProvidedIdentity } from './identity-provider.ts';
import type { UserRepo } from './ports.ts';
import { accountNotActive, providerFailed, providerNotForAdmins, userGone } from './refusals.ts';
import { takeOver } from './reset-password.ts';
import type { AccountStores, AccountWorld } from './world.ts';

/**
 * Finds the operator whose e-mail address an identity provider has confirmed, or adds one. Refuses users who may not
 * sign in with a provider.
 */
export const findOrAddOperator =
  ({ random }: AccountWorld) =>
  async (stores: AccountStores, identity: ProvidedIdentity, now: Instant): Promise<Account> => {
    const { users } = stores;
    const email = normalEmail(identity.email);
    if (!isOperatorEmail(email)) throw providerFailed('no email');

    const lockOwn = async (known: Account | undefined): Promise<Account> => {
      const { id } = known ?? (await added(users, random, email, identity.name, now));
      const account = await users.lock(id);
      if (!account) throw userGone();
      // The account may have lost the address, or have got another one, before its row was locked.
      if (account.email !== email) return lockOwn(await users.findByEmail(email));
      if (account.role === 'ADMIN' || account.roles.includes('ADMIN')) throw providerNotForAdmins();
      const isActive = account.status === 'ACTIVE';
      if (account.emailVerified) {
        if (!isActive) throw accountNotActive(account.status);
        return account;
      }
      if (!isActive) {
        // Nobody takes over a suspended account. It loses the address, so that the owner gets a new account.
        await loseEmail(stores, account, now);
        return lockOwn(undefined);
      }
      // Reads the account again, because taking it over ends the sessions and sign-in tickets that it had.
      return lockOwn((await takeOver(stores, account, unusablePassword(random), now)) ? account : undefined);
    };
    const account = await lockOwn(await users.findByEmail(email));
    await users.ensureOperator(account.id, undefined, now);
    return account;
  };

async function added(
  users: UserRepo,
  random: Random,
  email: string,
  name: string | undefined,
  now: Instant,
): Promise<Account> {
  await users.add({
    role: 'OPERATOR',
    fullName: fullNameOf(name, email),
    email,
    phone: null,
    phoneVerified: false,
    passwordHash: unusablePassword(random),
    emailVerified: true,
    status: 'ACTIVE',
    avatarColor: pickAvatarColor(random),
    createdAt: now,
  });
  // Finds the account with the address, which exists now: this transaction or a simultaneous one has added the account.
  const account = await users.findByEmail(email);
  if (!account) throw userGone();
  return account;
}

function fullNameOf(name: string | undefined, email: string): string {
  const line = withoutDirection(name ?? '')
    .normalize('NFC')
    .replace(/[\p{Cc}\p{Cs}]+/gu, ' ');
  const readable = nameIn(line.trim());
  return cut(readable === '' ? email.slice(0, email.indexOf('@')) : readable, LONGEST_NAME);
}
