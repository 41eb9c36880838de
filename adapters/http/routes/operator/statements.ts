import { Type } from '@sinclair/typebox';
import type { StatementId } from '../../../../core/kernel/ids.ts';
import type { PrintStatement } from '../../../../core/statements/print-statement.ts';
import { statementUnknown } from '../../../../core/statements/refusals.ts';
import { numberOf, STATEMENT_STATUSES } from '../../../../core/statements/statement.ts';
import type { ListStatements, ViewStatement } from '../../../../core/statements/view-statements.ts';
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
import { id } from '../../route/fields.ts';
import { listRoute, oneOfWords } from '../../route/list-route.ts';
import type { ListNeeds } from '../../route/list-route.ts';
import { fileRoute, route } from '../../route/route.ts';

interface Uses extends ListNeeds, CsvNeeds {
  readonly listStatements: ListStatements;
  readonly viewStatement: ViewStatement;
  readonly printStatement: PrintStatement;
}

const params = Type.Object({ id: id({ description: 'The statement id.' }) });

export const operatorStatementRoutes = (uses: Uses) => [
  listRoute(uses, {
    path: '/api/operator/statements',
    operationId: 'listOwnStatements',
    summary: 'List the statements of your company',
    description: 'Newest first, without their lines.',
    access: 'manager',
    filters: { status: oneOfWords(STATEMENT_STATUSES) },
    item: listedStatementResponse,
    list: ({ caller, given: { status } }, page) =>
      uses.listStatements({ operatorId: caller.staff.operatorId, ...(status && { status }) }, page),
    toItem: toListedStatement,
  }),

  fileRoute({
    method: 'get',
    path: '/api/operator/statements/:id.csv',
    operationId: 'downloadOwnStatementAsCsv',
    summary: 'Download a statement of your company as a table',
    description:
      'The lines and, below them, the opening balance, the cash held with its sign turned, and the total: the sum of the column `net` above it.',
    access: 'manager',
    params,
    mediaTypes: [CSV],
    refuses: [statementUnknown],
    handle: async ({ caller, params: { id: given } }) => {
      const statement = await uses.viewStatement(given as StatementId, caller.staff.operatorId);
      return csvFile(uses, numberOf(statement), STATEMENT_COLUMNS, statementRows(statement));
    },
  }),

  fileRoute({
    method: 'get',
    path: '/api/operator/statements/:id.pdf',
    operationId: 'downloadOwnStatementAsPdf',
    summary: 'Download a statement of your company for the files',
    description: 'A PDF on A4.',
    access: 'manager',
    limit: 'ticket',
    params,
    mediaTypes: ['application/pdf'],
    refuses: [statementUnknown],
    handle: async ({ caller, params: { id: given } }) => ({
      ...(await uses.printStatement(given as StatementId, caller.staff.operatorId)),
      mediaType: 'application/pdf',
    }),
  }),

  route({
    method: 'get',
    path: '/api/operator/statements/:id',
    operationId: 'getOwnStatement',
    summary: 'Look at a statement of your company',
    access: 'manager',
    params,
    status: 200,
    response: statementResponse,
    refuses: [statementUnknown],
    handle: async ({ caller, params: { id: given } }) =>
      toStatementResponse(await uses.viewStatement(given as StatementId, caller.staff.operatorId)),
  }),
];
