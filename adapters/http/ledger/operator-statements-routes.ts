import { Type } from '@sinclair/typebox';
import type { StatementId } from '../../../core/kernel/ids.ts';
import type { PrintStatement } from '../../../core/ledger/print-statement.ts';
import { statementUnknown } from '../../../core/ledger/refusals.ts';
import { STATEMENT_STATUSES } from '../../../core/ledger/statement.ts';
import type { StatementViews } from '../../../core/ledger/statement-ports.ts';
import type { FindStatement, ListStatementLines, ViewStatement } from '../../../core/ledger/view-statements.ts';
import {
  listedStatementResponse,
  lineResponse,
  statementResponse,
  toLineResponse,
  toListedStatement,
  toStatementResponse,
} from './statement.ts';
import { type CsvStreamNeeds, CSV } from '../route/csv-file.ts';
import { id } from '../route/fields.ts';
import { type ListNeeds, listRoute, oneOfWords } from '../route/list-route.ts';
import { fileRoute, route } from '../route/route.ts';
import { statementTable } from './statement-table.ts';

interface Uses extends ListNeeds, CsvStreamNeeds {
  readonly statementViews: Pick<StatementViews, 'list'>;
  readonly findStatement: FindStatement;
  readonly viewStatement: ViewStatement;
  readonly listStatementLines: ListStatementLines;
  readonly printStatement: PrintStatement;
}

const BASE = '/api/operator/statements';

const params = Type.Object({ id: id<StatementId>({ description: 'Identifies the statement.' }) });

export const operatorStatementRoutes = (uses: Uses) => [
  listRoute(uses, {
    path: BASE,
    operationId: 'listCompanyStatements',
    summary: 'List the statements of your company',
    description: 'Lists the statements of what your company is paid, newest first, without their lines.',
    returns: 'Lists the statements of your company, newest first, page by page.',
    access: 'manager',
    filters: { status: oneOfWords(STATEMENT_STATUSES) },
    item: listedStatementResponse,
    list: ({ caller, given: { status } }, page) =>
      uses.statementViews.list({ operatorId: caller.staff.operatorId, ...(status && { status }) }, page),
    toItem: toListedStatement,
  }),

  fileRoute({
    method: 'get',
    path: `${BASE}/:id.csv`,
    operationId: 'downloadCompanyStatementAsCsv',
    summary: 'Download a statement of your company as a table',
    description:
      'Answers the lines and, below them, the opening balance, the cash held with its sign turned, and the total: the sum of the column `net` above it.',
    returns: 'Gives the statement as a CSV file.',
    access: 'manager',
    params,
    mediaTypes: [CSV],
    refuses: [statementUnknown],
    handle: async ({ caller, params: { id: given } }) =>
      statementTable(uses, await uses.viewStatement(given, caller.staff.operatorId)),
  }),

  fileRoute({
    method: 'get',
    path: `${BASE}/:id.pdf`,
    operationId: 'downloadCompanyStatementAsPdf',
    summary: 'Download a statement of your company for the files',
    description: 'Answers the statement as a PDF on A4.',
    returns: 'Gives the statement as a PDF.',
    access: 'manager',
    limit: 'ticket',
    draws: 'document',
    params,
    exists: ({ caller, params: { id: given } }) => uses.findStatement(given, caller.staff.operatorId),
    mediaTypes: ['application/pdf'],
    refuses: [statementUnknown],
    handle: async ({ caller, params: { id: given } }) => ({
      ...(await uses.printStatement(given, caller.staff.operatorId)),
      mediaType: 'application/pdf',
    }),
  }),

  listRoute(uses, {
    path: `${BASE}/:id/lines`,
    operationId: 'listCompanyStatementLines',
    summary: 'List the lines of a statement of your company',
    description:
      'Lists what the statement is made of, by departure and booking code; receipts and adjustments come last. It begins with the first line.',
    returns: 'Lists the lines of the statement, page by page.',
    access: 'manager',
    params,
    filters: {},
    most: 1_000,
    item: lineResponse,
    exists: ({ caller, params: { id: given } }) => uses.findStatement(given, caller.staff.operatorId),
    refuses: [statementUnknown],
    list: ({ caller, params: { id: given } }, page) => uses.listStatementLines(given, page, caller.staff.operatorId),
    toItem: toLineResponse,
  }),

  route({
    method: 'get',
    path: `${BASE}/:id`,
    operationId: 'getCompanyStatement',
    summary: 'Look at a statement of your company',
    description: 'Shows your staff one statement of the company, with its sums and its first 100 lines.',
    returns: 'Shows the statement, with its first lines.',
    access: 'manager',
    params,
    status: 200,
    response: statementResponse,
    refuses: [statementUnknown],
    handle: async ({ caller, params: { id: given } }) =>
      toStatementResponse(uses, BASE)(await uses.viewStatement(given, caller.staff.operatorId)),
  }),
];
