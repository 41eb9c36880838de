import type { OperatorId } from '../kernel/ids.ts';
import type { Company } from './company.ts';
import { companyUnknown } from './refusals.ts';
import type { CompanyWorld } from './world.ts';

export type ViewCompany = ReturnType<typeof viewCompany>;

export const viewCompany =
  ({ companies }: CompanyWorld) =>
  async (id: OperatorId): Promise<Company> => {
    const company = await companies.find(id);
    if (!company) throw companyUnknown();
    return company;
  };
