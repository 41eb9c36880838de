import type { UserId } from '../kernel/ids.ts';
import type { Instant } from '../kernel/time.ts';
import type { CompanyStores } from './stores.ts';

type Stores = Pick<CompanyStores, 'companies' | 'staff'>;

/**
 * Whether the user already belongs to a company and so cannot join another. A company without a bus, and with no member
 * or invitation but the user, does not count. Locks the company until the transaction ends.
 */
export async function isElsewhere({ companies, staff }: Stores, user: UserId, now: Instant): Promise<boolean> {
  const membership = await staff.ofUser(user);
  if (!membership) return false;
  const { operatorId } = membership;
  await companies.lock(operatorId);
  return (await staff.count(operatorId, now)) > 1 || (await companies.hasBus(operatorId));
}
