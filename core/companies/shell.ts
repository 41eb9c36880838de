import type { UserId } from '../kernel/ids.ts';
import type { Instant } from '../kernel/time.ts';
import type { CompanyRepo, StaffRepo } from './ports.ts';

interface Stores {
  readonly companies: CompanyRepo;
  readonly staff: StaffRepo;
}

/**
 * Whether the user may not join a company, because they belong to one already. Their own does not count as long as it
 * is but a shell, without a bus and without anybody else. Until the transaction ends it stays what it is.
 */
export async function isElsewhere({ companies, staff }: Stores, user: UserId, now: Instant): Promise<boolean> {
  const membership = await staff.ofUser(user);
  if (!membership) return false;
  const { operatorId } = membership;
  await companies.lock(operatorId);
  return (await staff.count(operatorId, now)) > 1 || (await companies.hasBus(operatorId));
}
