import type { AdjustmentRecords, AdjustmentRepo, ReceiptRepo } from './corrections.ts';
import type { Ledger, SettlementRepo } from './ports.ts';
import type { StatementRepo, StatementViews } from './statement-ports.ts';

/** The stores of the area `ledger`. A use case picks only the stores that it needs. */
export interface LedgerStores {
  readonly ledger: Ledger;
  readonly settlements: SettlementRepo;
  readonly adjustments: AdjustmentRepo;
  readonly adjustmentRecords: Pick<AdjustmentRecords, 'find'>;
  readonly receipts: ReceiptRepo;
  readonly statements: StatementRepo;
  readonly statementViews: Pick<StatementViews, 'find' | 'lines'>;
}
