import { Type } from '@sinclair/typebox';
import type { ListedCompany } from '../../../core/companies/ports.ts';
import { toIso } from '../../../core/kernel/time.ts';
import { creationMoment, emailAddress, nullable } from '../route/fields.ts';
import { companyFields, toCompanyFields } from './company.ts';

/** A company, as administrators see it. */
export const listedCompanyResponse = Type.Object(
  {
    ...companyFields,
    owners: Type.Array(
      Type.Object({
        user_id: Type.Integer({ examples: [7] }),
        full_name: Type.String({ examples: ['Sita Rai'] }),
        email: nullable(emailAddress({ examples: ['sita@example.com'] })),
      }),
    ),
    buses: Type.Integer({ description: 'Counts the buses of the company.', examples: [4] }),
    staff: Type.Integer({ description: "Counts the people who have joined the company's staff.", examples: [9] }),
    created_at: creationMoment(),
  },
  { title: 'ListedCompany' },
);

export const toListedCompany = (company: ListedCompany) => ({
  ...toCompanyFields(company),
  owners: company.owners.map(({ id, fullName, email }) => ({ user_id: id, full_name: fullName, email })),
  buses: company.buses,
  staff: company.staff,
  created_at: toIso(company.createdAt),
});
