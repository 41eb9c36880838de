import type { OperatorId } from '../kernel/ids.ts';
import type { Company } from './company.ts';
import type { CompanyViews } from './ports.ts';
import { companyUnknown } from './refusals.ts';

interface Needs {
  readonly companies: Pick<CompanyViews, 'find'>;
}

export type ViewCompany = ReturnType<typeof viewCompany>;

export const viewCompany =
  ({ companies }: Needs) =>
  async (id: OperatorId): Promise<Company> => {
    const company = await companies.find(id);
    if (!company) throw companyUnknown();
    return company;
  };
