import type { AgentId, AgentStatementId } from '../kernel/ids.ts';
import { minus, NOTHING } from '../kernel/money.ts';
import { wholeList } from '../kernel/page.ts';
import { LINES_AT_ONCE, localTimes } from '../ledger/print-statement.ts';
import type { PrintedStatement } from '../ledger/statement-ports.ts';
import { columnSums } from '../ledger/statement.ts';
import { viewStatement } from '../ledger/view-statements.ts';
import { type AgentStatement, type AgentStatementLine, agentNumberOf } from './agent-statement.ts';
import type { AgentWorld } from './world.ts';

export type PrintAgentStatement = ReturnType<typeof printAgentStatement>;

/** Prints a statement of this agent as a PDF file. The payments follow the lines. */
export const printAgentStatement =
  (needs: AgentWorld) =>
  async (
    id: AgentStatementId,
    agentId: AgentId,
  ): Promise<{ readonly fileName: string; readonly content: Uint8Array }> => {
    const views = needs.agentStatementViews;
    const statement = await viewStatement({ statementViews: views })(id, agentId);
    const lines = await wholeList((page) => views.lines(id, page), LINES_AT_ONCE);
    return {
      fileName: `${agentNumberOf(statement)}.pdf`,
      content: await needs.statementPrinter.print(printed(statement, lines, needs)),
    };
  };

function printed(
  statement: AgentStatement,
  lines: readonly AgentStatementLine[],
  { calendar, brand, baseUrl }: AgentWorld,
): PrintedStatement {
  const localTime = localTimes(calendar);
  const { openingBalance, net, paid: setOff, total, paidAt } = statement;
  const rows = [
    ...lines.map(({ bookingCode, departsAt, kind, gross, commission, net: owed }) => ({
      bookingCode,
      departure: departsAt === null ? null : localTime(departsAt),
      kind,
      gross,
      commission,
      net: owed,
    })),
    ...statement.payments.map(({ at, reference, amount }) => ({
      bookingCode: reference,
      departure: localTime(at),
      kind: 'PAYMENT' as const,
      gross: minus(NOTHING, amount),
      commission: NOTHING,
      net: minus(NOTHING, amount),
    })),
  ];
  return {
    issuer: { name: brand, url: baseUrl },
    number: agentNumberOf(statement),
    of: 'AGENT',
    name: statement.agentName,
    from: statement.from,
    until: statement.until,
    madeOn: calendar.date(statement.madeAt),
    sums: { openingBalance, net, setOff, total },
    columns: columnSums(rows),
    lines: rows,
    status: statement.status,
    paidOn: paidAt === null ? null : calendar.date(paidAt),
  };
}
