import { type Position, reaches } from '../accounts/membership.ts';
import type { Company } from './company.ts';
import type { Member } from './member.ts';
import type { KnownMembership } from './ports.ts';
import { companySuspended, positionTooLow } from './refusals.ts';
import type { CompanyStores } from './world.ts';

/**
 * Locks the company for a change of the company or its staff, and checks the caller's position again. While this call
 * waited for the lock, another transaction may have taken the position away, or suspended the company.
 */
export async function lockCompany(stores: CompanyStores, member: Member, least: Position): Promise<Company> {
  const { company } = await askAgain(stores, await stores.companies.lock(member.operatorId), member, { least });
  return company;
}

/** A company, with the caller's membership. */
interface Shared {
  readonly company: Company;
  readonly membership: KnownMembership;
}

/**
 * Like `lockCompany`, for a change of something else that the company owns, such as a trip. Takes a shared lock: the
 * company and the caller's membership stay unchanged until the transaction ends. Other transactions can sell seats
 * meanwhile.
 */
export const shareCompany = async (
  stores: CompanyStores,
  member: Member,
  least: Position,
  { whileSuspended = false } = {},
): Promise<Shared> =>
  askAgain(stores, await stores.companies.share(member.operatorId), member, { least, whileSuspended });

async function askAgain(
  { staff }: CompanyStores,
  company: Company | undefined,
  { userId, operatorId }: Member,
  { least, whileSuspended = false }: { readonly least: Position; readonly whileSuspended?: boolean },
): Promise<Shared> {
  const membership = await staff.ofUser(userId);
  if (!company || membership?.operatorId !== operatorId || !reaches(membership.position, least))
    throw positionTooLow(least);
  if (company.status === 'SUSPENDED' && !whileSuspended) throw companySuspended();
  return { company, membership };
}
