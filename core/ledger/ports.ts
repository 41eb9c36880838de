import type { BookingId, OperatorId, PaymentId, SettlementId } from '../kernel/ids.ts';
import type { Paisa } from '../kernel/money.ts';
import type { Listing, Page } from '../kernel/page.ts';
import type { Instant, Span } from '../kernel/time.ts';
import type { Account, EntryKind, LedgerEntry, NewEntry } from './entry.ts';

/** The ledger, which only grows. Each change writes its rows in its own transaction. */
export interface Ledger {
  /**
   * Writes rows in this order, and skips rows of zero. Throws on a second row where only one is allowed. A payment has
   * one PAYMENT row, a refund one REFUND row, and a booking one EARNED pair. An adjustment and a receipt have one row
   * each.
   */
  record(entries: readonly NewEntry[], at: Instant): Promise<void>;
  /** True if the ledger has a PAYMENT row of the payment. */
  hasPayment(payment: PaymentId): Promise<boolean>;
  /** The money that a gateway holds: debit less credit of its part of account GATEWAY. */
  heldBy(gateway: string): Promise<Paisa>;
  /**
   * Adds at most `limit` rows up to the moment `until` to the kept balances, oldest ids first. Each row is added once,
   * even by parallel closings. Returns the number of added rows.
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
  /** True if an administrator settled more than the gateway held. */
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
  /** The account on either side of a row: its debit or its credit. */
  readonly account?: Account;
  readonly kind?: EntryKind;
  readonly operatorId?: OperatorId;
  /** The gateway whose part of account GATEWAY a row changes. */
  readonly gateway?: string;
  readonly during?: Partial<Span>;
}

/** Debit less credit of every account, read at one moment. */
export interface Balances extends Readonly<Record<Account, Paisa>> {
  /** The parts of account GATEWAY by gateway. Gateways without a row are left out. */
  readonly gateways: Readonly<Record<string, Paisa>>;
}

export interface LedgerViews {
  /** All rows of a booking, oldest first. */
  ofBooking(booking: BookingId): Promise<readonly LedgerEntry[]>;
  /** All rows of a booking, page by page. The page cursor is the same as for `list`. */
  listOfBooking(booking: BookingId, page: Page): Promise<Listing<LedgerEntry>>;
  /** Lists rows of the ledger, newest first. The page cursor is a row's moment and id. */
  list(filter: LedgerFilter, page: Page): Promise<Listing<LedgerEntry>>;
  balances(): Promise<Balances>;
}
