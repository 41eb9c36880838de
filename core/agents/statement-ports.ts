import type { AgentId, AgentStatementId, LedgerEntryId, UserId } from '../kernel/ids.ts';
import type { Paisa } from '../kernel/money.ts';
import type { Listing, Page } from '../kernel/page.ts';
import type { Instant } from '../kernel/time.ts';
import type { StatementReads } from '../ledger/statement-ports.ts';
import type { StatementNumber, StatementStatus } from '../ledger/statement.ts';
import type {
  AgentSlice,
  AgentStatedEntry,
  AgentStatement,
  AgentStatementLine,
  AgentStatementSums,
  DrawnAgentLine,
} from './agent-statement.ts';

/** A statement to be made: its agent, its last day, and the administrator who makes it. */
export interface NewAgentDraft extends Pick<AgentStatement, 'agentId' | 'until'> {
  /** The moment at which the last day ends, exclusive. */
  readonly end: Instant;
  readonly madeBy: UserId;
}

/** An unfinished statement of an agent. It is made like that of a company (`StatementDraft`). */
export interface AgentStatementDraft extends NewAgentDraft, AgentSlice {
  readonly id: AgentStatementId;
  readonly upTo: LedgerEntryId;
  readonly passed: number;
  readonly firstAt: Instant | null;
}

export interface NewAgentStatement
  extends
    StatementNumber,
    AgentStatementSums,
    Pick<AgentStatement, 'id' | 'agentId' | 'agentName' | 'from' | 'until' | 'madeAt'> {}

/** An OPEN statement with the payments of its agent that are neither on it nor on an earlier one. */
export interface OpenAgentStatement {
  readonly id: AgentStatementId;
  readonly total: Paisa;
  readonly paidSince: Paisa;
}

/** Statements of agents, inside a transaction. Each row of account AGENT is on at most one statement. */
export interface AgentStatementRepo {
  /** True if a row of the agent from before `end` is on no statement yet. */
  hasUnstated(agentId: AgentId, end: Instant): Promise<boolean>;
  /** The agent's draft, locked until the transaction ends. */
  lockDraft(agentId: AgentId): Promise<AgentStatementDraft | undefined>;
  /** Begins a draft. Undefined if another transaction has begun a draft of this agent. */
  begin(draft: NewAgentDraft): Promise<AgentStatementDraft | undefined>;
  /** Puts the next rows on a draft, with the payments that they record: see `StatementRepo.takeUp`. */
  takeUp(
    draft: AgentStatementDraft,
    limit: number,
  ): Promise<{ readonly entries: readonly AgentStatedEntry[]; readonly passed: number; readonly isLast: boolean }>;
  addLines(id: AgentStatementId, lines: readonly DrawnAgentLine[]): Promise<void>;
  saveDraft(draft: AgentStatementDraft): Promise<void>;
  /** The next number of a year, without gaps: see `StatementRepo.nextNumber`. */
  nextNumber(year: number): Promise<StatementNumber>;
  /** The total of the agent's newest statement; nothing without one. */
  lastTotal(agentId: AgentId): Promise<Paisa>;
  /** Turns a draft into a statement, which is OPEN. */
  add(statement: NewAgentStatement): Promise<void>;
  /** The agent's OPEN statements, newest first. The agent must be locked. */
  open(agentId: AgentId): Promise<readonly OpenAgentStatement[]>;
  /** Turns the agent's OPEN statements up to this one into PAID ones. */
  pay(agentId: AgentId, upTo: AgentStatementId, at: Instant): Promise<void>;
}

export interface AgentStatementViews extends StatementReads<
  AgentStatementId,
  AgentId,
  AgentStatement,
  AgentStatementLine
> {
  /** Lists an agent's statements, newest first, without their payments. The page cursor is a statement's id. */
  list(
    agentId: AgentId,
    filter: { readonly status?: StatementStatus },
    page: Page,
  ): Promise<Listing<Omit<AgentStatement, 'payments'>>>;
}
