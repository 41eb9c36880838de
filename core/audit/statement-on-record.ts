import type { LedgerEntryId, OperatorId, StatementId } from '../kernel/ids.ts';
import type { Paisa } from '../kernel/money.ts';
import type { Instant } from '../kernel/time.ts';
import type { LedgerEntry } from '../ledger/entry.ts';
import type {
  StatedEntry,
  StatementLine,
  StatementNumber,
  StatementStatus,
  StatementSums,
} from '../ledger/statement.ts';

/** A statement with its lines, rows and payments, read at one moment. */
export interface StatementOnRecord extends StatementSums, StatementNumber {
  readonly id: StatementId;
  readonly operatorId: OperatorId;
  readonly status: StatementStatus;
  /** The statement's local days, both inclusive. `from` is the day of the first ledger row. */
  readonly from: string;
  readonly until: string;
  /**
   * The statement's lines in their order. Booking codes and departures are left out, because they may have changed
   * since the statement was made.
   */
  readonly lines: readonly Pick<StatementLine, 'bookingId' | 'kind' | 'gross' | 'commission' | 'net'>[];
  readonly entries: readonly (StatedEntry & Pick<LedgerEntry, 'operatorId'>)[];
  /** The moment of payment; null if the statement is unpaid. */
  readonly paidAt: Instant | null;
  /** Ledger rows of the statement's payout. */
  readonly payouts: readonly LedgerEntry[];
  /** Earlier statements with a negative total that this statement includes as its opening balance. */
  readonly carried: readonly { readonly id: StatementId; readonly operatorId: OperatorId; readonly total: Paisa }[];
  /** The later statement that includes this statement's negative total. */
  readonly carriedTo: StatementId | null;
  /** True if the company has a later statement. */
  readonly isFollowed: boolean;
}

/** The statements of one year: their count, the highest number, and the last number that was assigned. */
export interface NumberedYear {
  readonly year: number;
  readonly count: number;
  readonly highest: number;
  readonly last: number;
}

/** A ledger row that waits for the company's next statement. */
export interface ListedEntry {
  readonly operatorId: OperatorId;
  readonly entryId: LedgerEntryId;
}

export interface StatementAuditReader {
  /** Statements, ordered by id; `after` is exclusive. */
  statements(after: number, limit: number): Promise<readonly StatementOnRecord[]>;
  /** The number of statements in each year, and how they are numbered. Ordered by year. */
  numberedYears(): Promise<readonly NumberedYear[]>;
  /**
   * Ledger rows of accounts OPERATOR and CASH on no statement, on no draft and not listed for the next statement. A row
   * listed for another company, booking or moment counts as not listed. Ordered by id; `after` is exclusive.
   */
  unstatedEntries(after: number, limit: number): Promise<readonly LedgerEntry[]>;
  /**
   * Rows listed for the next statement that do not belong on it, ordered by row. Some are missing or different in the
   * ledger. Others have a kind that statements leave out, or are already on a statement.
   */
  wronglyListed(): Promise<readonly ListedEntry[]>;
}
