import { Type } from '@sinclair/typebox';
import { toRupees } from '../../../core/kernel/money.ts';
import type { Row } from '../../../core/kernel/table.ts';
import {
  type Statement,
  type StatementLine,
  type StatementWithLines,
  LINE_KINDS,
  numberOf,
  STATEMENT_STATUSES,
} from '../../../core/ledger/statement.ts';
import { type ListNeeds, cursorOf } from '../route/list-route.ts';
import { isoOrNull, moment, nullable, rupees } from '../route/fields.ts';

export const lineResponse = Type.Object(
  {
    booking_code: nullable(
      Type.String({
        description: 'Gives the code of the booking that the line is about; null for a receipt or an adjustment.',
        examples: ['BT261120048213'],
      }),
    ),
    departure_time: nullable(
      moment({
        description:
          'Tells when the trip departs, as it was when the statement was made; null for a receipt or an adjustment.',
      }),
    ),
    kind: Type.String({
      enum: [...LINE_KINDS],
      description:
        'Names the kind of the line. CANCELLATION is the fee of a cancellation or, below zero, what had been earned and went back. RECEIPT is what the company paid the platform, ADJUSTMENT a correction of what it is owed, CHANGE the fee of a change to another trip.',
      examples: ['EARNED'],
    }),
    gross: rupees({ description: 'Gives the sum of commission and net, in NPR.', examples: [2400.5] }),
    commission: rupees({ description: 'Gives the share of the platform, in NPR.', examples: [180.04] }),
    net: rupees({ description: 'Gives the share of the company, in NPR.', examples: [2220.46] }),
  },
  { title: 'StatementLine' },
);

/** All fields of a statement except its lines, in the order of the response. */
const head = {
  id: Type.Integer({ examples: [3] }),
  number: Type.String({
    description: 'Gives the number of the statement. Numbers have no gaps within a year.',
    examples: ['ST-2026-000003'],
  }),
  operator: Type.Object({
    id: Type.Integer({ examples: [4] }),
    company_name: Type.String({
      description: 'Gives the name that the company had when the statement was made.',
      examples: ['Blue Sky Yatayat'],
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
  opening_balance: rupees({
    description: 'Gives the sum of earlier negative totals that no other statement began with, in NPR.',
    examples: [0],
  }),
};

const sums = {
  cash_held: rupees({
    description:
      'Gives the amount that the company took at its counters, in cash and by QR, less what it paid back in cash, in NPR.',
    examples: [1000],
  }),
  total: rupees({
    description: 'Gives the total in NPR: opening_balance and the net of all lines, less cash_held.',
    examples: [1220.46],
  }),
  status: Type.String({ enum: [...STATEMENT_STATUSES], examples: ['OPEN'] }),
  reference: nullable(
    Type.String({
      description: 'Gives the reference of the payment; null until the statement is paid.',
      examples: [null],
    }),
  ),
  paid_at: nullable(moment({ description: 'Tells when the statement was paid; null until then.', examples: [null] })),
};

export const listedStatementResponse = Type.Object({ ...head, ...sums }, { title: 'ListedStatement' });

export const statementResponse = Type.Object(
  {
    ...head,
    lines: Type.Array(lineResponse, {
      description: 'Lists the first 100 lines, by departure and booking code; receipts and adjustments come last.',
    }),
    lines_next: nullable(
      Type.String({
        description: 'Is the `cursor` of the page of `lines` that follows; null when these are all.',
        examples: [null],
      }),
    ),
    ...sums,
  },
  { title: 'Statement' },
);

export const toListedStatement = (statement: Statement) => ({
  id: statement.id,
  number: numberOf(statement),
  operator: { id: statement.operatorId, company_name: statement.companyName },
  from: statement.from,
  until: statement.until,
  opening_balance: toRupees(statement.openingBalance),
  cash_held: toRupees(statement.cashHeld),
  total: toRupees(statement.total),
  status: statement.status,
  reference: statement.reference,
  paid_at: isoOrNull(statement.paidAt),
});

export const toLineResponse = (given: StatementLine) => ({
  booking_code: given.bookingCode,
  departure_time: isoOrNull(given.departsAt),
  kind: given.kind,
  gross: toRupees(given.gross),
  commission: toRupees(given.commission),
  net: toRupees(given.net),
});

/** Makes the response that shows a statement. `base` is the path below which this caller reads statements. */
export const toStatementResponse =
  (needs: Pick<ListNeeds, 'cursors'>, base: string) => (statement: StatementWithLines) => ({
    ...toListedStatement(statement),
    lines: statement.lines.map(toLineResponse),
    lines_next: cursorOf(needs, `${base}/${statement.id}/lines`, statement.moreLines),
  });

/** The column names of a statement's CSV file. */
export const STATEMENT_COLUMNS = Object.keys(lineResponse.properties);

/** Converts lines to rows of the CSV file. Amounts are numbers with all their decimals. */
export const lineRows = (lines: readonly StatementLine[]): readonly Row[] =>
  lines.map((given) => Object.values(toLineResponse(given)));

/** The rows after the lines: opening balance, cash held, total. Column `net` of the rows above adds up to the total. */
export const sumRows = (statement: Statement): readonly Row[] => {
  const { opening_balance: opening, cash_held: cashHeld, total } = toListedStatement(statement);
  const sum = (kind: string, amount: number): Row => [null, null, kind, null, null, amount];
  return [sum('OPENING_BALANCE', opening), sum('CASH_HELD', cashHeld === 0 ? 0 : -cashHeld), sum('TOTAL', total)];
};
