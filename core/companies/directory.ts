import type { ListedUser } from '../accounts/directory.ts';
import type { CompanyStatus } from '../accounts/membership.ts';
import type { OperatorId } from '../kernel/ids.ts';
import type { Listing, Page } from '../kernel/page.ts';
import type { Company } from './company.ts';

export interface CompanyFilter {
  /** Folded text that the name contains. */
  readonly q?: string;
  readonly status?: CompanyStatus;
}

/** A company as administrators see it. */
export interface ListedCompany extends Company {
  /** Members who have joined as OWNER, in the order of joining. */
  readonly owners: readonly Pick<ListedUser, 'id' | 'fullName' | 'email'>[];
  /** The number of buses. */
  readonly buses: number;
  /** The number of members who have joined. */
  readonly staff: number;
}

export interface CompanyDirectory {
  /** Newest first. A position is a company's id. */
  list(filter: CompanyFilter, page: Page): Promise<Listing<ListedCompany>>;
  find(id: OperatorId): Promise<ListedCompany | undefined>;
}
