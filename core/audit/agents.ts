import type { AgentId, AgentStatementId } from '../kernel/ids.ts';
import { npr, type Paisa } from '../kernel/money.ts';
import type { Calendar } from '../kernel/calendar.ts';
import type { Instant } from '../kernel/time.ts';
import type { Finding, Warning } from './finding.ts';

/** A record of an agent's books that is wrong, and its fault. */
export interface AgentFault {
  readonly row: string;
  readonly says: string;
}

/** An agent that owes more than its credit limit. */
export interface AgentOverLimit {
  readonly id: AgentId;
  readonly balance: Paisa;
  readonly creditLimit: Paisa;
}

/** The local days of an agent's statement, both inclusive, and the moments of its first and its last ledger row. */
export interface AgentStatementDays {
  readonly id: AgentStatementId;
  readonly from: string;
  readonly until: string;
  /** Null if no row of the ledger is on the statement. */
  readonly first: Instant | null;
  readonly last: Instant | null;
}

export interface AgentAuditReader {
  /** Faults of agents' balances, rows, references, refunds, payments and statements. */
  agentFaults(): Promise<readonly AgentFault[]>;
  agentStatementDays(): Promise<readonly AgentStatementDays[]>;
  agentsOverLimit(): Promise<readonly AgentOverLimit[]>;
}

export const agentFindings = async (reader: AgentAuditReader, calendar: Calendar): Promise<readonly Finding[]> =>
  [
    ...(await reader.agentFaults()),
    ...(await reader.agentStatementDays()).flatMap((statement) => faultOfDays(statement, calendar)),
  ].map((fault) => ({ invariant: 'AGENT_DIFFERS', ...fault }));

/** A statement begins on the day of its first row, and has no row from after its last day. */
function faultOfDays({ id, from, until, first, last }: AgentStatementDays, calendar: Calendar): readonly AgentFault[] {
  const says = (text: string): readonly AgentFault[] => [{ row: `agent statement ${id}`, says: text }];
  if (first === null || last === null) return says('no row of the ledger is on it');
  if (calendar.date(first) !== from)
    return says(`it begins on ${from}, and its first row is of ${calendar.date(first)}`);
  if (calendar.date(last) > until) return says(`it ends on ${until}, and its last row is of ${calendar.date(last)}`);
  return [];
}

/** Agents over their limit, for instance after it was lowered. */
export const agentWarnings = async (reader: AgentAuditReader): Promise<readonly Warning[]> =>
  (await reader.agentsOverLimit()).map(({ id, balance, creditLimit }) => ({
    row: `agent ${id}`,
    says: `it owes ${npr(balance)}, and its limit is ${npr(creditLimit)}`,
  }));
