import type { UserId } from '../kernel/ids.ts';
import type { Instant } from '../kernel/time.ts';
import type { CompanyStores } from './world.ts';

/**
 * Whether the user already belongs to a company or an agent and so cannot join another. A company does not count if it
 * has no bus, and no member or invitation besides the user. Locks the company until the transaction ends.
 */
export async function isElsewhere({ companies, staff }: CompanyStores, user: UserId, now: Instant): Promise<boolean> {
  if (await staff.ofAgentUser(user)) return true;
  const membership = await staff.ofUser(user);
  if (!membership) return false;
  const { operatorId } = membership;
  await companies.lock(operatorId);
  return (await staff.count(membership, now)) > 1 || (await companies.hasBus(operatorId));
}
