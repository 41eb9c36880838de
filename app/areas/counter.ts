import { counterPaymentRoutes } from '../../adapters/http/counter/counter-payment-routes.ts';
import { saleRoutes } from '../../adapters/http/counter/operator-sales-routes.ts';
import { shiftRoutes } from '../../adapters/http/counter/operator-shifts-routes.ts';
import { expireBookings } from '../../core/bookings/expire-bookings.ts';
import { viewCompany } from '../../core/companies/view-company.ts';
import { cancelUnsold } from '../../core/changes/cancel-unsold.ts';
import { checkSale } from '../../core/counter/check-sale.ts';
import { checkoutSale } from '../../core/counter/checkout-sale.ts';
import { closeShift } from '../../core/counter/close-shift.ts';
import { openShift } from '../../core/counter/open-shift.ts';
import { sellAtCounter } from '../../core/counter/sell-at-counter.ts';
import { printShift } from '../../core/counter/print-shift.ts';
import { listShifts, reportShift, viewShift } from '../../core/counter/view-shifts.ts';
import { pageOpener } from '../../core/payments/open-page.ts';
import { openingForService } from '../opening-for-service.ts';
import type { Dependencies } from '../dependencies.ts';
import type { PaymentsUseCases } from './payments.ts';
import type { TripsUseCases } from './trips.ts';

export function counterUseCases(dependencies: Dependencies, payments: PaymentsUseCases) {
  const selling = {
    ...dependencies,
    pages: openingForService(pageOpener(dependencies)),
    expireBookings: expireBookings(dependencies),
    cancelUnsold: cancelUnsold(dependencies),
  };
  return {
    openShift: openShift(dependencies),
    closeShift: closeShift(dependencies),
    viewShift: viewShift(dependencies),
    reportShift: reportShift(dependencies),
    printShift: printShift({
      ...dependencies,
      reportShift: reportShift(dependencies),
      viewCompany: viewCompany(dependencies),
    }),
    listShifts: listShifts(dependencies),
    sellAtCounter: sellAtCounter(selling),
    checkoutSale: checkoutSale(selling),
    checkSale: checkSale(payments),
  };
}

export type CounterUseCases = ReturnType<typeof counterUseCases>;

export const counterRoutes = (
  useCases: CounterUseCases & PaymentsUseCases & TripsUseCases,
  dependencies: Dependencies,
) => [
  ...saleRoutes({ ...useCases, ...dependencies }),
  ...counterPaymentRoutes({ ...useCases, ...dependencies }),
  ...shiftRoutes({ ...useCases, ...dependencies }),
];
