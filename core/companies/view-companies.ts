import type { CompanyFilter, ListedCompany, CompanyDirectory } from './ports.ts';
import type { OperatorId } from '../kernel/ids.ts';
import type { Listing, Page } from '../kernel/page.ts';
import { companyUnknown } from './refusals.ts';

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
