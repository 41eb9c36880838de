import type { AgentId } from '../kernel/ids.ts';
import { npr, type Paisa } from '../kernel/money.ts';
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

export interface AgentAuditReader {
  /** Faults of agents' balances, rows, references, refunds and payments. */
  agentFaults(): Promise<readonly AgentFault[]>;
  agentsOverLimit(): Promise<readonly AgentOverLimit[]>;
}

export const agentFindings = async (reader: AgentAuditReader): Promise<readonly Finding[]> =>
  (await reader.agentFaults()).map((fault) => ({ invariant: 'AGENT_DIFFERS', ...fault }));

/** Agents over their limit, for instance after it was lowered. */
export const agentWarnings = async (reader: AgentAuditReader): Promise<readonly Warning[]> =>
  (await reader.agentsOverLimit()).map(({ id, balance, creditLimit }) => ({
    row: `agent ${id}`,
    says: `it owes ${npr(balance)}, and its limit is ${npr(creditLimit)}`,
  }));
