import { adminBookingRoutes } from '../../adapters/http/payments/admin-bookings-routes.ts';
import { adminPaymentRoutes } from '../../adapters/http/payments/admin-payments-routes.ts';
import { operatorBookingRoutes } from '../../adapters/http/payments/operator-bookings-routes.ts';
import { paymentMethodRoutes } from '../../adapters/http/payments/payment-methods-routes.ts';
import { paymentRoutes } from '../../adapters/http/payments/payments-routes.ts';
import { asService } from '../../adapters/knex/acting-caller.ts';
import { expireBookings } from '../../core/bookings/expire-bookings.ts';
import { checkPaymentStatus } from '../../core/payments/check-payment-status.ts';
import { checkOwnPayments, checkPayments } from '../../core/payments/check-payments.ts';
import { enquirePayment } from '../../core/payments/enquire-payment.ts';
import { giveUpOpening } from '../../core/payments/give-up-opening.ts';
import { handleFailureCallback, handleSuccessCallback } from '../../core/payments/handle-callback.ts';
import { handleReturn } from '../../core/payments/handle-return.ts';
import { pageOpener } from '../../core/payments/open-page.ts';
import { reconcilePayments } from '../../core/payments/reconcile-payments.ts';
import { resolvePayment } from '../../core/payments/resolve-payment.ts';
import { settlePayment } from '../../core/payments/settle-payment.ts';
import { startCheckout } from '../../core/payments/start-checkout.ts';
import { viewOfficeBooking } from '../../core/payments/view-office-booking.ts';
import { viewPayment } from '../../core/payments/view-payment.ts';
import { openingForService } from '../opening-for-service.ts';
import type { BookingsUseCases } from './bookings.ts';
import type { Dependencies } from '../dependencies.ts';
import type { Job } from '../scheduler.ts';
import type { Settings } from '../settings.ts';

/**
 * Callbacks and reconciliation share one `checkPaymentStatus`, which never asks a gateway twice at the same time about
 * one payment. It works for the service: callers share its answer, and the answer must be stored even if the caller who
 * asked first was signed out meanwhile.
 */
export function paymentsUseCases(dependencies: Dependencies) {
  const expiring = { ...dependencies, expireBookings: expireBookings(dependencies) };
  const check = checkPaymentStatus(expiring);
  const asking = {
    ...expiring,
    checkPaymentStatus: (...about: Parameters<typeof check>) => asService(() => check(...about)),
  };
  const checking = { ...dependencies, checkPayments: checkPayments(asking) };
  return {
    viewOfficeBooking: viewOfficeBooking(dependencies),
    viewPayment: viewPayment(dependencies),
    startCheckout: startCheckout({ ...asking, pages: openingForService(pageOpener(dependencies)) }),
    giveUpOpening: giveUpOpening(dependencies),
    checkPayments: checking.checkPayments,
    checkOwnPayments: checkOwnPayments(checking),
    handleReturn: handleReturn(asking),
    handleSuccessCallback: handleSuccessCallback(asking),
    handleFailureCallback: handleFailureCallback(asking),
    reconcilePayments: reconcilePayments(asking),
    enquirePayment: enquirePayment(asking),
    resolvePayment: resolvePayment(asking),
    settlePayment: settlePayment(dependencies),
  };
}

export type PaymentsUseCases = ReturnType<typeof paymentsUseCases>;

export const paymentsRoutes = (useCases: PaymentsUseCases & BookingsUseCases, dependencies: Dependencies) => [
  ...paymentMethodRoutes(dependencies),
  ...paymentRoutes({ ...useCases, ...dependencies }),
  ...operatorBookingRoutes({ ...useCases, ...dependencies }),
  ...adminBookingRoutes({ ...useCases, ...dependencies }),
  ...adminPaymentRoutes({ ...useCases, ...dependencies }),
];

/**
 * The jobs about payments. Each gateway has its own reconciliation job, so that a slow gateway does not delay the
 * others. A gateway that is not set up has no job.
 */
export const paymentsJobs = (
  useCases: PaymentsUseCases,
  { expiryCron, gateways }: Pick<Settings, 'expiryCron'> & Pick<Dependencies, 'gateways'>,
): readonly Job[] => [
  { name: 'give up unopened payments', pattern: expiryCron, run: () => useCases.giveUpOpening() },
  ...gateways.known
    .filter(({ name }) => gateways.of(name))
    .map(({ name, title }) => ({
      name: `reconcile payments of ${title}`,
      pattern: expiryCron,
      run: (stopping: Promise<void>) => useCases.reconcilePayments(name, stopping),
    })),
];
