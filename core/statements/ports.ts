import type { OperatorId, StatementId } from '../kernel/ids.ts';
import type { Paisa } from '../kernel/money.ts';
import type { Listing, Page } from '../kernel/page.ts';
import type { Instant } from '../kernel/time.ts';
import type {
  StatedEntry,
  Statement,
  StatementLine,
  StatementNumber,
  StatementStatus,
  StatementSums,
  WholeStatement,
} from './statement.ts';

export interface NewStatement
  extends StatementNumber, Pick<Statement, 'operatorId' | 'companyName' | 'panNo' | 'until' | 'madeAt'> {}

/** What a statement says, once it is known what it is about. */
export interface DrawnUp extends StatementSums, Pick<Statement, 'from'> {
  readonly lines: readonly StatementLine[];
}

/**
 * Statements, inside a transaction. Nothing is on two of them, however many are made at once: a row of the ledger is on
 * none before it is committed, and the next statement has it then, whenever it is dated.
 */
export interface StatementRepo {
  /**
   * The next number of a year. Until the transaction ends nobody else gets one of that year, and if it fails the number
   * is the next one again: so there are no gaps.
   */
  nextNumber(year: number): Promise<StatementNumber>;
  /** Adds a statement that says nothing yet. */
  add(statement: NewStatement): Promise<StatementId>;
  /**
   * Puts on it what no statement has of the company's OPERATOR and CASH rows from before `end`, and answers all that is
   * on it. Rows of payouts, by which statements are paid, are on none.
   */
  takeUp(id: StatementId, operatorId: OperatorId, end: Instant): Promise<readonly StatedEntry[]>;
  /** Takes up the negative totals of the company that no other statement has; answers their sum. */
  carryOver(id: StatementId, operatorId: OperatorId): Promise<Paisa>;
  drawUp(id: StatementId, drawn: DrawnUp): Promise<void>;
  /** OPEN becomes PAID; false if it is not OPEN (any more). */
  pay(id: StatementId, payment: { readonly reference: string; readonly paidAt: Instant }): Promise<boolean>;
}

export interface StatementFilter {
  readonly operatorId?: OperatorId;
  readonly status?: StatementStatus;
}

export interface StatementViews {
  /** Newest first; a position is the id of a statement. */
  list(filter: StatementFilter, page: Page): Promise<Listing<Statement>>;
  find(id: StatementId): Promise<WholeStatement | undefined>;
  /** The company whose it is, without reading all of it. */
  ownerOf(id: StatementId): Promise<OperatorId | undefined>;
}

/** A statement with what is printed beside it. */
export interface PrintedStatement {
  /** Who has drawn it up, and where they are found. */
  readonly issuer: { readonly name: string; readonly url: string };
  readonly number: string;
  readonly companyName: string;
  readonly panNo: string | null;
  /** Local days. */
  readonly from: string;
  readonly until: string;
  readonly madeOn: string;
  readonly sums: StatementSums;
  readonly columns: Pick<StatementLine, 'gross' | 'commission' | 'net'>;
  readonly lines: readonly PrintedLine[];
  readonly status: StatementStatus;
  readonly reference: string | null;
  readonly paidOn: string | null;
}

export interface PrintedLine extends Pick<StatementLine, 'bookingCode' | 'kind' | 'gross' | 'commission' | 'net'> {
  /** Local time, `YYYY-MM-DD HH:MM`. */
  readonly departure: string;
}

/** Prints a statement as a PDF on A4. The same statement always gives the same bytes. */
export interface StatementPrinter {
  print(statement: PrintedStatement): Promise<Uint8Array>;
}
