import type { LedgerEntryId, OperatorId, StatementId } from '../kernel/ids.ts';
import type { Paisa } from '../kernel/money.ts';
import type { LedgerEntry } from '../ledger/entry.ts';
import type {
  StatedEntry,
  StatementLine,
  StatementNumber,
  StatementStatus,
  StatementSums,
} from '../statements/statement.ts';

/** A statement with everything that belongs to it, read at one moment. */
export interface StatementOnRecord extends StatementSums, StatementNumber {
  readonly id: StatementId;
  readonly operatorId: OperatorId;
  readonly status: StatementStatus;
  readonly until: string;
  /** In their order; the code and the departure may have been others when it was made. */
  readonly lines: readonly Pick<StatementLine, 'bookingId' | 'kind' | 'gross' | 'commission' | 'net'>[];
  readonly entries: readonly (StatedEntry & Pick<LedgerEntry, 'operatorId'>)[];
  /** Rows of the ledger that say that it was paid, in their order. */
  readonly payouts: readonly Pick<LedgerEntry, 'debit' | 'credit' | 'amount' | 'operatorId'>[];
  /** Earlier statements whose totals it began with. */
  readonly carried: readonly { readonly id: StatementId; readonly operatorId: OperatorId; readonly total: Paisa }[];
  /** The one that began with its total. */
  readonly carriedTo: StatementId | null;
  /** Whether the company has a later one. */
  readonly isFollowed: boolean;
}

/** The statements of a year: how many there are, the highest number, and the last that was given out. */
export interface NumberedYear {
  readonly year: number;
  readonly count: number;
  readonly highest: number;
  readonly last: number;
}

export interface StatementAuditReader {
  /** By id, those after `after`. */
  statements(after: number, limit: number): Promise<readonly StatementOnRecord[]>;
  /** In order. */
  numberedYears(): Promise<readonly NumberedYear[]>;
  /** Rows of payouts of no statement that is there, by id. */
  strayPayouts(): Promise<readonly LedgerEntryId[]>;
}
