import type { CompanyDirectory } from './view-companies.ts';
import type { Owners } from './owners.ts';
import type { CompanyRepo, CompanyUsage, SentInvitations, StaffRepo } from './ports.ts';

/** The stores of the area `companies`. A use case picks only the stores that it needs. */
export interface CompanyStores {
  readonly companies: CompanyRepo;
  readonly staff: StaffRepo;
  readonly sentInvitations: SentInvitations;
  readonly usage: CompanyUsage;
  readonly owners: Owners;
  readonly companyDirectory: Pick<CompanyDirectory, 'find'>;
}
