import type { Calendar } from '../kernel/calendar.ts';
import type { OperatorId, StatementId } from '../kernel/ids.ts';
import type { Instant } from '../kernel/time.ts';
import type { PrintedStatement, StatementPrinter, StatementViews } from './ports.ts';
import { columnSums, numberOf } from './statement.ts';
import type { WholeStatement } from './statement.ts';
import { viewStatement } from './view-statements.ts';

interface Needs {
  readonly calendar: Calendar;
  readonly statementViews: StatementViews;
  readonly statementPrinter: StatementPrinter;
  /** What the service is called, and where it is reached. */
  readonly brand: string;
  readonly baseUrl: string;
}

export type PrintStatement = ReturnType<typeof printStatement>;

/** Prints any statement or, for a company, one of its own. */
export const printStatement =
  (needs: Needs) =>
  async (
    id: StatementId,
    company?: OperatorId,
  ): Promise<{ readonly fileName: string; readonly content: Uint8Array }> => {
    const statement = await viewStatement(needs)(id, company);
    return {
      fileName: `${numberOf(statement)}.pdf`,
      content: await needs.statementPrinter.print(printed(statement, needs)),
    };
  };

/** With the days and times of the service's time zone. */
function printed(
  statement: WholeStatement,
  { calendar, brand, baseUrl }: Pick<Needs, 'calendar' | 'brand' | 'baseUrl'>,
): PrintedStatement {
  const departure = localTimes(calendar);
  return {
    issuer: { name: brand, url: baseUrl },
    number: numberOf(statement),
    ...{ companyName: statement.companyName, panNo: statement.panNo },
    ...{ from: statement.from, until: statement.until, madeOn: calendar.date(statement.madeAt) },
    sums: {
      ...{ openingBalance: statement.openingBalance, net: statement.net },
      ...{ cashHeld: statement.cashHeld, total: statement.total },
    },
    columns: columnSums(statement.lines),
    lines: statement.lines.map(({ bookingCode, departsAt, kind, gross, commission, net }) => ({
      ...{ bookingCode, departure: departure(departsAt), kind, gross, commission, net },
    })),
    ...{ status: statement.status, reference: statement.reference },
    paidOn: statement.paidAt === null ? null : calendar.date(statement.paidAt),
  };
}

/** Each moment is looked up once: a local time is expensive, and the lines of a trip have the same. */
function localTimes(calendar: Pick<Calendar, 'text'>): (at: Instant) => string {
  const known = new Map<Instant, string>();
  return (at) => {
    const text = known.get(at) ?? calendar.text(at);
    known.set(at, text);
    return text;
  };
}
