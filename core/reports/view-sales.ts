import { askedDays } from '../kernel/asked-days.ts';
import type { OperatorId } from '../kernel/ids.ts';
import { type SalesBy, type SalesReport, salesReport } from './sales.ts';
import type { ReportWorld } from './world.ts';

export interface SalesQuestion {
  /** The first and the last local day of departure, both inclusive. */
  readonly from: string;
  readonly to: string;
  readonly by: SalesBy;
}

const MOST_DAYS = 366;

export type ViewSales = ReturnType<typeof viewSales>;

/** Reports a company's sales on trips that depart from day `from` to day `to`. */
export const viewSales =
  ({ clock, calendar, sales }: ReportWorld) =>
  async (operatorId: OperatorId, { from, to, by }: SalesQuestion): Promise<SalesReport> => {
    const span = askedDays({ from, to }, calendar, MOST_DAYS);
    return salesReport(await sales.trips(operatorId, span), by, calendar, clock());
  };
