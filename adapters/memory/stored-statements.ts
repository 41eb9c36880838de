import type { LedgerEntryId, OperatorId, StatementId } from '../../core/kernel/ids.ts';
import type { StatementDraft } from '../../core/ledger/statement-ports.ts';
import type { DrawnLine, Statement } from '../../core/ledger/statement.ts';

export interface StoredStatement extends Statement {
  /** The later statement that includes this statement's negative total. */
  readonly carriedTo: StatementId | null;
}

export interface StoredStatements {
  readonly statements: Map<StatementId, StoredStatement>;
  /** Unfinished statements of companies. */
  readonly statementDrafts: Map<OperatorId, StatementDraft>;
  /** Lines of statements and drafts, in no order. */
  readonly statementLines: { readonly statementId: StatementId; readonly line: DrawnLine }[];
  /** The statement or draft that includes a ledger row. */
  readonly stated: Map<LedgerEntryId, StatementId>;
  /** The last assigned number of each year. */
  readonly statementNumbers: Map<number, number>;
}

export const noStatements = (): StoredStatements => ({
  statements: new Map(),
  statementDrafts: new Map(),
  statementLines: [],
  stated: new Map(),
  statementNumbers: new Map(),
});
