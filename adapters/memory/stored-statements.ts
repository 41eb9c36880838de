import type { LedgerEntryId, StatementId } from '../../core/kernel/ids.ts';
import type { WholeStatement } from '../../core/statements/statement.ts';

export interface StoredStatement extends WholeStatement {
  /** The later one that began with its negative total. */
  readonly carriedTo: StatementId | null;
}

export interface StoredStatements {
  readonly statements: Map<StatementId, StoredStatement>;
  /** On which statement a row of the ledger is. */
  readonly stated: Map<LedgerEntryId, StatementId>;
  /** The last number of a year. */
  readonly statementNumbers: Map<number, number>;
}

export const noStatements = (): StoredStatements => ({
  statements: new Map(),
  stated: new Map(),
  statementNumbers: new Map(),
});
