import type { CompanyStatus } from '../accounts/membership.ts';
import type { ListedUser } from '../accounts/view-users.ts';
import type { OperatorId } from '../kernel/ids.ts';
import type { Listing, Page } from '../kernel/page.ts';
import type { Company } from './company.ts';
import { companyUnknown } from './refusals.ts';

export interface CompanyFilter {
  /** Search text as it is compared (`folded`). Matches companies whose name contains it. */
  readonly q?: string;
  readonly status?: CompanyStatus;
}

/** A company as administrators see it. */
export interface ListedCompany extends Company {
  /** Members with the position OWNER who have joined, in the order of joining. */
  readonly owners: readonly Pick<ListedUser, 'id' | 'fullName' | 'email'>[];
  /** The number of the company's buses. */
  readonly buses: number;
  /** The number of staff members who have joined. */
  readonly staff: number;
}

export interface CompanyDirectory {
  /** Lists companies, newest first. The page cursor is a company's id. */
  list(filter: CompanyFilter, page: Page): Promise<Listing<ListedCompany>>;
  find(id: OperatorId): Promise<ListedCompany | undefined>;
}

interface Needs {
  readonly companyDirectory: CompanyDirectory;
}

export type ListCompanies = ReturnType<typeof listCompanies>;

export const listCompanies =
  ({ companyDirectory }: Needs) =>
  (filter: CompanyFilter, page: Page): Promise<Listing<ListedCompany>> =>
    companyDirectory.list(filter, page);

export type FindCompany = ReturnType<typeof findCompany>;

export const findCompany =
  ({ companyDirectory }: { readonly companyDirectory: Pick<CompanyDirectory, 'find'> }) =>
  async (id: OperatorId): Promise<ListedCompany> => {
    const company = await companyDirectory.find(id);
    if (!company) throw companyUnknown();
    return company;
  };
