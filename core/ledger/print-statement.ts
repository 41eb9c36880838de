import type { Calendar } from '../kernel/calendar.ts';
import type { OperatorId, StatementId } from '../kernel/ids.ts';
import { wholeList } from '../kernel/page.ts';
import type { Instant } from '../kernel/time.ts';
import type { PrintedStatement } from './statement-ports.ts';
import { type Statement, type StatementLine, columnSums, numberOf } from './statement.ts';
import { viewStatement } from './view-statements.ts';
import type { LedgerWorld } from './world.ts';

/** Statement lines per database query. Other requests get their turn between two queries. */
export const LINES_AT_ONCE = 1_000;

export type PrintStatement = ReturnType<typeof printStatement>;

/** Prints a statement as a PDF file. If `company` is given, refuses statements of other companies. */
export const printStatement =
  (needs: LedgerWorld) =>
  async (
    id: StatementId,
    company?: OperatorId,
  ): Promise<{ readonly fileName: string; readonly content: Uint8Array }> => {
    const statement = await viewStatement(needs)(id, company);
    const lines = await wholeList((page) => needs.statementViews.lines(id, page), LINES_AT_ONCE);
    return {
      fileName: `${numberOf(statement)}.pdf`,
      content: await needs.statementPrinter.print(printed(statement, lines, needs)),
    };
  };

/** The statement with days and times in the service's time zone, as the printer needs it. */
function printed(
  statement: Statement,
  lines: readonly StatementLine[],
  { calendar, brand, baseUrl }: LedgerWorld,
): PrintedStatement {
  const departure = localTimes(calendar);
  return {
    issuer: { name: brand, url: baseUrl },
    number: numberOf(statement),
    of: 'COMPANY',
    name: statement.companyName,
    panNo: statement.panNo,
    from: statement.from,
    until: statement.until,
    madeOn: calendar.date(statement.madeAt),
    sums: {
      openingBalance: statement.openingBalance,
      net: statement.net,
      setOff: statement.cashHeld,
      total: statement.total,
    },
    columns: columnSums(lines),
    lines: lines.map(({ bookingCode, departsAt, kind, gross, commission, net }) => ({
      bookingCode,
      departure: departsAt === null ? null : departure(departsAt),
      kind,
      gross,
      commission,
      net,
    })),
    status: statement.status,
    reference: statement.reference,
    paidOn: statement.paidAt === null ? null : calendar.date(statement.paidAt),
  };
}

/** Caches local times: computing one is slow, and all statement lines of a trip share one departure. */
export function localTimes(calendar: Calendar): (at: Instant) => string {
  const known = new Map<Instant, string>();
  return (at) => {
    const text = known.get(at) ?? calendar.text(at);
    known.set(at, text);
    return text;
  };
}
