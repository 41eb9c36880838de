import type { Random } from '../kernel/random.ts';
import type { Instant } from '../kernel/time.ts';
import { type Account, type Origin, mayActAs, phoneGroupOf, pickAvatarColor, unusablePassword } from './account.ts';
import { releaseEmail } from './email-holder.ts';
import { hashTurnOf } from './hash-turn.ts';
import type { UserRepo } from './ports.ts';
import { emailTaken, phoneTaken, userGone } from './refusals.ts';
import { replacePassword } from './reset-password.ts';
import type { AccountStores, AccountWorld } from './world.ts';

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

type Entry = Omit<Registrant, 'phone' | 'password'> & { readonly phone: string | null; readonly passwordHash: string };

/**
 * Adds a user who registers. Checks whether the address or phone is taken before the slow password hash is computed.
 * The store checks this again when it adds the user. An account that never verified the address gives way, because
 * somebody may have registered a stranger's address: it loses the address, or the registrant gets it.
 */
export const addUser =
  ({ clock, random, transact, passwords, mutex }: AccountWorld) =>
  async ({ password, ...given }: Registrant, origin: Origin): Promise<Account> => {
    const phone = given.phone === '' ? null : given.phone;
    const check = () => transact(({ users }) => holderOf(users, { ...given, phone }));
    const found = await check();

    return mutex(given.email, async () => {
      const holder = await check();
      // Only the first of several simultaneous registrations of one address succeeds.
      if (!isSame(found, holder)) throw emailTaken();
      const turn = await transact((stores) => hashTurnOf(stores, origin, clock()));
      const passwordHash = await passwords.hash(password, turn);

      return transact(async (stores) => {
        const { users } = stores;
        const now = clock();
        const entry = { ...given, phone, passwordHash };
        if (phone !== null && given.role === 'PASSENGER') await users.lockPhone(phone);
        const id =
          (holder && (await takeFrom(stores, random, holder, entry, now))) ?? (await added(users, random, entry, now));
        if (entry.companyName !== undefined) await users.ensureOperator(id, entry.companyName, now);
        const account = await users.find(id);
        if (!account) throw userGone();
        return account;
      });
    });
  };

const isSame = (one: Account | undefined, other: Account | undefined): boolean =>
  one?.id === other?.id && one?.passwordHash === other?.passwordHash;

/** The account that has the address and would give way. Throws a refusal if the address or the phone is taken. */
async function holderOf(
  users: UserRepo,
  { email, phone, role }: Pick<Entry, 'email' | 'phone' | 'role'>,
): Promise<Account | undefined> {
  const holder = await users.findByEmail(email);
  if (holder && !(await givesWay(users, holder))) throw emailTaken();
  const other = phone === null ? undefined : await users.findByPhone(phone, phoneGroupOf({ role, roles: [] }));
  if (other && other.id !== holder?.id) throw phoneTaken();
  return holder;
}

/** Paid bookings stay with the payer, whose verified phone number still opens the account. */
const givesWay = async (users: UserRepo, holder: Account): Promise<boolean> =>
  !holder.emailVerified && !mayActAs(holder, 'ADMIN') && (holder.phoneVerified || !(await users.hasPaid(holder.id)));

/**
 * Frees the address for the registrant. Returns the holder's account if the registrant gets it. Undefined if the
 * account only loses the address, as accounts of another role do. Password, sessions and trusted devices of the
 * previous user end, unless a verified phone number still opens the account.
 */
async function takeFrom(
  stores: AccountStores,
  random: Random,
  { id, passwordHash }: Account,
  entry: Entry,
  now: Instant,
): Promise<Account['id'] | undefined> {
  const { users } = stores;
  const holder = await users.lock(id);
  const isUnchanged = holder?.email === entry.email && holder.passwordHash === passwordHash;
  if (!isUnchanged || !(await givesWay(users, holder))) throw emailTaken();

  const isTaken = !holder.phoneVerified && holder.status === 'ACTIVE' && holder.role === entry.role;
  const newHash = isTaken ? entry.passwordHash : unusablePassword(random);
  if (!holder.phoneVerified && !(await replacePassword(stores, holder, newHash))) throw emailTaken();
  if (!isTaken) {
    await releaseEmail(stores, holder, now);
    return undefined;
  }
  const { fullName, phone } = entry;
  if (!(await users.saveProfile(id, { fullName, phone, phoneVerified: false }))) throw phoneTaken();
  return id;
}

async function added(
  users: UserRepo,
  random: Random,
  { role, fullName, email, phone, passwordHash }: Entry,
  now: Instant,
): Promise<Account['id']> {
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
  return id;
}
