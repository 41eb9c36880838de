import { type TObject, Type } from '@sinclair/typebox';
import {
  type AgentStatement,
  type AgentStatementLine,
  type AgentStatementWithLines,
  agentNumberOf,
} from '../../../core/agents/agent-statement.ts';
import type { AgentCaller } from '../../../core/agents/caller.ts';
import type { MakeAgentStatement } from '../../../core/agents/make-agent-statement.ts';
import type { FindAgent } from '../../../core/agents/manage-agent.ts';
import type { PrintAgentStatement } from '../../../core/agents/print-agent-statement.ts';
import { agentUnknown } from '../../../core/companies/refusals.ts';
import { nothingToStateOfAgent } from '../../../core/agents/refusals.ts';
import type { AgentStatementViews } from '../../../core/agents/statement-ports.ts';
import type { AgentId, AgentStatementId } from '../../../core/kernel/ids.ts';
import { statementUnknown } from '../../../core/ledger/refusals.ts';
import { STATEMENT_STATUSES } from '../../../core/ledger/statement.ts';
import type { FindStatement, ListStatementLines, ViewStatement } from '../../../core/ledger/view-statements.ts';
import { statementFile } from '../ledger/statement-table.ts';
import { type CsvStreamNeeds, CSV } from '../route/csv-file.ts';
import { day, id } from '../route/fields.ts';
import { type ListNeeds, listRoute, oneOfWords } from '../route/list-route.ts';
import { type Route, fileRoute, route } from '../route/route.ts';
import {
  AGENT_STATEMENT_COLUMNS,
  agentLineResponse,
  agentLineRows,
  agentStatementResponse,
  agentSumRows,
  listedAgentStatementResponse,
  toAgentLine,
  toAgentStatement,
  toListedAgentStatement,
} from './agent-statement.ts';

interface Uses extends ListNeeds, CsvStreamNeeds {
  readonly agentStatementViews: Pick<AgentStatementViews, 'list'>;
  readonly findAgent: FindAgent;
  readonly findAgentStatement: FindStatement<AgentStatementId, AgentId>;
  readonly viewAgentStatement: ViewStatement<AgentStatementId, AgentId, AgentStatement, AgentStatementLine>;
  readonly listAgentStatementLines: ListStatementLines<AgentStatementId, AgentId, AgentStatementLine>;
  readonly printAgentStatement: PrintAgentStatement;
  readonly makeAgentStatement: MakeAgentStatement;
}

type Asked<Params> = { readonly caller: unknown; readonly params: Params };

/** One kind of reader of statements: administrators, or the agent's own people and programs. */
interface Reader {
  readonly base: string;
  readonly access: 'admin' | 'agentAccountant';
  /** The reader's words in the names of operations: `listAgentStatements`, `listStatementsOfAgent`. */
  readonly prefix: 'Agent' | '';
  readonly suffix: 'OfAgent' | '';
  /** The reader's word for the agent whose statements these are. */
  readonly whose: string;
  /** The parameters of the path of the list. */
  readonly params: Readonly<Record<string, TObject['properties'][string]>>;
  readonly agentOf: (asked: Asked<Readonly<Record<string, unknown>>>) => AgentId;
}

const agentParam = id<AgentId>({ description: 'Identifies the agent.' });
const ADMIN_BASE = '/api/admin/agents/:id/statements';

const ADMINISTRATOR: Reader = {
  base: ADMIN_BASE,
  access: 'admin',
  prefix: '',
  suffix: 'OfAgent',
  whose: 'an agent',
  params: { id: agentParam },
  agentOf: ({ params }) => params['id'] as AgentId,
};

const AGENT: Reader = {
  base: '/api/agent/statements',
  access: 'agentAccountant',
  prefix: 'Agent',
  suffix: '',
  whose: 'your agent',
  params: {},
  agentOf: ({ caller }) => (caller as AgentCaller).agentId,
};

const statementParam = id<AgentStatementId>({ description: 'Identifies the statement.' });

const linesPath =
  ({ base }: Reader) =>
  ({ id: statement, agentId }: AgentStatement) =>
    `${base.replace(':id', String(agentId))}/${statement}/lines`;

