import { adminRefundRoutes } from '../../adapters/http/refunds/admin-refunds-routes.ts';
import { undoSaleRoutes } from '../../adapters/http/refunds/undo-sale-routes.ts';
import { operatorRefundRoutes } from '../../adapters/http/refunds/operator-refunds-routes.ts';
import { refundRoutes } from '../../adapters/http/refunds/refunds-routes.ts';
import { addGoodwill } from '../../core/refunds/add-goodwill.ts';
import { attemptRefund } from '../../core/refunds/attempt-refund.ts';
import { claimRefund } from '../../core/refunds/claim-refund.ts';
import { confirmRefund } from '../../core/refunds/confirm-refund.ts';
import { failRefund } from '../../core/refunds/fail-refund.ts';
import { nameAccount, nameAccountForContact, nameAccountForRefund } from '../../core/refunds/name-account.ts';
import { payCash } from '../../core/refunds/pay-cash.ts';
import { sendAutomaticRefunds } from '../../core/refunds/send-automatic-refunds.ts';
import { sendRefund } from '../../core/refunds/send-refund.ts';
import { takeOverRefund } from '../../core/refunds/take-over-refund.ts';
import { undoSale } from '../../core/refunds/undo-sale.ts';
import { findOwnRefund, findRefund, listRefunds } from '../../core/refunds/view-refunds.ts';
import type { Dependencies } from '../dependencies.ts';
import type { Log } from '../log.ts';
import { type Job, EVERY_TWO_SECONDS } from '../scheduler.ts';
import { sendDueRefunds } from '../send-due-refunds.ts';
import type { PaymentsUseCases } from './payments.ts';
import type { BookingsUseCases } from './bookings.ts';

export const refundsUseCases = (dependencies: Dependencies) => ({
  listRefunds: listRefunds(dependencies),
  findRefund: findRefund(dependencies),
  findOwnRefund: findOwnRefund(dependencies),
  claimRefund: claimRefund(dependencies),
  takeOverRefund: takeOverRefund(dependencies),
  sendRefund: sendRefund(dependencies),
  confirmRefund: confirmRefund(dependencies),
  failRefund: failRefund(dependencies),
  payCash: payCash(dependencies),
  addGoodwill: addGoodwill(dependencies),
  undoSale: undoSale(dependencies),
  sendAutomaticRefunds: sendAutomaticRefunds({ ...dependencies, attemptRefund: attemptRefund(dependencies) }),
  nameAccount: nameAccount(dependencies),
  nameAccountForContact: nameAccountForContact(dependencies),
  nameAccountForRefund: nameAccountForRefund(dependencies),
});

export type RefundsUseCases = ReturnType<typeof refundsUseCases>;

export const refundsRoutes = (
  useCases: RefundsUseCases & PaymentsUseCases & BookingsUseCases,
  dependencies: Dependencies,
) => [
  ...refundRoutes(useCases),
  ...operatorRefundRoutes({ ...useCases, ...dependencies }),
  ...undoSaleRoutes({ ...useCases, ...dependencies }),
  ...adminRefundRoutes({ ...useCases, ...dependencies }),
];

export const refundsJobs = (useCases: RefundsUseCases, { log }: { readonly log: Log }): readonly Job[] => [
  { name: 'send refunds', pattern: EVERY_TWO_SECONDS, run: sendDueRefunds({ ...useCases, log }) },
];
