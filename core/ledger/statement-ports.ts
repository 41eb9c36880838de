import type { LedgerEntryId, OperatorId, StatementId, UserId } from '../kernel/ids.ts';
import type { Paisa } from '../kernel/money.ts';
import type { Listing, Page } from '../kernel/page.ts';
import type { Instant } from '../kernel/time.ts';
import type {
  DrawnLine,
  LineKind,
  StatedEntry,
  Statement,
  StatementLine,
  StatementNumber,
  StatementStatus,
  StatementSums,
} from './statement.ts';

/** A statement to be made: its company, its last day, and the administrator who makes it. */
export interface NewDraft extends Pick<Statement, 'operatorId' | 'until'> {
  /** The moment at which the last day ends, exclusive. */
  readonly end: Instant;
  readonly madeBy: UserId;
}

/** An unfinished statement, which no user sees. The finished statement has the same id. */
export interface StatementDraft extends NewDraft, Pick<StatementSums, 'net' | 'cashHeld'> {
  readonly id: StatementId;
  /** The highest id of a ledger row that may be on the draft. Later rows are left to the next statement. */
  readonly upTo: LedgerEntryId;
  /**
   * The number of the last line group on the draft. All ledger rows of one booking are in one group. Groups are put on
   * the draft in the order of their numbers.
   */
  readonly passed: number;
  /** The moment of the earliest ledger row on the draft; null before the first row. */
  readonly firstAt: Instant | null;
}

/** The ledger rows that one transaction puts on a draft. All rows of a booking are in one slice. */
export interface Slice {
  readonly entries: readonly StatedEntry[];
  readonly passed: number;
  /** True if no more ledger rows belong on the draft. */
  readonly isLast: boolean;
}

export interface NewStatement
  extends
    StatementNumber,
    Pick<Statement, 'id' | 'operatorId' | 'companyName' | 'panNo' | 'from' | 'until' | 'madeAt'> {}

/**
 * Statements, inside a transaction. A ledger row is on at most one statement, even if several are made at once.
 * Uncommitted rows are left to the company's next statement, whatever their date. PAYOUT rows, by which statements are
 * paid, are on no statement.
 */
export interface StatementRepo {
  /** True if an OPERATOR or CASH row of the company from before `end` is on no statement yet. */
  hasUnstated(operatorId: OperatorId, end: Instant): Promise<boolean>;
  /** The company's draft, locked until the transaction ends. */
  lockDraft(operatorId: OperatorId): Promise<StatementDraft | undefined>;
  /** Begins a draft. Undefined if another transaction has begun a draft of this company. */
  begin(draft: NewDraft): Promise<StatementDraft | undefined>;
  /**
   * Puts the next ledger rows that are on no statement on a draft: about `limit` rows, and always all rows of a booking
   * together. Reads no other rows of the ledger.
   */
  takeUp(draft: StatementDraft, limit: number): Promise<Slice>;
  addLines(id: StatementId, lines: readonly DrawnLine[]): Promise<void>;
  saveDraft(draft: StatementDraft): Promise<void>;
  /**
   * The next statement number of a year. Other transactions wait for a number of that year until this one ends. A
   * rollback frees the number, so there are no gaps.
   */
  nextNumber(year: number): Promise<StatementNumber>;
  /** Turns a draft into a statement. Its sums are zero until `setSums`. */
  add(statement: NewStatement): Promise<void>;
  /** Adds to the statement the company's negative totals that no other statement includes. Returns their sum. */
  carryOver(id: StatementId, operatorId: OperatorId): Promise<Paisa>;
  setSums(id: StatementId, sums: StatementSums): Promise<void>;
  /** Turns OPEN into PAID. Returns false if the statement is not OPEN. */
  pay(id: StatementId, payment: { readonly reference: string; readonly paidAt: Instant }): Promise<boolean>;
}

export interface StatementFilter {
  readonly operatorId?: OperatorId;
  readonly status?: StatementStatus;
}

/** Reads statements of one kind: those of companies or those of agents. */
export interface StatementReads<Id, Owner, Head, Line> {
  find(id: Id): Promise<Head | undefined>;
  /** Lists the lines of a statement, ordered by sort key (`sortKeyOf`). The page cursor is the line's sort key. */
  lines(id: Id, page: Page): Promise<Listing<Line>>;
  /** The company or agent that gets the statement. Cheaper than `find`. */
  ownerOf(id: Id): Promise<Owner | undefined>;
}

export interface StatementViews extends StatementReads<StatementId, OperatorId, Statement, StatementLine> {
  /** Lists statements, newest first. The page cursor is a statement's id. */
  list(filter: StatementFilter, page: Page): Promise<Listing<Statement>>;
}

/** A statement with the texts that are printed on it. */
export interface PrintedStatement {
  /** The name and address of the service. */
  readonly issuer: { readonly name: string; readonly url: string };
  readonly number: string;
  /** The kind of the statement: what a company is paid, or what an agent owes. */
  readonly of: 'COMPANY' | 'AGENT';
  /** The name of the company or the agent, as it was when the statement was made. */
  readonly name: string;
  /** The tax number of a company; undefined on statements of agents. */
  readonly panNo?: string | null;
  /** The first and last local day of the statement, inclusive. */
  readonly from: string;
  readonly until: string;
  readonly madeOn: string;
  readonly sums: PrintedSums;
  readonly columns: Pick<StatementLine, 'gross' | 'commission' | 'net'>;
  readonly lines: readonly PrintedLine[];
  readonly status: StatementStatus;
  /** The reference of the payment; undefined on statements of agents, which several payments may pay. */
  readonly reference?: string | null;
  readonly paidOn: string | null;
}

/** The sums of a printed statement: the total is the opening balance and the net sum, less what is set off. */
export interface PrintedSums extends Pick<StatementSums, 'openingBalance' | 'net' | 'total'> {
  /** The cash that a company holds, or the payments of an agent. */
  readonly setOff: Paisa;
}

export interface PrintedLine extends Pick<StatementLine, 'gross' | 'commission' | 'net'> {
  /** The code of the booking, or the reference of a payment; null for other lines. */
  readonly bookingCode: string | null;
  readonly kind: LineKind | 'SALE' | 'GOODWILL' | 'PAYMENT';
  /** Local time, `YYYY-MM-DD HH:MM`; null for a receipt or an adjustment. */
  readonly departure: string | null;
}

/** Prints a statement as a PDF on A4. The same statement always gives the same bytes. */
export interface StatementPrinter {
  print(statement: PrintedStatement): Promise<Uint8Array>;
}
