import type { Account } from '../../core/accounts/account.ts';
import type { NewUser } from '../../core/accounts/ports.ts';
import type { OperatorId, UserId } from '../../core/kernel/ids.ts';
import type { Instant } from '../../core/kernel/time.ts';
import type { Engine } from './engines.ts';

/*
 * People for tests. Each is another one; a test says of them only what matters to it.
 */

/** When every person of the tests was added. */
export const JOINED = Date.UTC(2026, 10, 1, 6, 0) as Instant;

let people = 0;

const someone = (role: NewUser['role'], fullName: string, traits: Partial<NewUser>): NewUser => {
  people += 1;
  return {
    role,
    fullName,
    email: `person-${people}@example.com`,
    phone: null,
    passwordHash: `!${people}`,
    emailVerified: true,
    status: 'ACTIVE',
    avatarColor: '#15803d',
    createdAt: JOINED,
    ...traits,
  };
};

async function added({ transact }: Pick<Engine, 'transact'>, user: NewUser): Promise<Account> {
  return transact(async ({ users }) => {
    const id = await users.add(user);
    if (typeof id === 'string') throw new Error(`${user.email}, ${user.phone ?? 'no phone'}: ${id}`);
    if (user.role === 'OPERATOR') await users.ensureOperator(id, undefined, user.createdAt);
    return (await users.find(id))!;
  });
}

/** A passenger who can't sign in by password: passwordHash makes that possible. */
export const aPassenger = (engine: Pick<Engine, 'transact'>, traits: Partial<NewUser> = {}): Promise<Account> =>
  added(engine, someone('PASSENGER', 'Asha Gurung', traits));

export const anAdmin = (engine: Pick<Engine, 'transact'>, traits: Partial<NewUser> = {}): Promise<Account> =>
  added(engine, someone('ADMIN', 'Anil Shrestha', traits));

/** An operator and the key of its profile. */
export async function anOperator(
  engine: Pick<Engine, 'transact'>,
  { companyName, ...traits }: Partial<NewUser> & { readonly companyName?: string } = {},
): Promise<Account & { readonly operatorId: OperatorId }> {
  const { id } = await added(engine, someone('OPERATOR', 'Sita Rai', traits));
  return engine.transact(async ({ users }) => {
    const operatorId = await users.ensureOperator(id, companyName, JOINED);
    return { ...(await users.find(id))!, operatorId };
  });
}

/** Only the key of a new passenger, for tests that need somebody. */
export const aPassengerId = async (engine: Pick<Engine, 'transact'>): Promise<UserId> => (await aPassenger(engine)).id;
