import { dayAfter } from '../kernel/calendar.ts';
import { minutesAfter } from '../kernel/time.ts';
import type { Figures, Taken } from './ports.ts';
import type { ReportWorld } from './world.ts';

export interface Overview extends Figures {
  /** Today's date in local time, `YYYY-MM-DD`. */
  readonly date: string;
  readonly refundsDue: number;
  readonly refundsOverdue: number;
  readonly outboxBacklog: number;
}

/** Minutes after which an open payment needs attention. Paying takes a few minutes. */
const PATIENCE_MINUTES = 5;

export type ViewOverview = ReturnType<typeof viewOverview>;

/** Today's key figures, and the work that waits for an administrator. */
export const viewOverview =
  ({ clock, calendar, figures, outstandingRefunds, backlog }: ReportWorld) =>
  async (): Promise<Overview> => {
    const now = clock();
    const date = calendar.date(now);
    const today = calendar.day(date);
    if (!today) throw new Error(`${date} is no day.`);
    const [read, refunds, events] = await Promise.all([
      figures.read(today, minutesAfter(now, -PATIENCE_MINUTES), now),
      outstandingRefunds(now),
      backlog(),
    ]);
    return {
      ...read,
      date,
      refundsDue: refunds.due,
      refundsOverdue: refunds.overdue,
      outboxBacklog: events.count,
    };
  };

/** The number of days for which the overview shows bars, today included. */
const DAYS = 30;

/** The sales of one local day, `YYYY-MM-DD`. */
export interface DayTaken extends Taken {
  readonly date: string;
}

export type ViewDays = ReturnType<typeof viewDays>;

/**
 * For each of the last 30 local days, the number of paid bookings and their total price. The oldest day comes first.
 */
export const viewDays =
  ({ clock, calendar, figures }: ReportWorld) =>
  async (): Promise<readonly DayTaken[]> => {
    const today = calendar.date(clock());
    const dateOf = (_: unknown, index: number): string => dayAfter(today, index + 1 - DAYS);
    const spans = Array.from({ length: DAYS }, dateOf).map((date) => {
      const span = calendar.day(date);
      if (!span) throw new Error(`${date} is no day.`);
      return span;
    });
    const taken = await figures.taken(spans);
    return taken.map((day, index) => ({ ...day, date: dateOf(day, index) }));
  };
