import { reaches } from '../accounts/membership.ts';
import type { Position } from '../accounts/membership.ts';
import type { Company } from './company.ts';
import type { Member } from './member.ts';
import type { CompanyRepo, StaffRepo } from './ports.ts';
import { companySuspended, positionTooLow } from './refusals.ts';

/**
 * Locks the company for a change by one of its staff, and asks again what was asked when the request came in: another
 * change may have taken the position, or suspended the company, while this one waited.
 */
export async function lockCompany(
  { companies, staff }: { readonly companies: CompanyRepo; readonly staff: StaffRepo },
  { userId, operatorId }: Member,
  least: Position,
): Promise<Company> {
  const company = await companies.lock(operatorId);
  const membership = await staff.ofUser(userId);
  if (!company || membership?.operatorId !== operatorId || !reaches(membership.position, least))
    throw positionTooLow(least);
  if (company.status === 'SUSPENDED') throw companySuspended();
  return company;
}
