import { type Static, Type } from '@sinclair/typebox';
import { COMPANY_STATUSES } from '../../../core/accounts/membership.ts';
import type { CompanyDirectory } from '../../../core/companies/ports.ts';
import type { FindCompany } from '../../../core/companies/view-companies.ts';
import type { ChangeTerms, NewTerms } from '../../../core/companies/change-terms.ts';
import { companyUnknown } from '../../../core/companies/refusals.ts';
import type { OperatorId } from '../../../core/kernel/ids.ts';
import { basisPoints } from '../../../core/kernel/money.ts';
import { listedCompanyResponse, toListedCompany } from './listed-company.ts';
import { choice, decimal, id, orNull, sizedLines } from '../route/fields.ts';
import { type ListNeeds, listRoute, oneOfWords, substring } from '../route/list-route.ts';
import { route } from '../route/route.ts';

interface Uses extends ListNeeds {
  readonly companyDirectory: CompanyDirectory;
  readonly findCompany: FindCompany;
  readonly changeTerms: ChangeTerms;
}

const params = Type.Object({ id: id<OperatorId>({ description: 'Identifies the company.' }) });

const terms = Type.Partial(
  Type.Object({
    commission_rate: orNull(
      decimal(
        { minimum: 0, maximum: 100 },
        {
          description:
            'Gives the commission of the platform, in percent of the price; null means the usual rate of the platform.',
          examples: [7.5],
        },
      ),
    ),
    status: choice(COMPANY_STATUSES, { examples: ['ACTIVE'] }),
    reason: sizedLines(
      { max: 500 },
      {
        description: 'Gives the reason, which the activity log shows. Suspending needs one.',
        examples: ['Its licence has run out.'],
      },
    ),
  }),
);

const termsOf = ({ commission_rate: rate, status, reason }: Static<typeof terms>): NewTerms => ({
  ...(rate !== undefined && { commissionRate: rate === null ? null : basisPoints(Math.round(rate * 100)) }),
  ...(status !== undefined && { status }),
  ...(reason !== undefined && { reason }),
});

export const adminOperatorRoutes = ({ companyDirectory, findCompany, changeTerms, ...lists }: Uses) => [
  listRoute(lists, {
    path: '/api/admin/operators',
    operationId: 'listOperators',
    summary: 'List bus companies',
    description: 'Lists the bus companies of the platform, newest first.',
    returns: 'Lists the bus companies, newest first, page by page.',
    access: 'admin',
    filters: {
      q: substring('Limits the list to companies with this text in the name.'),
      status: oneOfWords(COMPANY_STATUSES),
    },
    item: listedCompanyResponse,
    list: ({ given }, page) => companyDirectory.list(given, page),
    toItem: toListedCompany,
  }),

  route({
    method: 'get',
    path: '/api/admin/operators/:id',
    operationId: 'getOperator',
    summary: 'Look at a bus company',
    description: 'Shows an administrator one bus company, with its terms and how many buses and staff it has.',
    returns: 'Shows the bus company with this id.',
    access: 'admin',
    params,
    status: 200,
    response: listedCompanyResponse,
    refuses: [companyUnknown],
    handle: async ({ params: { id: company } }) => toListedCompany(await findCompany(company)),
  }),

  route({
    method: 'patch',
    path: '/api/admin/operators/:id',
    operationId: 'changeOperator',
    summary: 'Change the terms of a bus company',
    description:
      'Changes only the terms that are sent. A suspended company sells nothing and its staff may only read; tickets that are sold stay good.',
    returns: 'Shows the bus company after the change.',
    access: 'admin',
    params,
    exists: ({ params: { id: company } }) => findCompany(company),
    body: terms,
    status: 200,
    response: listedCompanyResponse,
    refuses: [companyUnknown],
    handle: async ({ caller, params: { id: company }, body }) =>
      toListedCompany(await changeTerms(caller.userId, company, termsOf(body))),
  }),
];
