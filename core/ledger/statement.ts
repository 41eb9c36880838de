import type { Account, LedgerEntry } from './entry.ts';
import type { BookingId, LedgerEntryId, OperatorId, StatementId } from '../kernel/ids.ts';
import { type Paisa, minus, NOTHING, plus, sum } from '../kernel/money.ts';
import type { Position } from '../kernel/page.ts';
import type { Instant } from '../kernel/time.ts';

export const STATEMENT_STATUSES = ['OPEN', 'PAID'] as const;
export type StatementStatus = (typeof STATEMENT_STATUSES)[number];

/**
 * Kinds of ledger rows that become lines of a statement. EARNED, CANCELLATION and CHANGE raise or lower a company's
 * earnings. RECEIPT is a company's payment to the platform. ADJUSTMENT corrects the company's balance.
 */
export const LINE_KINDS = ['EARNED', 'CANCELLATION', 'RECEIPT', 'ADJUSTMENT', 'CHANGE'] as const;
export type LineKind = (typeof LINE_KINDS)[number];

/** A company's earnings from a booking, or the earnings that it gives back. `gross` is `commission` plus `net`. */
export interface StatementLine {
  /** The booking that the line is about. Null for a receipt or an adjustment, as are the code and the departure. */
  readonly bookingId: BookingId | null;
  readonly bookingCode: string | null;
  /** The trip's planned departure when the statement was made. */
  readonly departsAt: Instant | null;
  readonly kind: LineKind;
  readonly gross: Paisa;
  readonly commission: Paisa;
  readonly net: Paisa;
}

export interface StatementSums {
  /** Negative totals of earlier statements, which the company still owes. */
  readonly openingBalance: Paisa;
  /** The sum of all lines of the statement. */
  readonly net: Paisa;
  /** Payments that the company took itself, less the refunds that it paid itself. */
  readonly cashHeld: Paisa;
  /** The amount that the platform owes the company; if negative, the amount that the company owes. */
  readonly total: Paisa;
}

/** A statement's number. Each local year has its own numbers, from 1. */
export interface StatementNumber {
  readonly year: number;
  readonly sequence: number;
}

/**
 * A company's balance with the platform for a span of local days. Once made, a statement changes only when it is paid.
 */
export interface Statement extends StatementSums, StatementNumber {
  readonly id: StatementId;
  readonly operatorId: OperatorId;
  /** The company's name and tax number, as they were when the statement was made. */
  readonly companyName: string;
  readonly panNo: string | null;
  /** The local day of the statement's earliest ledger row. */
  readonly from: string;
  readonly until: string;
  readonly madeAt: Instant;
  readonly status: StatementStatus;
  readonly reference: string | null;
  readonly paidAt: Instant | null;
}

/** A statement with its first lines. */
export type StatementWithLines = WithLines<Statement, StatementLine>;

/** A statement of any kind with its first lines. */
export type WithLines<Head, Line> = Head & {
  /** The first lines of the statement, ordered by departure and code; those without a booking come last. */
  readonly lines: readonly Line[];
  /** The page cursor for the next lines; undefined if all lines are here. */
  readonly moreLines?: Position;
};

/** The printed number of a company's statement, such as `ST-2026-000042`; of an agent's, `AG-2026-000042`. */
export const numberOf = ({ year, sequence }: StatementNumber, prefix: 'ST' | 'AG' = 'ST'): string =>
  `${prefix}-${year}-${String(sequence).padStart(6, '0')}`;

/** A cancellation of all or some seats of a booking. */
interface StatedCancellation {
  readonly at: Instant;
  /** The price of the cancelled seats. */
  readonly amount: Paisa;
  readonly fee: Paisa;
}

/**
 * The money of a booking that statements need: its price now, and its cancellations. `parts` are seats that were
 * cancelled while others stayed.
 */
interface BookingMoney {
  readonly total: Paisa;
  readonly parts: readonly (StatedCancellation & { readonly wasEarned: boolean })[];
  readonly cancelledAt: Instant | null;
  readonly cancellationFee: Paisa | null;
}

/** The gross amounts of a booking that statements show: the price that was earned, and each cancellation. */
export const statedMoney = ({
  total,
  parts,
  cancelledAt,
  cancellationFee,
}: BookingMoney): Pick<NonNullable<StatedEntry['booking']>, 'earned' | 'cancellations'> => ({
  earned: sum([total, ...parts.filter(({ wasEarned }) => wasEarned).map(({ amount }) => amount)]),
  cancellations: [
    ...parts.map(({ at, amount, fee }) => ({ at, amount, fee })),
    ...(cancelledAt === null ? [] : [{ at: cancelledAt, amount: total, fee: cancellationFee ?? NOTHING }]),
  ],
});

/** A ledger row that is on a statement, with its booking. */
export interface StatedEntry extends Pick<LedgerEntry, 'at' | 'kind' | 'debit' | 'credit' | 'amount'> {
  readonly id: LedgerEntryId;
  /** The booking that the row is about; null for a receipt or an adjustment. */
  readonly booking: {
    readonly id: BookingId;
    readonly code: string;
    readonly departsAt: Instant;
    /**
     * The price that company and platform earned, or will earn. Includes seats that were cancelled after they were
     * earned.
     */
    readonly earned: Paisa;
    /** The cancellations of all or some seats. */
    readonly cancellations: readonly StatedCancellation[];
  } | null;
}

