import type { LineStores, LineWorld } from '../line/world.ts';
import type { AdjustmentRecords, AdjustmentRepo, ReceiptRepo } from './corrections.ts';
import type { Ledger, LedgerViews, SettlementRepo } from './ports.ts';
import type { StatementPrinter, StatementRepo, StatementViews } from './statement-ports.ts';

/** The stores of one transaction: those of the area `ledger` and of the areas below it. */
export interface LedgerStores extends LineStores {
  readonly ledger: Ledger;
  readonly settlements: SettlementRepo;
  readonly adjustments: AdjustmentRepo;
  readonly adjustmentRecords: Pick<AdjustmentRecords, 'find'>;
  readonly receipts: ReceiptRepo;
  readonly statements: StatementRepo;
  readonly statementViews: Pick<StatementViews, 'find' | 'lines'>;
}

/** The dependencies of use cases of the area `ledger`. */
export interface LedgerWorld<Stores extends LedgerStores = LedgerStores> extends LineWorld<Stores> {
  readonly ledgerViews: LedgerViews;
  readonly adjustmentRecords: AdjustmentRecords;
  readonly statementViews: StatementViews;
  readonly statementPrinter: StatementPrinter;
  /** The name of the service. */
  readonly brand: string;
  readonly baseUrl: string;
}
