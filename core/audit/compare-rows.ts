import { npr } from '../kernel/money.ts';
import { toIso } from '../kernel/time.ts';
import type { LedgerEntry } from '../ledger/entry.ts';
import type { Columns, DueRow } from './due-row.ts';

/** A ledger row that is wrong, missing or surplus: a text that identifies the row, and its fault. */
export interface Difference {
  readonly row: string;
  readonly says: string;
}

/** Names of the compared columns, for the texts of findings. Add every new column of the ledger to this list. */
const WORDS: Readonly<Record<keyof Columns, string>> = {
  kind: 'kind',
  debit: 'debit',
  credit: 'credit',
  amount: 'amount',
  bookingId: 'booking',
  operatorId: 'company',
  paymentId: 'payment',
  refundId: 'refund',
  statementId: 'statement',
  gateway: 'gateway',
  adjustmentId: 'adjustment',
  receiptId: 'receipt',
  agentId: 'agent',
  agentPaymentId: "agent's payment",
};
const COLUMNS = Object.keys(WORDS) as readonly (keyof Columns)[];

/** The longest time between an event and its ledger row, in milliseconds. */
const TOLERANCE = 60_000;

/**
 * Whether a row is on time. The periodic job writes EARNED rows, so they may be late. Every other row is written at the
 * moment of its event.
 */
const isTimely = ({ at }: LedgerEntry, { at: due, kind }: DueRow): boolean =>
  due !== null && (kind === 'EARNED' ? at >= due : Math.abs(at - due) <= TOLERANCE);

const keyOf = (row: Columns): string => COLUMNS.map((column) => row[column]).join(' ');

/**
 * Compares the rows that the ledger must have with the rows that it has, in any order. A row that differs in a few
 * columns is reported once, with these columns. `place` names the record that all rows are about, such as `booking 12`.
 */
export function differencesOf(
  place: string,
  due: readonly DueRow[],
  found: readonly LedgerEntry[],
): readonly Difference[] {
  const { missing, unexplained } = unmatched(due, found);
  const pairs = paired(unexplained, missing);
  const told = unexplained.map((row) => {
    const expected = pairs.get(row);
    return {
      row: join(place, ...thingsOf(expected ?? row, place), `row ${row.id}`),
      says: expected
        ? `the row ${inWords(row)} is wrong: ${wrongColumns(row, expected).join(', ')}`
        : `nothing explains the row ${inWords(row)}`,
    };
  });
  const explained = new Set(pairs.values());
  return [
    ...told,
    ...missing
      .filter((row) => !explained.has(row))
      .map((row) => ({
        row: [place, ...named(row)].filter((name, index, all) => name !== '' && all.indexOf(name) === index).join(', '),
        says: `the row ${inWords(row)} is missing`,
      })),
  ];
}

const join = (...names: readonly string[]): string => names.filter((name) => name !== '').join(', ');

/** Removes the due rows and the found rows that agree with each other. Rows with equal columns are paired by moment. */
function unmatched(due: readonly DueRow[], found: readonly LedgerEntry[]) {
  const waiting = new Map<string, DueRow[]>();
  for (const row of [...due].sort((one, other) => (one.at ?? 0) - (other.at ?? 0))) {
    const same = waiting.get(keyOf(row));
    if (same) same.push(row);
    else waiting.set(keyOf(row), [row]);
  }
  const unexplained: LedgerEntry[] = [];
  for (const row of [...found].sort((one, other) => one.at - other.at)) {
    const same = waiting.get(keyOf(row)) ?? [];
    const index = same.findIndex((one) => isTimely(row, one));
    if (index === -1) unexplained.push(row);
    else same.splice(index, 1);
  }
  return { missing: [...waiting.values()].flat(), unexplained };
}

/** A surplus row and a missing row are reported as one wrong row if at most this many columns differ. */
const FEW = 3;
/** Above this many missing rows, surplus rows are not matched with missing rows. */
const MANY = 100;

/**
 * Pairs surplus rows with missing rows. Of all possible pairs, those with the fewest wrong columns come first; of two
 * alike, the one whose moments are closer.
 */
function paired(unexplained: readonly LedgerEntry[], missing: readonly DueRow[]): ReadonlyMap<LedgerEntry, DueRow> {
  const pairs = new Map<LedgerEntry, DueRow>();
  if (missing.length > MANY) return pairs;
  const taken = new Set<DueRow>();
  const possible = unexplained
    .flatMap((row) => missing.map((expected) => ({ row, expected, wrong: wrongColumns(row, expected).length })))
    .filter(({ wrong }) => wrong <= FEW)
    .sort((one, other) => one.wrong - other.wrong || apart(one) - apart(other));
  for (const { row, expected } of possible) {
    if (pairs.has(row) || taken.has(expected)) continue;
    pairs.set(row, expected);
    taken.add(expected);
  }
  return pairs;
}

const apart = ({ row, expected }: { readonly row: LedgerEntry; readonly expected: DueRow }): number =>
  Math.abs(row.at - (expected.at ?? 0));

/** Each wrong column of a row, with the right value. */
const wrongColumns = (row: LedgerEntry, expected: DueRow): readonly string[] => [
  ...COLUMNS.filter((column) => row[column] !== expected[column]).map(
    (column) => `${WORDS[column]} ${shown(column, row)} should be ${shown(column, expected)}`,
  ),
  ...(isTimely(row, expected)
    ? []
    : [`moment ${toIso(row.at)} should be ${expected.at === null ? 'known' : toIso(expected.at)}`]),
];

const shown = (column: keyof Columns, row: Columns): string =>
  column === 'amount' ? npr(row.amount) : String(row[column] ?? 'none');

export const inWords = ({ kind, debit, credit, amount }: Columns): string =>
  `${kind} ${debit} / ${credit} ${npr(amount)}`;

/** The columns of a missing row that name other records, such as `booking 12`. */
const named = (row: DueRow): readonly string[] => [
  ...(row.about === undefined ? [] : [row.about]),
  ...(['bookingId', 'paymentId', 'refundId', 'statementId', 'adjustmentId', 'receiptId'] as const).flatMap((column) =>
    row[column] === null ? [] : [`${WORDS[column]} ${row[column]}`],
  ),
];

/**
 * The settlement, statement, adjustment or receipt that a row without a booking is about. Empty for a row of a booking,
 * and for what `place` names already.
 */
export const thingsOf = (row: Columns & Pick<Partial<DueRow>, 'about'>, place = ''): readonly string[] =>
  row.bookingId === null
    ? [
        ...(row.about === undefined ? [] : [row.about]),
        ...(['statementId', 'adjustmentId', 'receiptId'] as const).flatMap((column) =>
          row[column] === null ? [] : [`${WORDS[column]} ${row[column]}`],
        ),
      ].filter((name) => name !== place)
    : [];
