import type { Random } from '../kernel/random.ts';
import { cut } from '../kernel/text.ts';
import type { Instant } from '../kernel/time.ts';
import { isOperatorEmail, LONGEST_NAME, normalEmail, pickAvatarColor, unusablePassword } from './account.ts';
import type { Account } from './account.ts';
import type { AccountStores, ProvidedIdentity, UserRepo } from './ports.ts';
import { accountNotActive, googleFailed, googleNotForAdmins, userGone } from './refusals.ts';

interface Needs {
  readonly random: Random;
}

/** The operator whom an identity provider vouches for, added when nobody has the address; refuses those who may not come in this way. */
export const findOrAddOperator = ({ random }: Needs) =>
  async ({ users, devices }: Pick<AccountStores, 'users' | 'devices'>, identity: ProvidedIdentity, now: Instant): Promise<Account> => {
    const email = normalEmail(identity.email);
    if (!isOperatorEmail(email)) throw googleFailed('no email');

    const known = (await users.findByEmail(email)) ?? (await added(users, random, email, identity.name, now));
    const account = await users.lock(known.id);
    if (!account) throw userGone();
    if (account.role === 'ADMIN' || account.roles.includes('ADMIN')) throw googleNotForAdmins();
    if (account.status !== 'ACTIVE') throw accountNotActive(account.status);

    // Nobody has ever shown that the address is theirs until now: whoever registered it before loses it.
    if (!account.emailVerified) {
      await users.replacePassword(account.id, account.passwordHash, unusablePassword(random));
      await devices.forgetAll(account.id);
      await users.verifyEmail(account.id);
    }
    await users.ensureOperator(account.id, undefined, now);
    return account;
  };

async function added(users: UserRepo, random: Random, email: string, name: string | undefined, now: Instant): Promise<Account> {
  await users.add({
    role: 'OPERATOR', fullName: fullNameOf(name, email), email, phone: null, passwordHash: unusablePassword(random), emailVerified: true,
    status: 'ACTIVE', avatarColor: pickAvatarColor(random), createdAt: now,
  });
  // Whether it was added just now or, at the same moment, by somebody else.
  const account = await users.findByEmail(email);
  if (!account) throw userGone();
  return account;
}

function fullNameOf(name: string | undefined, email: string): string {
  const readable = (name ?? '').normalize('NFC').replace(/[\p{Cc}\p{Cs}]+/gu, ' ').trim();
  return cut(readable === '' ? email.slice(0, email.indexOf('@')) : readable, LONGEST_NAME);
}
