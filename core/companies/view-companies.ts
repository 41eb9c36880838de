import type { CompanyDirectory, ListedCompany } from './ports.ts';
import type { OperatorId } from '../kernel/ids.ts';
import { companyUnknown } from './refusals.ts';

export type FindCompany = ReturnType<typeof findCompany>;

export const findCompany =
  ({ companyDirectory }: { readonly companyDirectory: Pick<CompanyDirectory, 'find'> }) =>
  async (id: OperatorId): Promise<ListedCompany> => {
    const company = await companyDirectory.find(id);
    if (!company) throw companyUnknown();
    return company;
  };
