import type { AgentId, BookingId, OperatorId, PaymentId, SettlementId } from '../kernel/ids.ts';
import type { Paisa } from '../kernel/money.ts';
import type { Listing, Page } from '../kernel/page.ts';
import type { Instant, Span } from '../kernel/time.ts';
import type { Account, EntryKind, LedgerEntry, NewEntry } from './entry.ts';

/** The ledger. Rows are only added. Each change of a booking or payment writes its rows in its own transaction. */
export interface Ledger {
  /**
   * Writes rows in this order, and skips rows whose amount is zero. Throws if a row already exists that may exist only
   * once. A payment has one PAYMENT row, a refund one REFUND row, and a booking one pair of EARNED rows. An adjustment
   * and a receipt have one row each.
   */
  record(entries: readonly NewEntry[], at: Instant): Promise<void>;
  /** True if the ledger has the PAYMENT row of this payment. */
  hasPayment(payment: PaymentId): Promise<boolean>;
  /** The money that a gateway holds: debit less credit of its rows in account GATEWAY. */
  heldBy(gateway: string): Promise<Paisa>;
  /**
   * Adds at most `limit` ledger rows up to the moment `until` to the stored balances, oldest ids first. Each row is
   * added once, even if two closings run at the same time. Returns the number of added rows.
   */
  close(until: Instant, limit: number): Promise<number>;
}

/** A transfer from a gateway, and the fee that the gateway kept. */
export interface NewSettlement {
  readonly gateway: string;
  readonly amount: Paisa;
  readonly fee: Paisa;
  /** The transfer's reference, unique for each gateway. */
  readonly reference: string;
  /** True if an administrator recorded the transfer although it exceeds the money that the gateway held. */
  readonly forced: boolean;
}

export interface Settlement extends NewSettlement {
  readonly id: SettlementId;
  readonly at: Instant;
}

export interface SettlementRepo {
  /** Locks the gateway's settlements until the transaction ends. */
  lock(gateway: string): Promise<void>;
  /** Adds a settlement. Does nothing and returns undefined if the gateway has a settlement with that reference. */
  add(settlement: NewSettlement, at: Instant): Promise<SettlementId | undefined>;
}

export interface LedgerFilter {
  /** Selects rows that debit or credit this account. */
  readonly account?: Account;
  readonly kind?: EntryKind;
  readonly operatorId?: OperatorId;
  /** Selects rows that change account AGENT for this agent. */
  readonly agentId?: AgentId;
  /** Selects rows that change account GATEWAY for this gateway. */
  readonly gateway?: string;
  readonly during?: Partial<Span>;
}

/** Debit less credit of every account, read at one moment. */
export interface Balances extends Readonly<Record<Account, Paisa>> {
  /** The balance of account GATEWAY for each gateway. Gateways without a row are left out. */
  readonly gateways: Readonly<Record<string, Paisa>>;
}

export interface LedgerViews {
  /** All ledger rows of a booking, oldest first. */
  ofBooking(booking: BookingId): Promise<readonly LedgerEntry[]>;
  /**
   * All ledger rows of a booking, page by page. The page cursor is the same as for `list`. A company sees neither the
   * commission of an agent, nor the agent's id.
   */
  listOfBooking(booking: BookingId, page: Page, reader?: 'ADMIN' | 'COMPANY'): Promise<Listing<LedgerEntry>>;
  /** Lists ledger rows, newest first. The page cursor is the row's moment and id. */
  list(filter: LedgerFilter, page: Page): Promise<Listing<LedgerEntry>>;
  balances(): Promise<Balances>;
}
