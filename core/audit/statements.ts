import type { Calendar } from '../kernel/calendar.ts';
import type { LedgerEntryId } from '../kernel/ids.ts';
import { npr, paisa, sum } from '../kernel/money.ts';
import type { LedgerEntry } from '../ledger/entry.ts';
import { numberOf, type StatedEntry, type StatementLine } from '../ledger/statement.ts';
import { batches } from './batches.ts';
import { differencesOf, inWords } from './compare-rows.ts';
import { dueRow, type DueRow } from './due-row.ts';
import type { Finding } from './finding.ts';
import type { NumberedYear, StatementAuditReader, StatementOnRecord } from './statement-on-record.ts';

/** Checks one rule for a statement, and returns a text for each violation. */
type Rule = (statement: StatementOnRecord, calendar: Calendar) => readonly string[];

const unless = (holds: boolean, says: string): readonly string[] => (holds ? [] : [says]);

/**
 * Checks a statement's ledger rows. All rows belong to the statement's company and days, and the first row is on the
 * first day. The statement has at least one row, and no payout rows.
 */
const entries: Rule = ({ operatorId, from, until, entries: stated }, calendar) => {
  const [first, end] = [calendar.day(from), calendar.day(until)?.end ?? -Infinity];
  const start = first?.start ?? Infinity;
  const foreign = stated.filter((entry) => entry.operatorId !== operatorId || entry.kind === 'PAYOUT');
  const [early, late] = [stated.filter(({ at }) => at < start), stated.filter(({ at }) => at >= end)];
  return [
    ...unless(stated.length > 0, 'no row of the ledger is on it'),
    ...unless(foreign.length === 0, `rows ${idsOf(foreign)} of the ledger are none that belong on it`),
    ...unless(early.length === 0, `rows ${idsOf(early)} of the ledger are earlier than ${from}`),
    ...unless(late.length === 0, `rows ${idsOf(late)} of the ledger are later than ${until}`),
    ...unless(
      stated.length === 0 || stated.some(({ at }) => at < (first?.end ?? -Infinity)),
      `no row of the ledger is of ${from}, its first day`,
    ),
  ];
};

const idsOf = (rows: readonly { readonly id: number }[]): string => rows.map(({ id }) => id).join(', ');

/** Compares a statement's sums and lines with its ledger rows. */
const sums: Rule = ({ entries: stated, openingBalance, net, cashHeld, total }) => {
  const made = sumsOfRows(stated);
  const due = openingBalance + made.net - made.cashHeld;
  return [
    ...unless(made.net === net, `its lines come to ${npr(net)}, its rows to ${npr(paisa(made.net))}`),
    ...unless(
      made.cashHeld === cashHeld,
      `cash held is ${npr(cashHeld)}, and its rows make ${npr(paisa(made.cashHeld))}`,
    ),
    ...unless(due === total, `the total is ${npr(total)}, and should be ${npr(paisa(due))}`),
  ];
};

const lines: Rule = ({ entries: stated, lines: kept }) => {
  const [made, seen] = [linesOfRows(stated), kept.map(lineAsText)];
  const [missing, wrong] = [surplus(made, seen), surplus(seen, made)];
  return [
    ...unless(missing.length === 0, `lines are missing or differ: ${missing.slice(0, SHOWN).join('; ')}`),
    ...unless(wrong.length === 0, `lines that its rows do not make: ${wrong.slice(0, SHOWN).join('; ')}`),
  ];
};

/** The most lines that one finding names. */
const SHOWN = 3;

/** Compares a statement's opening balance with the negative totals of the company's earlier statements. */
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

/**
 * The ledger rows that are due for paying a statement. For a PAID statement, the company's cash was set off, and a
 * positive total was transferred. An OPEN statement has no such rows.
 */
function rowsOfPayment({ id, operatorId, status, cashHeld, total, paidAt }: StatementOnRecord): readonly DueRow[] {
  if (status !== 'PAID') return [];
  const said = { kind: 'PAYOUT', operatorId, statementId: id } as const;
  return [
    ...(cashHeld < 0
      ? dueRow(paidAt, Math.abs(cashHeld), { ...said, debit: 'CASH', credit: 'OPERATOR' })
      : dueRow(paidAt, cashHeld, { ...said, debit: 'OPERATOR', credit: 'CASH' })),
    ...dueRow(paidAt, Math.max(total, 0), { ...said, debit: 'OPERATOR', credit: 'BANK' }),
  ];
}

const RULES: readonly Rule[] = [entries, sums, lines, opening];

/** All faults of a statement. */
export const statementFaults = (statement: StatementOnRecord, calendar: Calendar): readonly Finding[] => [
  ...RULES.flatMap((rule) => rule(statement, calendar)).map((says) => ({
    invariant: 'STATEMENT_DIFFERS' as const,
    row: `statement ${statement.id}`,
    says: `${numberOf(statement)}: ${says}`,
  })),
  ...differencesOf(`statement ${statement.id}`, rowsOfPayment(statement), statement.payouts).map(({ row, says }) => ({
    invariant: 'STATEMENT_DIFFERS' as const,
    row,
    says: `${numberOf(statement)}: it is ${statement.status}, and ${says}`,
  })),
];

