import type { Account, LedgerEntry } from '../ledger/entry.ts';
import type { BookingId, LedgerEntryId, OperatorId, StatementId } from '../kernel/ids.ts';
import { minus, NOTHING, plus, sum } from '../kernel/money.ts';
import type { Paisa } from '../kernel/money.ts';
import type { Instant } from '../kernel/time.ts';

export const STATEMENT_STATUSES = ['OPEN', 'PAID'] as const;
export type StatementStatus = (typeof STATEMENT_STATUSES)[number];

/** Kinds of rows in which a company earns, or gives back what it has earned. */
export const LINE_KINDS = ['EARNED', 'CANCELLATION'] as const;
export type LineKind = (typeof LINE_KINDS)[number];

/** What a booking brought a company, or took from it again: gross is commission and net. */
export interface StatementLine {
  readonly bookingId: BookingId;
  readonly bookingCode: string;
  /** When the trip was to depart at the time when the statement was made. */
  readonly departsAt: Instant;
  readonly kind: LineKind;
  readonly gross: Paisa;
  readonly commission: Paisa;
  readonly net: Paisa;
}

/** What a statement comes to. */
export interface StatementSums {
  /** Negative totals of earlier statements: what the company owes from before. */
  readonly openingBalance: Paisa;
  /** Of all lines. */
  readonly net: Paisa;
  /** What the company has taken itself, less what it has paid back out of it. */
  readonly cashHeld: Paisa;
  /** What the company is paid, or owes if it is negative. */
  readonly total: Paisa;
}

/** The years of statements are local ones; each begins with number 1. */
export interface StatementNumber {
  readonly year: number;
  readonly sequence: number;
}

/** What is owed to a company, or by it, for a stretch of local days. Once made, only its payment changes it. */
export interface Statement extends StatementSums, StatementNumber {
  readonly id: StatementId;
  readonly operatorId: OperatorId;
  /** As the company was called when it was made, and its tax number then. */
  readonly companyName: string;
  readonly panNo: string | null;
  /** The local day of its earliest row of the ledger. */
  readonly from: string;
  readonly until: string;
  readonly madeAt: Instant;
  readonly status: StatementStatus;
  readonly reference: string | null;
  readonly paidAt: Instant | null;
}

export interface WholeStatement extends Statement {
  /** By departure and code. */
  readonly lines: readonly StatementLine[];
}

/** `ST-2026-000042`. */
export const numberOf = ({ year, sequence }: StatementNumber): string =>
  `ST-${year}-${String(sequence).padStart(6, '0')}`;

/** A row of the ledger that a statement has taken up, with the booking that it is about. */
export interface StatedEntry extends Pick<LedgerEntry, 'at' | 'kind' | 'debit' | 'credit' | 'amount'> {
  readonly id: LedgerEntryId;
  readonly booking: {
    readonly id: BookingId;
    readonly code: string;
    readonly departsAt: Instant;
    readonly total: Paisa;
    /** What the passenger was charged for cancelling; null if nobody cancelled. */
    readonly fee: Paisa | null;
  };
}

/** Debit less credit of an account. */
const balanceOf = (account: Account, entries: readonly Pick<LedgerEntry, 'debit' | 'credit' | 'amount'>[]) =>
  entries.reduce<Paisa>(
    (sum, { debit, credit, amount }) =>
      debit === account ? plus(sum, amount) : credit === account ? minus(sum, amount) : sum,
    NOTHING,
  );

/** What the company earns with the rows: OPERATOR is what it is owed, so a credit adds to it. */
const earnedWith = (entries: readonly StatedEntry[]): Paisa => minus(NOTHING, balanceOf('OPERATOR', entries));

/** The sums of rows, and of what is left over from earlier statements. */
export function sumsOf(entries: readonly StatedEntry[], openingBalance: Paisa): StatementSums {
  const [net, cashHeld] = [earnedWith(entries), balanceOf('CASH', entries)];
  return { openingBalance, net, cashHeld, total: minus(plus(openingBalance, net), cashHeld) };
}

/** A line for each booking and kind of which some row is the company's, by departure, code and kind. */
export function linesOf(entries: readonly StatedEntry[]): readonly StatementLine[] {
  const groups = new Map<string, StatedEntry[]>();
  for (const entry of entries) {
    if (entry.debit !== 'OPERATOR' && entry.credit !== 'OPERATOR') continue;
    const key = `${entry.booking.id} ${entry.kind}`;
    const group = groups.get(key);
    if (group) group.push(entry);
    else groups.set(key, [entry]);
  }
  return [...groups.values()].map(lineOf).sort(inOrder);
}

function lineOf(entries: readonly StatedEntry[]): StatementLine {
  const { booking, kind } = entries[0] as StatedEntry;
  if (!isLineKind(kind)) throw new Error(`A row of kind ${kind} is on a statement with booking ${booking.id}.`);
  const net = earnedWith(entries);
  const gross = grossOf(kind, net, booking);
  return {
    ...{ bookingId: booking.id, bookingCode: booking.code, departsAt: booking.departsAt, kind },
    ...{ gross, commission: minus(gross, net), net },
  };
}

/** Whether rows of the kind make lines. */
export const isLineKind = (kind: string): kind is LineKind => (LINE_KINDS as readonly string[]).includes(kind);

/**
 * What company and platform share: the price; of a booking that was cancelled before the journey the fee; of one that
 * was cancelled afterwards, all that they give back of the price. By the booking rather than by its rows: what the
 * platform has given and taken by its own goodwill is none of the company's business.
 */
function grossOf(kind: LineKind, net: Paisa, { total, fee }: StatedEntry['booking']): Paisa {
  if (kind === 'EARNED') return total;
  return net > 0 ? (fee ?? NOTHING) : minus(fee ?? NOTHING, total);
}

/** As a database orders them too: by departure, and then by the characters of code and kind. */
const inOrder = (one: StatementLine, other: StatementLine): number =>
  one.departsAt - other.departsAt ||
  compare(one.bookingCode, other.bookingCode) ||
  LINE_KINDS.indexOf(one.kind) - LINE_KINDS.indexOf(other.kind);

const compare = (one: string, other: string): number => (one < other ? -1 : one > other ? 1 : 0);

/** The moment of the earliest row. */
export const beginningOf = (entries: readonly StatedEntry[]): Instant =>
  entries.reduce((first, { at }) => (at < first ? at : first), Infinity as Instant);

/** The sum of the lines, column by column. */
export const columnSums = (lines: readonly StatementLine[]): Pick<StatementLine, 'gross' | 'commission' | 'net'> => ({
  gross: sum(lines.map(({ gross }) => gross)),
  commission: sum(lines.map(({ commission }) => commission)),
  net: sum(lines.map(({ net }) => net)),
});
