import type { Calendar } from '../kernel/calendar.ts';
import { npr, sum } from '../kernel/money.ts';
import { payout } from '../ledger/entries.ts';
import { isLineKind, linesOf, numberOf, sumsOf } from '../statements/statement.ts';
import type { Finding } from './invariants.ts';
import type { NumberedYear, StatementAuditReader, StatementOnRecord } from './statement-ports.ts';

type Days = Pick<Calendar, 'day'>;
/** Says what is wrong, if anything is. */
type Rule = (statement: StatementOnRecord, calendar: Days) => readonly string[];

const unless = (holds: boolean, says: string): readonly string[] => (holds ? [] : [says]);

/** It is made of rows of its company up to its last day, of none that pay statements, and of at least one. */
const entries: Rule = ({ operatorId, until, entries: stated }, calendar) => {
  const end = calendar.day(until)?.end ?? -Infinity;
  const foreign = stated.filter((entry) => entry.operatorId !== operatorId || entry.kind === 'PAYOUT');
  return [
    ...unless(stated.length > 0, 'no row of the ledger is on it'),
    ...unless(foreign.length === 0, `rows ${idsOf(foreign)} of the ledger are none that belong on it`),
    ...unless(
      stated.every(({ at }) => at < end),
      `rows ${idsOf(stated.filter(({ at }) => at >= end))} of the ledger are later than ${until}`,
    ),
  ];
};

const idsOf = (rows: readonly { readonly id: number }[]): string => rows.map(({ id }) => id).join(', ');

/** What it says is what its rows make. */
const sums: Rule = ({ entries: stated, openingBalance, net, cashHeld, total }) => {
  const made = sumsOf(stated, openingBalance);
  return [
    ...unless(made.net === net, `its lines come to ${npr(net)}, its rows to ${npr(made.net)}`),
    ...unless(made.cashHeld === cashHeld, `cash held is ${npr(cashHeld)}, and its rows make ${npr(made.cashHeld)}`),
    ...unless(made.total === total, `the total is ${npr(total)}, and should be ${npr(made.total)}`),
  ];
};

const lines: Rule = ({ entries: stated, lines: kept }) => {
  const told = (line: (typeof kept)[number]): string =>
    `${line.bookingId} ${line.kind} ${line.gross} ${line.commission} ${line.net}`;
  const making = stated.filter(({ kind }) => isLineKind(kind));
  const [made, seen] = [new Set(linesOf(making).map(told)), new Set(kept.map(told))];
  const [missing, wrong] = [[...made].filter((line) => !seen.has(line)), [...seen].filter((line) => !made.has(line))];
  return [
    ...unless(seen.size === kept.length, 'a line is on it twice'),
    ...unless(missing.length === 0, `lines are missing or differ: ${missing.slice(0, SHOWN).join('; ')}`),
    ...unless(wrong.length === 0, `lines that its rows do not make: ${wrong.slice(0, SHOWN).join('; ')}`),
  ];
};

/** How many lines a finding names. */
const SHOWN = 3;

/** It begins with what the statements left that it has taken up: negative totals of the company, from before. */
const opening: Rule = ({ id, operatorId, openingBalance, carried, carriedTo, total, isFollowed }) => {
  const left = sum(carried.map((statement) => statement.total));
  const isOwed = carried.every(
    (statement) => statement.total < 0 && statement.operatorId === operatorId && statement.id < id,
  );
  return [
    ...unless(left === openingBalance, `it begins with ${npr(openingBalance)}, and ${npr(left)} were left from before`),
    ...unless(isOwed, `it begins with statements ${idsOf(carried)}, not all of which left something to it`),
    ...unless(total >= 0 || carriedTo !== null || !isFollowed, `no later statement begins with its ${npr(total)}`),
  ];
};

/** PAID: the ledger says so, to the paisa; OPEN: it says nothing. */
const payment: Rule = ({ id: statementId, operatorId, status, cashHeld, total, payouts }) => {
  const due =
    status === 'PAID' ? payout({ statementId, operatorId, cashHeld, total }).filter(({ amount }) => amount > 0) : [];
  const told = (rows: readonly (typeof payouts)[number][]): string =>
    rows
      .map(
        (row) => `${row.debit}/${row.credit} ${npr(row.amount)}${row.operatorId === operatorId ? '' : ' of another'}`,
      )
      .join(', ') || 'nothing';
  return unless(
    told(due) === told(payouts),
    `it is ${status}, and the ledger has ${told(payouts)} instead of ${told(due)}`,
  );
};

const RULES: readonly Rule[] = [entries, sums, lines, opening, payment];

/** Everything that is wrong with a statement. */
export const statementFaults = (statement: StatementOnRecord, calendar: Days): readonly Finding[] =>
  RULES.flatMap((rule) => rule(statement, calendar)).map((says) => ({
    invariant: 'STATEMENT_DIFFERS',
    row: `statements ${statement.id}`,
    says: `${numberOf(statement)}: ${says}`,
  }));

/** Numbers run from 1 to the last that was given out. */
const gaps = ({ year, count, highest, last }: NumberedYear): readonly Finding[] =>
  count === highest && highest === last
    ? []
    : [
        {
          invariant: 'STATEMENT_DIFFERS',
          row: `statement_numbers ${year}`,
          says: `of ${year} there are ${count} statements, the highest is number ${highest}, and ${last} was given out last`,
        },
      ];

/** What is wrong with statements beside each of them. */
export const faultsBesideStatements = async (reader: StatementAuditReader): Promise<readonly Finding[]> => [
  ...(await reader.numberedYears()).flatMap(gaps),
  ...(await reader.strayPayouts()).map((id): Finding => ({
    invariant: 'STATEMENT_DIFFERS',
    row: `ledger_entries ${id}`,
    says: 'a payout of no statement that is there',
  })),
];