/** A statement line, with the first of the ledger rows that it sums up. */
export interface DrawnLine extends StatementLine {
  readonly entryId: LedgerEntryId;
  /** The moment of the line's first ledger row. */
  readonly at: Instant;
}

/** Debit less credit of an account. */
const balanceOf = (account: Account, entries: readonly Pick<LedgerEntry, 'debit' | 'credit' | 'amount'>[]) =>
  entries.reduce<Paisa>(
    (sum, { debit, credit, amount }) =>
      debit === account ? plus(sum, amount) : credit === account ? minus(sum, amount) : sum,
    NOTHING,
  );

/** The company's earnings in these rows. OPERATOR is a debt to the company, so a credit counts as positive. */
const earnedWith = (entries: readonly StatedEntry[]): Paisa => minus(NOTHING, balanceOf('OPERATOR', entries));

/** The sums of a statement with these rows. `openingBalance` comes from earlier statements. */
export function sumsOf(entries: readonly StatedEntry[], openingBalance: Paisa): StatementSums {
  const [net, cashHeld] = [earnedWith(entries), balanceOf('CASH', entries)];
  return { openingBalance, net, cashHeld, total: minus(plus(openingBalance, net), cashHeld) };
}

/**
 * The statement lines for ledger rows of account OPERATOR. All rows of one booking and kind make one line. A row
 * without a booking makes its own line. Ordered by departure, code and kind; rows without a booking last.
 */
export function linesOf(entries: readonly StatedEntry[]): readonly DrawnLine[] {
  const groups = new Map<string, StatedEntry[]>();
  for (const entry of entries) {
    if (entry.debit !== 'OPERATOR' && entry.credit !== 'OPERATOR') continue;
    const key = entry.booking ? `${entry.booking.id} ${entry.kind}` : `row ${entry.id}`;
    const group = groups.get(key);
    if (group) group.push(entry);
    else groups.set(key, [entry]);
  }
  return [...groups.values()].map(lineOf).sort(inOrder);
}

function lineOf(entries: readonly StatedEntry[]): DrawnLine {
  const { id: entryId, at, booking, kind } = entries[0] as StatedEntry;
  if (!isLineKind(kind)) throw new Error(`A row of kind ${kind} is on a statement with row ${entryId}.`);
  const net = earnedWith(entries);
  if (!booking)
    return {
      bookingId: null,
      bookingCode: null,
      departsAt: null,
      kind,
      gross: net,
      commission: NOTHING,
      net,
      entryId,
      at,
    };
  const gross = kind === 'EARNED' ? booking.earned : cancelledGross(entries, booking);
  return {
    bookingId: booking.id,
    bookingCode: booking.code,
    departsAt: booking.departsAt,
    kind,
    gross,
    commission: minus(gross, net),
    net,
    entryId,
    at,
  };
}

const isLineKind = (kind: string): kind is LineKind => (LINE_KINDS as readonly string[]).includes(kind);

/**
 * The gross amount of a line for cancellations. Before the journey begins, this is the cancellation fees. Afterwards,
 * this is the refunded price as a negative amount. Computed from the booking, because the ledger rows include the
 * platform's goodwill, which does not concern the company. Each row belongs to the cancellations at the same moment.
 */
function cancelledGross(
  entries: readonly StatedEntry[],
  { cancellations }: NonNullable<StatedEntry['booking']>,
): Paisa {
  const moments = [...new Set(entries.map(({ at }) => at))];
  return sum(
    moments.map((moment) => {
      const meant = cancellations.length === 1 ? cancellations : cancellations.filter(({ at }) => at === moment);
      const fees = sum(meant.map(({ fee }) => fee));
      const net = earnedWith(entries.filter(({ at }) => at === moment));
      return net > 0 ? fees : minus(fees, sum(meant.map(({ amount }) => amount)));
    }),
  );
}

/** The facts about a line that decide its place on its statement. */
export type PlacedLine = Pick<DrawnLine, 'bookingCode' | 'departsAt' | 'at' | 'entryId'> & { readonly kind: string };

/**
 * The sort key of a statement line, whose kind is one of `kinds`. Lines without a booking come last, ordered by time;
 * the last value is unique.
 */
export const sortKeyOf = (
  { bookingCode, departsAt, kind, at, entryId }: PlacedLine,
  kinds: readonly string[] = LINE_KINDS,
): readonly [section: number, at: number, code: string, rank: number, position: number] =>
  departsAt === null
    ? [1, at, '', kinds.indexOf(kind), entryId]
    : [0, departsAt, bookingCode ?? '', kinds.indexOf(kind), entryId];

function inOrder(one: DrawnLine, other: DrawnLine): number {
  const [left, right] = [sortKeyOf(one), sortKeyOf(other)];
  for (const [index, value] of left.entries()) {
    const against = right[index];
    if (against !== undefined && value !== against) return value < against ? -1 : 1;
  }
  return 0;
}

/** The moment of the earliest ledger row; undefined without rows. */
export const beginningOf = (entries: readonly Pick<StatedEntry, 'at'>[]): Instant | undefined =>
  entries.reduce<Instant | undefined>((first, { at }) => (first === undefined || at < first ? at : first), undefined);

export type ColumnAmounts = Pick<StatementLine, 'gross' | 'commission' | 'net'>;

/** The sum of the lines, column by column. */
export const columnSums = (lines: readonly ColumnAmounts[]): ColumnAmounts => ({
  gross: sum(lines.map(({ gross }) => gross)),
  commission: sum(lines.map(({ commission }) => commission)),
  net: sum(lines.map(({ net }) => net)),
});
