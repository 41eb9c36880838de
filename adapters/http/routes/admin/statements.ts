import { Type } from '@sinclair/typebox';
import { companyUnknown } from '../../../../core/companies/refusals.ts';
import type { OperatorId, StatementId } from '../../../../core/kernel/ids.ts';
import type { MakeStatement } from '../../../../core/statements/make-statement.ts';
import type { PayStatement } from '../../../../core/statements/pay-statement.ts';
import type { PrintStatement } from '../../../../core/statements/print-statement.ts';
import { nothingToState, statementPaid, statementUnknown } from '../../../../core/statements/refusals.ts';
import { numberOf, STATEMENT_STATUSES } from '../../../../core/statements/statement.ts';
import type { FindStatement, ListStatements, ViewStatement } from '../../../../core/statements/view-statements.ts';
import {
  listedStatementResponse,
  STATEMENT_COLUMNS,
  statementResponse,
  statementRows,
  toListedStatement,
  toStatementResponse,
} from '../../responses/statement.ts';
import { CSV, csvFile } from '../../route/csv-file.ts';
import type { CsvNeeds } from '../../route/csv-file.ts';
import { day, givenId, id, keyOf, sized } from '../../route/fields.ts';
import { key, listRoute, oneOfWords } from '../../route/list-route.ts';
import type { ListNeeds } from '../../route/list-route.ts';
import { fileRoute, route } from '../../route/route.ts';

interface Uses extends ListNeeds, CsvNeeds {
  readonly listStatements: ListStatements;
  readonly findStatement: FindStatement;
  readonly viewStatement: ViewStatement;
  readonly printStatement: PrintStatement;
  readonly makeStatement: MakeStatement;
  readonly payStatement: PayStatement;
}

const params = Type.Object({ id: id({ description: 'The statement id.' }) });

export const adminStatementRoutes = (uses: Uses) => [
  listRoute(uses, {
    path: '/api/admin/statements',
    operationId: 'listStatements',
    summary: 'List the statements of all companies',
    description: 'Newest first, without their lines.',
    access: 'admin',
    filters: { operator_id: key<OperatorId>('The company.'), status: oneOfWords(STATEMENT_STATUSES) },
    item: listedStatementResponse,
    list: ({ given: { operator_id: operatorId, status } }, page) =>
      uses.listStatements({ ...(operatorId && { operatorId }), ...(status && { status }) }, page),
    toItem: toListedStatement,
  }),

  route({
    method: 'post',
    path: '/api/admin/statements',
    operationId: 'makeStatement',
    summary: 'Make a statement of what a company is owed',
    description:
      'Takes what the company has earned and what it holds in cash up to the end of a local day, as far as it is on no statement yet. ' +
      'Negative totals of earlier statements are its opening balance, unless another statement has begun with them.',
    access: 'admin',
    idempotent: true,
    body: Type.Object(
      {
        operator_id: givenId({ description: 'The company.', examples: [4] }),
        until: day({
          description: 'The last local day that it covers, not after today; of today, only what has happened so far.',
        }),
      },
      { examples: [{ operator_id: 4, until: '2026-11-20' }] },
    ),
    status: 201,
    response: statementResponse,
    refuses: [companyUnknown, nothingToState],
    handle: ({ caller, body: { operator_id: operatorId, until }, once }) =>
      once(toStatementResponse, (keep) =>
        uses.makeStatement(caller.userId, { operatorId: keyOf<OperatorId>(operatorId), until }, keep),
      ),
  }),

  fileRoute({
    method: 'get',
    path: '/api/admin/statements/:id.csv',
    operationId: 'downloadStatementAsCsv',
    summary: 'Download any statement as a table',
    description:
      'The lines and, below them, the opening balance, the cash held with its sign turned, and the total: the sum of the column `net` above it.',
    access: 'admin',
    params,
    mediaTypes: [CSV],
    refuses: [statementUnknown],
    handle: async ({ params: { id: given } }) => {
      const statement = await uses.viewStatement(given as StatementId);
      return csvFile(uses, numberOf(statement), STATEMENT_COLUMNS, statementRows(statement));
    },
  }),

  fileRoute({
    method: 'get',
    path: '/api/admin/statements/:id.pdf',
    operationId: 'downloadStatementAsPdf',
    summary: 'Download any statement for the files',
    description: 'A PDF on A4.',
    access: 'admin',
    limit: 'ticket',
    params,
    mediaTypes: ['application/pdf'],
    refuses: [statementUnknown],
    handle: async ({ params: { id: given } }) => ({
      ...(await uses.printStatement(given as StatementId)),
      mediaType: 'application/pdf',
    }),
  }),

  route({
    method: 'get',
    path: '/api/admin/statements/:id',
    operationId: 'getStatement',
    summary: 'Look at any statement',
    access: 'admin',
    params,
    status: 200,
    response: statementResponse,
    refuses: [statementUnknown],
    handle: async ({ params: { id: given } }) => toStatementResponse(await uses.viewStatement(given as StatementId)),
  }),

  route({
    method: 'post',
    path: '/api/admin/statements/:id/pay',
    operationId: 'payStatement',
    summary: 'Record that a statement was paid',
    description:
      'The cash that the company holds is set off, and a total above zero was transferred to it. A negative total waits for the next statement of the company.',
    access: 'admin',
    idempotent: true,
    params,
    exists: ({ params: { id: given } }) => uses.findStatement(given as StatementId),
    body: Type.Object({
      reference: sized(
        { max: 100 },
        {
          description: 'Of the transfer; if the total is not above zero, any note.',
          examples: ['NIC-2026-11-21/77810'],
        },
      ),
    }),
    status: 200,
    response: statementResponse,
    refuses: [statementUnknown, statementPaid],
    handle: ({ caller, params: { id: given }, body: { reference }, once }) =>
      once(toStatementResponse, (keep) => uses.payStatement(caller.userId, given as StatementId, reference, keep)),
  }),
];
