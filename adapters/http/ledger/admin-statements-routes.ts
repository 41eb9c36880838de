import { Type } from '@sinclair/typebox';
import { companyUnknown } from '../../../core/companies/refusals.ts';
import type { OperatorId, StatementId } from '../../../core/kernel/ids.ts';
import type { MakeStatement } from '../../../core/ledger/make-statement.ts';
import type { PayStatement } from '../../../core/ledger/pay-statement.ts';
import type { PrintStatement } from '../../../core/ledger/print-statement.ts';
import { nothingToState, statementPaid, statementUnknown } from '../../../core/ledger/refusals.ts';
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
import { day, givenId, id, keyOf, sized } from '../route/fields.ts';
import { type ListNeeds, key, listRoute, oneOfWords } from '../route/list-route.ts';
import { fileRoute, route } from '../route/route.ts';
import { statementTable } from './statement-table.ts';

interface Uses extends ListNeeds, CsvStreamNeeds {
  readonly statementViews: Pick<StatementViews, 'list'>;
  readonly findStatement: FindStatement;
  readonly viewStatement: ViewStatement;
  readonly listStatementLines: ListStatementLines;
  readonly printStatement: PrintStatement;
  readonly makeStatement: MakeStatement;
  readonly payStatement: PayStatement;
}

const BASE = '/api/admin/statements';

const params = Type.Object({ id: id<StatementId>({ description: 'Identifies the statement.' }) });

export const adminStatementRoutes = (uses: Uses) => [
  listRoute(uses, {
    path: BASE,
    operationId: 'listStatements',
    summary: 'List the statements of all companies',
    description: 'Lists the statements of all companies, newest first, without their lines.',
    returns: 'Lists the statements of all companies, newest first, page by page.',
    access: 'admin',
    filters: { operator_id: key<OperatorId>('Identifies the company.'), status: oneOfWords(STATEMENT_STATUSES) },
    item: listedStatementResponse,
    list: ({ given: { operator_id: operatorId, status } }, page) =>
      uses.statementViews.list({ ...(operatorId && { operatorId }), ...(status && { status }) }, page),
    toItem: toListedStatement,
  }),

  route({
    method: 'post',
    path: BASE,
    operationId: 'makeStatement',
    summary: 'Make a statement of what a company is owed',
    description:
      'Makes a statement of what the company has earned and what it holds in cash up to the end of a local day, ' +
      'as far as it is on no statement yet. Negative totals of earlier statements are its opening balance, ' +
      'unless another statement has begun with them.',
    returns: 'Shows the new statement, with its number.',
    access: 'admin',
    idempotent: true,
    body: Type.Object(
      {
        operator_id: givenId({ description: 'Identifies the company.', examples: [4] }),
        until: day({
          description:
            'Gives the last local day that the statement covers, not after today; of today, it covers only what has happened so far.',
        }),
      },
      { examples: [{ operator_id: 4, until: '2026-11-20' }] },
    ),
    status: 201,
    response: statementResponse,
    refuses: [companyUnknown, nothingToState],
    handle: ({ caller, body: { operator_id: operatorId, until }, once }) =>
      once(toStatementResponse(uses, BASE), (keep) =>
        uses.makeStatement(caller.userId, { operatorId: keyOf<OperatorId>(operatorId), until }, keep),
      ),
  }),

  fileRoute({
    method: 'get',
    path: `${BASE}/:id.csv`,
    operationId: 'downloadStatementAsCsv',
    summary: 'Download any statement as a table',
    description:
      'Answers the lines and, below them, the opening balance, the cash held with its sign turned, and the total: the sum of the column `net` above it.',
    returns: 'Gives the statement as a CSV file.',
    access: 'admin',
    params,
    mediaTypes: [CSV],
    refuses: [statementUnknown],
    handle: async ({ params: { id: given } }) => statementTable(uses, await uses.viewStatement(given)),
  }),

  fileRoute({
    method: 'get',
    path: `${BASE}/:id.pdf`,
    operationId: 'downloadStatementAsPdf',
    summary: 'Download any statement for the files',
    description: 'Answers the statement as a PDF on A4.',
    returns: 'Gives the statement as a PDF.',
    access: 'admin',
    limit: 'ticket',
    draws: 'document',
    params,
    exists: ({ params: { id: given } }) => uses.findStatement(given),
    mediaTypes: ['application/pdf'],
    refuses: [statementUnknown],
    handle: async ({ params: { id: given } }) => ({
      ...(await uses.printStatement(given)),
      mediaType: 'application/pdf',
    }),
  }),

  listRoute(uses, {
    path: `${BASE}/:id/lines`,
    operationId: 'listStatementLines',
    summary: 'List the lines of any statement',
    description:
      'Lists what any statement is made of, by departure and booking code; receipts and adjustments come last. It begins with the first line.',
    returns: 'Lists the lines of the statement, page by page.',
    access: 'admin',
    params,
    filters: {},
    most: 1_000,
    item: lineResponse,
    exists: ({ params: { id: given } }) => uses.findStatement(given),
    refuses: [statementUnknown],
    list: ({ params: { id: given } }, page) => uses.listStatementLines(given, page),
    toItem: toLineResponse,
  }),

  route({
    method: 'get',
    path: `${BASE}/:id`,
    operationId: 'getStatement',
    summary: 'Look at any statement',
    description: 'Shows an administrator any statement, with its sums and its first 100 lines.',
    returns: 'Shows the statement, with its first lines.',
    access: 'admin',
    params,
    status: 200,
    response: statementResponse,
    refuses: [statementUnknown],
    handle: async ({ params: { id: given } }) => toStatementResponse(uses, BASE)(await uses.viewStatement(given)),
  }),

  route({
    method: 'post',
    path: `${BASE}/:id/pay`,
    operationId: 'payStatement',
    summary: 'Record that a statement was paid',
    description:
      'Marks a statement as paid. The cash that the company holds is set off, ' +
      'and a total above zero was transferred to it. A negative total waits for the next statement of the company.',
    returns: 'Shows the statement, which is paid now.',
    access: 'admin',
    idempotent: true,
    params,
    exists: ({ params: { id: given } }) => uses.findStatement(given),
    body: Type.Object({
      reference: sized(
        { max: 100 },
        {
          description: 'Gives the reference of the transfer. If the total is not above zero, it is any note.',
          examples: ['NIC-2026-11-21/77810'],
        },
      ),
    }),
    status: 200,
    response: statementResponse,
    refuses: [statementUnknown, statementPaid],
    handle: ({ caller, params: { id: given }, body: { reference }, once }) =>
      once(toStatementResponse(uses, BASE), (keep) => uses.payStatement(caller.userId, given, reference, keep)),
  }),
];
