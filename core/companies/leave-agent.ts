import type { Account } from '../accounts/account.ts';
import type { UserRepo } from '../accounts/ports.ts';
import { endSessions } from '../accounts/sign-out.ts';
import type { KnownMember } from './ports.ts';
import type { CompanyStores } from './world.ts';

/**
 * Ends the sessions of a person who leaves an agent. The person loses the role OPERATOR, unless they had it before they
 * joined: at a sign-in to the portal they would get a company. An account that the invitation made becomes a
 * passenger's.
 */
export async function signOutOfAgent(
  stores: CompanyStores,
  { userId, phone, gaveRole, createdAccount }: KnownMember,
): Promise<void> {
  if (userId === null) return;
  const { users } = stores;
  // Passengers' numbers are unique. The lock keeps a passenger from getting this number meanwhile.
  if (createdAccount && phone !== null) await users.lockPhone(phone);
  const account = await users.lock(userId);
  await endSessions(stores, userId);
  if (gaveRole) await users.revokeRole(userId, 'OPERATOR');
  if (createdAccount && account?.role === 'OPERATOR') await becomePassenger(users, account);
}

/** Makes an operator a passenger. The account loses its phone number if a passenger has that number. */
async function becomePassenger(users: UserRepo, { id, fullName, phone }: Account): Promise<void> {
  const other = phone === null ? undefined : await users.findByPhone(phone, 'passengers');
  if (other && other.id !== id) await users.saveProfile(id, { fullName, phone: null, phoneVerified: false });
  await users.changeRole(id, 'PASSENGER');
}
