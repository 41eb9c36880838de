import type { Account } from '../../core/accounts/account.ts';
import type { NewUser } from '../../core/accounts/ports.ts';
import type { OperatorId, UserId } from '../../core/kernel/ids.ts';
import type { Instant } from '../../core/kernel/time.ts';
import type { Engine } from './engines.ts';

/** People for tests, each with a new e-mail address. Each test sets only the fields that it needs. */

/** The time at which every person of the tests was added. */
export const JOINED = Date.UTC(2026, 10, 1, 6, 0) as Instant;

let people = 0;

const someone = (role: NewUser['role'], fullName: string, traits: Partial<NewUser>): NewUser => {
  people += 1;
  return {
    role,
    fullName,
    email: `person-${people}@example.com`,
    phone: null,
    phoneVerified: false,
    passwordHash: `!${people}`,
    emailVerified: true,
    status: 'ACTIVE',
    avatarColor: '#15803d',
    createdAt: JOINED,
    ...traits,
  };
};

/** An account with an e-mail address. */
export type Addressed = Account & { readonly email: string };

async function added({ transact }: Pick<Engine, 'transact'>, user: NewUser): Promise<Addressed> {
  return (await withOrWithoutAddress({ transact }, user)) as Addressed;
}

async function withOrWithoutAddress({ transact }: Pick<Engine, 'transact'>, user: NewUser): Promise<Account> {
  return transact(async ({ users }) => {
    const id = await users.add(user);
    if (typeof id === 'string') throw new Error(`${user.email ?? 'no address'}, ${user.phone ?? 'no phone'}: ${id}`);
    if (user.role === 'OPERATOR') await users.ensureOperator(id, undefined, user.createdAt);
    return (await users.find(id))!;
  });
}

/** Traits of an account with an e-mail address. */
export type AddressedTraits = Partial<Omit<NewUser, 'email'>> & { readonly email?: string };

/** A passenger without a usable password, unless `passwordHash` is given. */
export const aPassenger = (engine: Pick<Engine, 'transact'>, traits: AddressedTraits = {}): Promise<Addressed> =>
  added(engine, someone('PASSENGER', 'Asha Gurung', traits));

/** A passenger who signs in with a phone number and has no e-mail address. */
export const aPassengerByPhone = (
  engine: Pick<Engine, 'transact'>,
  phone: string,
  traits: Partial<NewUser> = {},
): Promise<Account> =>
  withOrWithoutAddress(
    engine,
    someone('PASSENGER', 'Asha Gurung', { email: null, emailVerified: false, phone, phoneVerified: true, ...traits }),
  );

export const anAdmin = (engine: Pick<Engine, 'transact'>, traits: AddressedTraits = {}): Promise<Addressed> =>
  added(engine, someone('ADMIN', 'Anil Shrestha', traits));

/** Adds an operator's account with its company. `operatorId` is the id of the company. */
export async function anOperator(
  engine: Pick<Engine, 'transact'>,
  { companyName, ...traits }: AddressedTraits & { readonly companyName?: string } = {},
): Promise<Addressed & { readonly operatorId: OperatorId }> {
  const { id } = await added(engine, someone('OPERATOR', 'Sita Rai', traits));
  return engine.transact(async ({ users }) => {
    const operatorId = (await users.ensureOperator(id, companyName, JOINED))!;
    return { ...((await users.find(id)) as Addressed), operatorId };
  });
}

/** The id of a new passenger, for tests that need any user. */
export const aPassengerId = async (engine: Pick<Engine, 'transact'>): Promise<UserId> => (await aPassenger(engine)).id;
