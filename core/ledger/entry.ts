import type { BookingId, LedgerEntryId, OperatorId, PaymentId, RefundId, StatementId } from '../kernel/ids.ts';
import type { Paisa } from '../kernel/money.ts';
import type { Instant } from '../kernel/time.ts';

/**
 * Where money is, to whom it is owed, and what was earned with it. GATEWAY, BANK and CASH are money: what the gateways
 * hold for the platform, what it has itself, and what companies hold, in the till or on a QR code of their own.
 * UNEARNED is owed for journeys that have not begun, REFUND_DUE to passengers, OPERATOR to companies. COMMISSION is
 * what the platform earns, FEES what gateways keep.
 */
export const ACCOUNTS = [
  'GATEWAY',
  'CASH',
  'BANK',
  'UNEARNED',
  'OPERATOR',
  'COMMISSION',
  'REFUND_DUE',
  'FEES',
] as const;
export type Account = (typeof ACCOUNTS)[number];

export const ENTRY_KINDS = ['PAYMENT', 'EARNED', 'CANCELLATION', 'GOODWILL', 'REFUND', 'PAYOUT', 'SETTLEMENT'] as const;
export type EntryKind = (typeof ENTRY_KINDS)[number];

/** A row of the ledger: an amount that one account gets and another gives. It is never changed, nor taken away. */
export interface LedgerEntry {
  readonly id: LedgerEntryId;
  /** When it happened. */
  readonly at: Instant;
  readonly kind: EntryKind;
  readonly debit: Account;
  readonly credit: Account;
  /** Above nothing. */
  readonly amount: Paisa;
  readonly bookingId: BookingId | null;
  /** The company that the booking was made with, or that is paid. */
  readonly operatorId: OperatorId | null;
  readonly paymentId: PaymentId | null;
  readonly refundId: RefundId | null;
  /** The statement that was paid, of a PAYOUT alone: which statement names a row is kept beside the ledger. */
  readonly statementId: StatementId | null;
}

/** The amount may be nothing: such a row is not written. */
export type NewEntry = Omit<LedgerEntry, 'id' | 'at'>;
