import type { OperatorId } from '../kernel/ids.ts';
import { invalidField } from '../kernel/refusal.ts';
import { type Span, hoursBetween } from '../kernel/time.ts';
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
    const [first, last] = [dayOf('from', from, calendar), dayOf('to', to, calendar)];
    if (last.start < first.start) throw invalidField('to', 'to must not be before from.');
    if (daysBetween(first, last) >= MOST_DAYS)
      throw invalidField('to', `At most ${MOST_DAYS} days can be asked for at once.`);
    return salesReport(await sales.trips(operatorId, { start: first.start, end: last.end }), by, calendar, clock());
  };

function dayOf(field: string, text: string, calendar: ReportWorld['calendar']): Span {
  const day = calendar.day(text);
  if (!day) throw invalidField(field, `${field} must be a day as YYYY-MM-DD.`);
  return day;
}

/** The number of days between two days. Rounded, because a day can have 23 or 25 hours. */
const daysBetween = (first: Span, last: Span): number => Math.round(hoursBetween(first.start, last.start) / 24);
