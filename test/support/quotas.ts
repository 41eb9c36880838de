import type { NewCompanyQuotas, Quotas } from '../../core/companies/quotas.ts';

const ROOMY: NewCompanyQuotas = {
  buses: 1_000,
  timetables: 1_000,
  trips: 1_000,
  devices: 1_000,
  documents: 1_000,
  mib: 1_000,
  invitations: 1_000,
};

/** Quotas so large that no test reaches them. `newCompany` sets smaller quotas for new companies. */
export const roomyQuotas = (newCompany: Partial<NewCompanyQuotas> = {}): Quotas => ({
  everyCompany: ROOMY,
  newCompany: { ...ROOMY, ...newCompany },
});