/** Faults in one year's statement numbers. The numbers run from 1 to the last assigned number without gaps. */
const gaps = ({ year, count, highest, last }: NumberedYear): readonly Finding[] =>
  count === highest && highest === last
    ? []
    : [
        {
          invariant: 'STATEMENT_DIFFERS',
          row: `year ${year}`,
          says: `of ${year} there are ${count} statements, the highest is number ${highest}, and ${last} was given out last`,
        },
      ];

/** Faults in the numbering of statements. */
export const numberFaults = async (reader: StatementAuditReader): Promise<readonly Finding[]> =>
  (await reader.numberedYears()).flatMap(gaps);

/** The number of rows that one query reads. */
const ROWS = 1_000;

/** Finds ledger rows that no statement would ever include, and rows that do not belong on the next statement. */
export async function listFaults(reader: StatementAuditReader): Promise<readonly Finding[]> {
  const found: Finding[] = [];
  for await (const rows of batches((after) => reader.unstatedEntries(after, ROWS)))
    found.push(
      ...rows.map((row) =>
        ofList(row, row.id, `the row ${inWords(row)} is on no statement, and not listed for the next one`),
      ),
    );
  const wronglyListed = await reader.wronglyListed();
  return [
    ...found,
    ...wronglyListed.map((listed) =>
      ofList(listed, listed.entryId, 'it is listed for the next statement, and does not belong there'),
    ),
  ];
}

const ofList = ({ operatorId }: Pick<LedgerEntry, 'operatorId'>, row: LedgerEntryId, says: string): Finding => ({
  invariant: 'STATEMENT_DIFFERS',
  row: `company ${operatorId}, row ${row}`,
  says,
});

type Line = Pick<StatementLine, 'bookingId' | 'kind' | 'gross' | 'commission' | 'net'>;

/** The amount that a row adds to an account's balance: positive for a debit, negative for a credit. */
const gain = (account: 'OPERATOR' | 'CASH', { debit, credit, amount }: StatedEntry): number =>
  debit === account ? amount : credit === account ? -Number(amount) : 0;

const gains = (account: 'OPERATOR' | 'CASH', entries: readonly StatedEntry[]): number =>
  entries.reduce((all, entry) => all + gain(account, entry), 0);

/** The sums of a statement's ledger rows, computed without the code that makes statements. */
const sumsOfRows = (entries: readonly StatedEntry[]) => ({
  net: 0 - gains('OPERATOR', entries),
  cashHeld: gains('CASH', entries),
});

/**
 * The lines that a statement's ledger rows make, as text. Each booking has one line for each kind of row. Each row
 * without a booking has its own line.
 */
function linesOfRows(entries: readonly StatedEntry[]): readonly string[] {
  const groups = new Map<string, StatedEntry[]>();
  for (const entry of entries) {
    if (gain('OPERATOR', entry) === 0) continue;
    const key = entry.booking ? `booking ${entry.booking.id} ${entry.kind}` : `row ${entry.id}`;
    groups.set(key, [...(groups.get(key) ?? []), entry]);
  }
  return [...groups.values()].map((group) => {
    const net = 0 - gains('OPERATOR', group);
    const [{ kind, booking }] = group as [StatedEntry];
    const gross = booking ? grossOf(group, booking) : net;
    return asText(booking?.id ?? null, kind, [gross, gross - net, net]);
  });
}

/**
 * The amount that company and platform share: the price of an earned journey, or the cancellation fees that they keep.
 * A cancellation after the EARNED rows subtracts the refunded amount. A row belongs to the cancellation with the same
 * moment.
 */
function grossOf(
  group: readonly StatedEntry[],
  { earned, cancellations }: NonNullable<StatedEntry['booking']>,
): number {
  if (group[0]?.kind === 'EARNED') return earned;
  const isOf = (moment: number, at: number): boolean => cancellations.length === 1 || at === moment;
  let gross = 0;
  for (const moment of new Set(group.map(({ at }) => at))) {
    const isKept =
      gains(
        'OPERATOR',
        group.filter(({ at }) => at === moment),
      ) < 0;
    for (const { at, amount, fee } of cancellations) if (isOf(moment, at)) gross += isKept ? fee : fee - amount;
  }
  return gross;
}

const lineAsText = ({ bookingId, kind, gross, commission, net }: Line): string =>
  asText(bookingId, kind, [gross, commission, net]);

const asText = (bookingId: number | null, kind: string, amounts: readonly number[]): string =>
  `${kind} of ${bookingId === null ? 'no booking' : `booking ${bookingId}`}: ${amounts.join(', ')}`;

/** The texts that the first list contains more often than the second. */
function surplus(ones: readonly string[], others: readonly string[]): readonly string[] {
  const left = new Map<string, number>();
  for (const text of others) left.set(text, (left.get(text) ?? 0) + 1);
  return ones.filter((text) => {
    const count = left.get(text) ?? 0;
    left.set(text, count - 1);
    return count <= 0;
  });
}