/** The routes by which a reader lists and reads statements. */
function readingRoutes(uses: Uses, reader: Reader): readonly Route[] {
  const { base, access, prefix, suffix, whose, agentOf } = reader;
  const one = `${base}/:statement`;
  const params = Type.Object({ ...reader.params, statement: statementParam });
  const isAdmin = access === 'admin';
  const unknown = isAdmin ? [agentUnknown, statementUnknown] : [statementUnknown];
  const agentExists = async (asked: Asked<Readonly<Record<string, unknown>>>): Promise<void> => {
    if (isAdmin) await uses.findAgent(agentOf(asked));
  };
  const exists = async (asked: Asked<{ readonly statement: AgentStatementId }>): Promise<void> => {
    await agentExists(asked);
    await uses.findAgentStatement(asked.params.statement, agentOf(asked));
  };
  const view = async (asked: Asked<{ readonly statement: AgentStatementId }>): Promise<AgentStatementWithLines> => {
    await agentExists(asked);
    return uses.viewAgentStatement(asked.params.statement, agentOf(asked));
  };

  return [
    listRoute(uses, {
      path: base,
      operationId: `list${prefix}Statements${suffix}`,
      summary: `List the statements of ${whose}`,
      description: `Lists the statements of what ${whose} owes the platform, newest first, without their lines.`,
      returns: 'Lists the statements, newest first, page by page.',
      access,
      params: Type.Object(reader.params),
      exists: agentExists,
      filters: { status: oneOfWords(STATEMENT_STATUSES) },
      item: listedAgentStatementResponse,
      refuses: isAdmin ? [agentUnknown] : [],
      list: ({ given: { status }, ...asked }, page) =>
        uses.agentStatementViews.list(agentOf(asked), { ...(status && { status }) }, page),
      toItem: toListedAgentStatement,
    }),

    fileRoute({
      method: 'get',
      path: `${one}.csv`,
      operationId: `download${prefix}Statement${suffix}AsCsv`,
      summary: `Download a statement of ${whose} as a table`,
      description:
        'Answers the lines and, below them, the opening balance, each payment with its sign turned, and the total: the sum of the column `net` above it.',
      returns: 'Gives the statement as a CSV file.',
      access,
      params,
      mediaTypes: [CSV],
      refuses: unknown,
      handle: async (asked) => {
        const statement = await view(asked);
        return statementFile<AgentStatementLine>(
          uses,
          {
            number: agentNumberOf(statement),
            columns: AGENT_STATEMENT_COLUMNS,
            rowsOf: agentLineRows,
            sums: agentSumRows(statement),
            linesAfter: (page) => uses.listAgentStatementLines(statement.id, page),
          },
          statement,
        );
      },
    }),

    fileRoute({
      method: 'get',
      path: `${one}.pdf`,
      operationId: `download${prefix}Statement${suffix}AsPdf`,
      summary: `Download a statement of ${whose} for the files`,
      description: 'Answers the statement as a PDF on A4.',
      returns: 'Gives the statement as a PDF.',
      access,
      ...(access === 'admin' && { limit: 'ticket' }),
      draws: 'document',
      params,
      exists,
      mediaTypes: ['application/pdf'],
      refuses: unknown,
      handle: async (asked) => ({
        ...(await uses.printAgentStatement(asked.params.statement, agentOf(asked))),
        mediaType: 'application/pdf',
      }),
    }),

    listRoute(uses, {
      path: `${one}/lines`,
      operationId: `list${prefix}StatementLines${suffix}`,
      summary: `List the lines of a statement of ${whose}`,
      description:
        'Lists what the statement is made of, by departure and booking code; adjustments come last. It begins with the first line.',
      returns: 'Lists the lines of the statement, page by page.',
      access,
      params,
      filters: {},
      most: 1_000,
      item: agentLineResponse,
      exists,
      refuses: unknown,
      list: (asked, page) => uses.listAgentStatementLines(asked.params.statement, page, agentOf(asked)),
      toItem: toAgentLine,
    }),

    route({
      method: 'get',
      path: one,
      operationId: `get${prefix}Statement${suffix}`,
      summary: `Look at a statement of ${whose}`,
      description: `Shows one statement of ${whose}, with its payments and its first 100 lines.`,
      returns: 'Shows the statement, with its first lines.',
      access,
      params,
      status: 200,
      response: agentStatementResponse,
      refuses: unknown,
      handle: async (asked) => toAgentStatement(uses, linesPath(reader))(await view(asked)),
    }),
  ];
}

export const agentStatementRoutes = (uses: Uses): readonly Route[] => [
  ...readingRoutes(uses, AGENT),
  ...readingRoutes(uses, ADMINISTRATOR),

  route({
    method: 'post',
    path: ADMIN_BASE,
    operationId: 'makeAgentStatement',
    summary: 'Make a statement of what an agent owes',
    description:
      'Makes a statement of what the agent has bought, was credited with and has paid up to the end of a local day, ' +
      'as far as it is on no statement yet. The total of the statement before is its opening balance.',
    returns: 'Shows the new statement, with its number.',
    access: 'admin',
    idempotent: true,
    params: Type.Object({ id: agentParam }),
    exists: async ({ params: { id: agent } }) => {
      await uses.findAgent(agent);
    },
    body: Type.Object(
      {
        until: day({
          description:
            'Gives the last local day that the statement covers, not after today; of today, it covers only what has happened so far.',
        }),
      },
      { examples: [{ until: '2026-11-20' }] },
    ),
    status: 201,
    response: agentStatementResponse,
    refuses: [agentUnknown, nothingToStateOfAgent],
    handle: ({ caller, params: { id: agentId }, body: { until }, once }) =>
      once(toAgentStatement(uses, linesPath(ADMINISTRATOR)), (keep) =>
        uses.makeAgentStatement(caller.userId, { agentId, until }, keep),
      ),
  }),
];
