import { reaches } from '../accounts/membership.ts';
import type { Position } from '../accounts/membership.ts';
import type { Company } from './company.ts';
import type { Member } from './member.ts';
import type { CompanyRepo, KnownMembership, StaffRepo } from './ports.ts';
import { companySuspended, positionTooLow } from './refusals.ts';

interface Stores {
  readonly companies: CompanyRepo;
  readonly staff: StaffRepo;
}

/**
 * Locks the company for a change of it or its staff, and asks again what was asked when the request came in: another
 * change may have taken the position, or suspended the company, while this one waited.
 */
export async function lockCompany(stores: Stores, member: Member, least: Position): Promise<Company> {
  const { company } = await askAgain(stores, await stores.companies.lock(member.operatorId), member, { least });
  return company;
}

/** A company, and the membership of who acts for it. */
interface Shared {
  readonly company: Company;
  readonly membership: KnownMembership;
}

/**
 * Does the same for a change of something that the company has, such as a trip: what was asked stays true until the
 * change is made, and the company goes on selling meanwhile.
 */
export const shareCompany = async (
  stores: Stores,
  member: Member,
  least: Position,
  { whileSuspended = false } = {},
): Promise<Shared> =>
  askAgain(stores, await stores.companies.share(member.operatorId), member, { least, whileSuspended });

async function askAgain(
  { staff }: Pick<Stores, 'staff'>,
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
