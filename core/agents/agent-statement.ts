import type { AgentId, AgentStatementId, BookingId, LedgerEntryId, PaymentId } from '../kernel/ids.ts';
import { type Paisa, minus, NOTHING, plus, sum } from '../kernel/money.ts';
import type { Instant } from '../kernel/time.ts';
import type { LedgerEntry } from '../ledger/entry.ts';
import {
  type PlacedLine,
  type StatementLine,
  type StatementNumber,
  type StatementStatus,
  type WithLines,
  numberOf,
} from '../ledger/statement.ts';
import type { RefundReason } from '../payments/refund.ts';

/** Kinds of the lines of an agent's statement. CHANGE: what a change to another trip cost or gave back. */
export const AGENT_LINE_KINDS = ['SALE', 'CANCELLATION', 'CHANGE', 'GOODWILL', 'ADJUSTMENT'] as const;
export type AgentLineKind = (typeof AGENT_LINE_KINDS)[number];

/** An agent's debt for a booking; negative if it is credited. `net` is `gross` less `commission`. */
export interface AgentStatementLine extends Omit<StatementLine, 'kind'> {
  readonly kind: AgentLineKind;
  /** The agent's reference of the booking; null for an adjustment. */
  readonly reference: string | null;
}

/** A payment of the agent, as its statement lists it. */
export interface StatedPayment {
  readonly at: Instant;
  readonly reference: string;
  readonly amount: Paisa;
}

export interface AgentStatementSums {
  /** The total of the agent's statement before. */
  readonly openingBalance: Paisa;
  /** The sum of all lines. */
  readonly net: Paisa;
  /** The sum of all payments on the statement. */
  readonly paid: Paisa;
  /** The amount that the agent owes; negative if the agent has paid more. */
  readonly total: Paisa;
}

/** An agent's balance with the platform at the end of a span of local days. Once made, only its status changes. */
export interface AgentStatement extends AgentStatementSums, StatementNumber {
  readonly id: AgentStatementId;
  readonly agentId: AgentId;
  /** The agent's name when the statement was made. */
  readonly agentName: string;
  /** The local day of the statement's earliest ledger row. */
  readonly from: string;
  readonly until: string;
  readonly madeAt: Instant;
  readonly status: StatementStatus;
  readonly paidAt: Instant | null;
  /** The agent's payments on the statement, oldest first. */
  readonly payments: readonly StatedPayment[];
}

export type AgentStatementWithLines = WithLines<AgentStatement, AgentStatementLine>;

/** The printed number, such as `AG-2026-000042`. */
export const agentNumberOf = (number: StatementNumber): string => numberOf(number, 'AG');

/** A row of account AGENT that is on a statement. */
export interface AgentStatedEntry extends Pick<LedgerEntry, 'at' | 'kind' | 'debit' | 'amount'> {
  readonly id: LedgerEntryId;
  /** The payment that the row names. A row of commission names one if a cancellation takes commission back. */
  readonly paymentId: PaymentId | null;
  /** The reason of the refund that the row pays; null on other rows. */
  readonly reason: RefundReason | null;
  readonly booking: {
    readonly id: BookingId;
    readonly code: string;
    readonly reference: string;
    readonly departsAt: Instant;
    /** Whether the booking replaces one on another trip. */
    readonly isChanged: boolean;
  } | null;
}

/** The amount that a row adds to the agent's debt. */
const owedBy = ({ debit, amount }: AgentStatedEntry): Paisa => (debit === 'AGENT' ? amount : minus(NOTHING, amount));

const isPayment = ({ kind }: AgentStatedEntry): boolean => kind === 'AGENT_PAYMENT';

export interface AgentSlice {
  readonly net: Paisa;
  readonly paid: Paisa;
}

/** The sums of the lines and of the payments that these rows make. */
export const agentSumsOf = (entries: readonly AgentStatedEntry[]): AgentSlice => ({
  net: sum(entries.filter((entry) => !isPayment(entry)).map(owedBy)),
  paid: minus(NOTHING, sum(entries.filter(isPayment).map(owedBy))),
});

function kindOf({ kind, reason, booking, paymentId }: AgentStatedEntry): AgentLineKind {
  if (!booking) return 'ADJUSTMENT';
  const begun = booking.isChanged ? 'CHANGE' : 'SALE';
  if (kind === 'PAYMENT') return begun;
  if (kind === 'AGENT_COMMISSION') return paymentId === null ? begun : 'CANCELLATION';
  return reason === 'GOODWILL' || reason === 'CHANGE' ? reason : 'CANCELLATION';
}

/** A line with the first of the ledger rows that it sums up. */
export type DrawnAgentLine = AgentStatementLine & PlacedLine;

/** The lines that rows of account AGENT make. All rows of one booking and kind make one line. */
export function agentLinesOf(entries: readonly AgentStatedEntry[]): readonly DrawnAgentLine[] {
  const groups = new Map<string, AgentStatedEntry[]>();
  for (const entry of entries.filter((one) => !isPayment(one))) {
    const key = entry.booking ? `${entry.booking.id} ${kindOf(entry)}` : `row ${entry.id}`;
    groups.set(key, [...(groups.get(key) ?? []), entry]);
  }
  return [...groups.values()].map(lineOf);
}

function lineOf(entries: readonly AgentStatedEntry[]): DrawnAgentLine {
  const first = entries[0] as AgentStatedEntry;
  const { id: entryId, at, booking } = first;
  const gross = sum(entries.filter(({ kind }) => kind !== 'AGENT_COMMISSION').map(owedBy));
  const net = entries.map(owedBy).reduce(plus, NOTHING);
  return {
    bookingId: booking?.id ?? null,
    bookingCode: booking?.code ?? null,
    reference: booking?.reference ?? null,
    departsAt: booking?.departsAt ?? null,
    kind: kindOf(first),
    gross,
    commission: minus(gross, net),
    net,
    entryId,
    at,
  };
}
