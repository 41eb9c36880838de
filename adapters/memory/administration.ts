import type { Company } from '../../core/companies/company.ts';
import type { CompanyStores } from '../../core/companies/stores.ts';
import type { ListedCompany } from '../../core/companies/view-companies.ts';
import { findCompany } from './companies.ts';
import type { State } from './state.ts';

export const memoryCompanyDirectory = (state: State): CompanyStores['companyDirectory'] => {
  const listedCompany = (company: Company): ListedCompany => {
    const joined = [...state.staff.values()].filter(
      ({ operatorId, userId }) => operatorId === company.id && userId !== null,
    );
    return {
      ...company,
      owners: joined.flatMap(({ position, userId }) => {
        const user = position === 'OWNER' && userId !== null ? state.users.get(userId) : undefined;
        return user ? [{ id: user.id, fullName: user.fullName, email: user.email }] : [];
      }),
      buses: [...state.buses.values()].filter(({ operatorId }) => operatorId === company.id).length,
      staff: joined.length,
    };
  };
  return {
    async find(id) {
      const company = findCompany(state, id);
      return company && listedCompany(company);
    },
  };
};
