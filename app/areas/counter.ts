import { saleRoutes } from '../../adapters/http/counter/operator-sales-routes.ts';
import { shiftRoutes } from '../../adapters/http/counter/operator-shifts-routes.ts';
import { expireBookings } from '../../core/bookings/expire-bookings.ts';
import { closeShift } from '../../core/counter/close-shift.ts';
import { openShift } from '../../core/counter/open-shift.ts';
import { sellAtCounter } from '../../core/counter/sell-at-counter.ts';
import { listShifts, viewShift } from '../../core/counter/view-shifts.ts';
import type { Dependencies } from '../dependencies.ts';
import type { TripsUseCases } from './trips.ts';

export const counterUseCases = (dependencies: Dependencies) => ({
  openShift: openShift(dependencies),
  closeShift: closeShift(dependencies),
  viewShift: viewShift(dependencies),
  listShifts: listShifts(dependencies),
  sellAtCounter: sellAtCounter({ ...dependencies, expireBookings: expireBookings(dependencies) }),
});

export type CounterUseCases = ReturnType<typeof counterUseCases>;

export const counterRoutes = (useCases: CounterUseCases & TripsUseCases, dependencies: Dependencies) => [
  ...saleRoutes({ ...useCases, ...dependencies }),
  ...shiftRoutes({ ...useCases, ...dependencies }),
];
