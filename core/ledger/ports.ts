import type { BookingId, OperatorId, SettlementId } from '../kernel/ids.ts';
import type { Paisa } from '../kernel/money.ts';
import type { Listing, Page } from '../kernel/page.ts';
import type { Instant, Span } from '../kernel/time.ts';
import type { Account, EntryKind, LedgerEntry, NewEntry } from './entry.ts';

/** The ledger, which is only ever added to, in the transaction of the change that its rows tell of. */
export interface Ledger {
  /** Writes rows, in this order; a row of nothing is left out. */
  record(entries: readonly NewEntry[], at: Instant): Promise<void>;
  /**
   * Keeps what every account stood at before `before`, so that balances need not add up all that ever was. No row may
   * be written from then on that is older. Answers how many accounts it has kept.
   */
  close(before: Instant): Promise<number>;
}

/** Money that a gateway has transferred, and what it kept. */
export interface NewSettlement {
  readonly amount: Paisa;
  readonly fee: Paisa;
  /** Of the transfer. */
  readonly reference: string;
}

export interface Settlement extends NewSettlement {
  readonly id: SettlementId;
  readonly at: Instant;
}

export interface SettlementRepo {
  add(settlement: NewSettlement, at: Instant): Promise<SettlementId>;
}

export interface LedgerFilter {
  /** On either side. */
  readonly account?: Account;
  readonly kind?: EntryKind;
  readonly operatorId?: OperatorId;
  readonly during?: Partial<Span>;
}

/** Debit less credit of every account. */
export type Balances = Readonly<Record<Account, Paisa>>;

export interface LedgerViews {
  /** Every rupee of one booking explained, oldest first. */
  ofBooking(booking: BookingId): Promise<readonly LedgerEntry[]>;
  /** The same page by page; a position as below. */
  listOfBooking(booking: BookingId, page: Page): Promise<Listing<LedgerEntry>>;
  /** Newest first; a position is the moment and the id of a row. */
  list(filter: LedgerFilter, page: Page): Promise<Listing<LedgerEntry>>;
  balances(): Promise<Balances>;
}
