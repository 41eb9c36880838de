import { adminCorrectionRoutes } from '../../adapters/http/ledger/admin-corrections-routes.ts';
import { adminLedgerRoutes } from '../../adapters/http/ledger/admin-ledger-routes.ts';
import { adminStatementRoutes } from '../../adapters/http/ledger/admin-statements-routes.ts';
import { operatorLedgerRoutes } from '../../adapters/http/ledger/operator-ledger-routes.ts';
import { operatorStatementRoutes } from '../../adapters/http/ledger/operator-statements-routes.ts';
import { addReceipt } from '../../core/ledger/add-receipt.ts';
import { addSettlement } from '../../core/ledger/add-settlement.ts';
import { closeLedger } from '../../core/ledger/close-ledger.ts';
import { decideAdjustment, proposeAdjustment, viewAdjustment } from '../../core/ledger/adjust.ts';
import { makeStatement } from '../../core/ledger/make-statement.ts';
import { payStatement } from '../../core/ledger/pay-statement.ts';
import { printStatement } from '../../core/ledger/print-statement.ts';
import { findStatement, listStatementLines, viewStatement } from '../../core/ledger/view-statements.ts';
import type { Dependencies } from '../dependencies.ts';
import { type Job, EVERY_TEN_MINUTES } from '../scheduler.ts';
import type { PaymentsUseCases } from './payments.ts';

export const ledgerUseCases = (dependencies: Dependencies) => ({
  closeLedger: closeLedger(dependencies),
  addSettlement: addSettlement(dependencies),
  proposeAdjustment: proposeAdjustment(dependencies),
  decideAdjustment: decideAdjustment(dependencies),
  viewAdjustment: viewAdjustment(dependencies),
  addReceipt: addReceipt(dependencies),
  makeStatement: makeStatement(dependencies),
  payStatement: payStatement(dependencies),
  listStatementLines: listStatementLines(dependencies),
  findStatement: findStatement(dependencies),
  viewStatement: viewStatement(dependencies),
  printStatement: printStatement(dependencies),
});

export type LedgerUseCases = ReturnType<typeof ledgerUseCases>;

export const ledgerRoutes = (useCases: LedgerUseCases & PaymentsUseCases, dependencies: Dependencies) => [
  ...operatorLedgerRoutes({ ...useCases, ...dependencies }),
  ...operatorStatementRoutes({ ...useCases, ...dependencies }),
  ...adminLedgerRoutes({ ...useCases, ...dependencies }),
  ...adminCorrectionRoutes({ ...useCases, ...dependencies }),
  ...adminStatementRoutes({ ...useCases, ...dependencies }),
];

export const ledgerJobs = (useCases: LedgerUseCases): readonly Job[] => [
  { name: 'close the ledger', pattern: EVERY_TEN_MINUTES, run: () => useCases.closeLedger() },
];
