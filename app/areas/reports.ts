import { adminOverviewRoutes } from '../../adapters/http/reports/admin-overview-routes.ts';
import { reportRoutes } from '../../adapters/http/reports/operator-reports-routes.ts';
import { todayRoutes } from '../../adapters/http/reports/operator-today-routes.ts';
import { viewDays, viewOverview } from '../../core/reports/view-overview.ts';
import { viewSales } from '../../core/reports/view-sales.ts';
import { viewToday } from '../../core/reports/view-today.ts';
import type { Dependencies } from '../dependencies.ts';

export const reportsUseCases = (dependencies: Dependencies) => ({
  viewSales: viewSales(dependencies),
  viewToday: viewToday(dependencies),
  viewOverview: viewOverview(dependencies),
  viewDays: viewDays(dependencies),
});

export type ReportsUseCases = ReturnType<typeof reportsUseCases>;

export const reportsRoutes = (useCases: ReportsUseCases, dependencies: Dependencies) => [
  ...todayRoutes({ ...useCases, ...dependencies }),
  ...reportRoutes({ ...useCases, ...dependencies }),
  ...adminOverviewRoutes(useCases),
];
