import type {
  AdjustmentId,
  AgentId,
  AgentPaymentId,
  BookingId,
  LedgerEntryId,
  OperatorId,
  PaymentId,
  ReceiptId,
  RefundId,
  StatementId,
} from '../kernel/ids.ts';
import type { Paisa } from '../kernel/money.ts';
import type { Instant } from '../kernel/time.ts';

/**
 * The accounts of the ledger.
 *
 * Money: GATEWAY (held by gateways for the platform), BANK (the platform's own), CASH (held by companies). Companies
 * take cash into tills, or get money by their own QR codes.
 *
 * Debts: UNEARNED (paid for journeys that have not begun), REFUND_DUE (owed to passengers), OPERATOR (owed to
 * companies). AGENT is the other way round: money that agents owe the platform.
 *
 * Transfers: TRANSFER (money moved from a changed booking to the booking that replaces it; its balance is always zero).
 *
 * Results: COMMISSION (the platform's earnings), FEES (kept by gateways).
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
  'TRANSFER',
  'AGENT',
] as const;
export type Account = (typeof ACCOUNTS)[number];

export const ENTRY_KINDS = [
  'PAYMENT',
  'EARNED',
  'CANCELLATION',
  'GOODWILL',
  'REFUND',
  'PAYOUT',
  'SETTLEMENT',
  'ADJUSTMENT',
  'RECEIPT',
  'CHANGE',
  'AGENT_COMMISSION',
  'AGENT_PAYMENT',
] as const;
export type EntryKind = (typeof ENTRY_KINDS)[number];

/** A row of the ledger: an amount debited to one account and credited to another. Rows are never changed or deleted. */
export interface LedgerEntry {
  readonly id: LedgerEntryId;
  /** The moment of the event that the row records. */
  readonly at: Instant;
  readonly kind: EntryKind;
  readonly debit: Account;
  readonly credit: Account;
  /** The amount of the row, above 0. */
  readonly amount: Paisa;
  readonly bookingId: BookingId | null;
  /** The gateway for which the row changes account GATEWAY; null on rows of other accounts. */
  readonly gateway: string | null;
  /** The company of the booking, payout, adjustment or receipt. */
  readonly operatorId: OperatorId | null;
  readonly paymentId: PaymentId | null;
  readonly refundId: RefundId | null;
  /** The statement that a PAYOUT row pays; null on other rows. Statements store elsewhere which rows they include. */
  readonly statementId: StatementId | null;
  /** The confirmed adjustment that an ADJUSTMENT row records; null on other rows. */
  readonly adjustmentId: AdjustmentId | null;
  /** The receipt that a RECEIPT row records; null on other rows. */
  readonly receiptId: ReceiptId | null;
  /** The agent whose part of account AGENT the row changes; null on rows of other accounts. */
  readonly agentId: AgentId | null;
  /** The agent's payment that an AGENT_PAYMENT row records; null on other rows. */
  readonly agentPaymentId: AgentPaymentId | null;
}

/** A row to write. A row with an amount of zero is skipped. */
export type NewEntry = Omit<LedgerEntry, 'id' | 'at'>;
