import type { Random } from '../kernel/random.ts';
import type { Clock } from '../kernel/time.ts';
import type { Transact } from '../kernel/unit-of-work.ts';
import { type Account, phoneGroupOf, pickAvatarColor } from './account.ts';
import type { AccountStores, UserRepo } from './ports.ts';
import type { Passwords, KeyedMutex } from './crypto-ports.ts';
import { emailTaken, phoneTaken, userGone } from './refusals.ts';

export interface AddUserNeeds {
  readonly clock: Clock;
  readonly random: Random;
  readonly transact: Transact<Pick<AccountStores, 'users'>>;
  readonly passwords: Passwords;
  readonly mutex: KeyedMutex;
}

interface Registrant {
  readonly role: Account['role'];
  readonly fullName: string;
  readonly email: string;
  /** The phone number; empty for none. */
  readonly phone: string;
  readonly password: string;
  /** Operators only: the name of the company. */
  readonly companyName?: string;
}

type Taken = Pick<Account, 'role' | 'phone'> & { readonly email: string };

async function refuseTaken(users: UserRepo, { email, phone, role }: Taken): Promise<void> {
  if (await users.findByEmail(email)) throw emailTaken();
  if (phone !== null && (await users.findByPhone(phone, phoneGroupOf({ role, roles: [] })))) throw phoneTaken();
}

/**
 * Adds a user who registers. Checks whether the address or phone is taken before the slow password hash is computed.
 * The store checks this again when it adds the user.
 */
export const addUser =
  ({ clock, random, transact, passwords, mutex }: AddUserNeeds) =>
  ({ role, fullName, email, password, companyName, ...given }: Registrant): Promise<Account> =>
    mutex(email, async () => {
      const phone = given.phone === '' ? null : given.phone;
      await transact(({ users }) => refuseTaken(users, { role, email, phone }));
      const passwordHash = await passwords.hash(password);

      return transact(async ({ users }) => {
        const now = clock();
        if (phone !== null && role === 'PASSENGER') await users.lockPhone(phone);
        const id = await users.add({
          role,
          fullName,
          email,
          phone,
          phoneVerified: false,
          passwordHash,
          emailVerified: false,
          status: 'ACTIVE',
          avatarColor: pickAvatarColor(random),
          createdAt: now,
        });
        if (id === 'email taken') throw emailTaken();
        if (id === 'phone taken') throw phoneTaken();
        if (companyName !== undefined) await users.ensureOperator(id, companyName, now);
        const account = await users.find(id);
        if (!account) throw userGone();
        return account;
      });
    });
