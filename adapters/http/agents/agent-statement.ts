import { Type } from '@sinclair/typebox';
import {
  type AgentStatement,
  type AgentStatementLine,
  type AgentStatementWithLines,
  AGENT_LINE_KINDS,
  agentNumberOf,
} from '../../../core/agents/agent-statement.ts';
import { toRupees } from '../../../core/kernel/money.ts';
import type { Row } from '../../../core/kernel/table.ts';
import { toIso } from '../../../core/kernel/time.ts';
import { STATEMENT_STATUSES } from '../../../core/ledger/statement.ts';
import { isoOrNull, moment, nullable } from '../route/fields.ts';
import { type ListNeeds, cursorOf } from '../route/list-route.ts';

const amount = (description: string, example: number) => Type.Number({ description, examples: [example] });

export const agentLineResponse = Type.Object(
  {
    booking_code: nullable(
      Type.String({
        description: 'Gives the code of the booking that the line is about; null for an adjustment.',
        examples: ['BT261120048213'],
      }),
    ),
    reference: nullable(
      Type.String({
        description: 'Gives the agent’s reference of the booking; null for an adjustment.',
        examples: ['HT-1'],
      }),
    ),
    departure_time: nullable(
      moment({
        description: 'Tells when the trip departs, as it was when the statement was made; null for an adjustment.',
      }),
    ),
    kind: Type.String({
      enum: [...AGENT_LINE_KINDS],
      description:
        'Names the kind of the line. SALE means that a booking was sold. CANCELLATION is what was credited for cancelled seats, CHANGE what a change to another trip cost or gave back. GOODWILL is a refund that the platform gave voluntarily, ADJUSTMENT a correction of the account.',
      examples: ['SALE'],
    }),
    gross: amount('Gives the price, or below zero what was refunded, in NPR.', 300),
    commission: amount('Gives the commission of the agent, in NPR. Below zero, the agent gave this much back.', 22.5),
    net: amount(
      'Gives the amount that the agent owes by the line: gross less commission, in NPR. Below zero it is credited.',
      277.5,
    ),
  },
  { title: 'AgentStatementLine' },
);

/** The fields of a statement before its lines, and after them, in the order of the response. */
const head = {
  id: Type.Integer({ examples: [3] }),
  number: Type.String({
    description: 'Gives the number of the statement. Numbers have no gaps within a year.',
    examples: ['AG-2026-000003'],
  }),
  agent: Type.Object({
    id: Type.Integer({ examples: [6] }),
    name: Type.String({
      description: 'Gives the name that the agent had when the statement was made.',
      examples: ['Himal Tickets'],
    }),
  }),
  from: Type.String({
    format: 'date',
    description: 'Gives the local day of the earliest row of the ledger that is on the statement.',
    examples: ['2026-11-01'],
  }),
  until: Type.String({
    format: 'date',
    description:
      'Gives the last local day of the statement, inclusive. A statement that was made on that day covers it only up to then.',
    examples: ['2026-11-20'],
  }),
  opening_balance: amount('Gives the total of the statement before, in NPR; it is zero for the first statement.', 0),
};

const end = {
  total: amount(
    'Gives the amount that the agent owes, in NPR: opening_balance and the net of all lines, less the payments. Below zero the agent has paid more.',
    277.5,
  ),
  status: Type.String({
    enum: [...STATEMENT_STATUSES],
    description:
      'Is PAID if nothing is owed, or once payments that are neither on this statement nor on an earlier one reach its total. All earlier statements are PAID with it.',
    examples: ['OPEN'],
  }),
  paid_at: nullable(moment({ description: 'Tells when the statement was PAID; null until then.', examples: [null] })),
};

export const listedAgentStatementResponse = Type.Object({ ...head, ...end }, { title: 'ListedAgentStatement' });

export const agentStatementResponse = Type.Object(
  {
    ...head,
    lines: Type.Array(agentLineResponse, {
      description: 'Lists the first 100 lines, by departure and booking code; adjustments come last.',
    }),
    lines_next: nullable(
      Type.String({
        description: 'Is the `cursor` of the page of `lines` that follows; null when these are all.',
        examples: [null],
      }),
    ),
    payments: Type.Array(
      Type.Object(
        {
          at: moment(),
          reference: Type.String({ examples: ['NIC-88123'] }),
          amount: amount('Gives the amount of the payment, in NPR.', 25_000),
        },
        { title: 'StatedPayment' },
      ),
      { description: 'Lists the payments of the agent that the statement counts, oldest first.' },
    ),
    ...end,
  },
  { title: 'AgentStatement' },
);

type Head = Omit<AgentStatement, 'payments'>;

const toHead = (statement: Head) => ({
  id: statement.id,
  number: agentNumberOf(statement),
  agent: { id: statement.agentId, name: statement.agentName },
  from: statement.from,
  until: statement.until,
  opening_balance: toRupees(statement.openingBalance),
});

const toEnd = ({ total, status, paidAt }: Head) => ({ total: toRupees(total), status, paid_at: isoOrNull(paidAt) });

export const toListedAgentStatement = (statement: Head) => ({ ...toHead(statement), ...toEnd(statement) });

export const toAgentLine = (line: AgentStatementLine) => ({
  booking_code: line.bookingCode,
  reference: line.reference,
  departure_time: isoOrNull(line.departsAt),
  kind: line.kind,
  gross: toRupees(line.gross),
  commission: toRupees(line.commission),
  net: toRupees(line.net),
});

/** Makes the response that shows a statement. `linesPath` is the path at which this caller reads its lines. */
export const toAgentStatement =
  (needs: Pick<ListNeeds, 'cursors'>, linesPath: (statement: AgentStatement) => string) =>
  (statement: AgentStatementWithLines) => ({
    ...toHead(statement),
    lines: statement.lines.map(toAgentLine),
    lines_next: cursorOf(needs, linesPath(statement), statement.moreLines),
    payments: statement.payments.map(({ at, reference, amount: paid }) => ({
      at: toIso(at),
      reference,
      amount: toRupees(paid),
    })),
    ...toEnd(statement),
  });

/** The column names of a statement's CSV file. */
export const AGENT_STATEMENT_COLUMNS = Object.keys(agentLineResponse.properties);

export const agentLineRows = (lines: readonly AgentStatementLine[]): readonly Row[] =>
  lines.map((line) => Object.values(toAgentLine(line)));

/** The rows after the lines: opening balance, payments, total. Column `net` of the rows above adds up to the total. */
export const agentSumRows = ({ openingBalance, payments, total }: AgentStatement): readonly Row[] => {
  const row = (kind: string, net: number, reference: string | null = null, at: string | null = null): Row => [
    ...[null, reference, at, kind],
    ...[null, null, net],
  ];
  return [
    row('OPENING_BALANCE', toRupees(openingBalance)),
    ...payments.map(({ at, reference, amount: paid }) => row('PAYMENT', -toRupees(paid), reference, toIso(at))),
    row('TOTAL', toRupees(total)),
  ];
};
