import type { AgentId } from '../kernel/ids.ts';
import type { Instant } from '../kernel/time.ts';
import type { AgentStatementRepo } from './statement-ports.ts';

/**
 * Turns OPEN statements that are settled into PAID ones. A statement is settled if its total is not above zero, or if
 * the payments that are neither on it nor on an earlier one reach the total. Its total holds the debt of all earlier
 * statements, so these are PAID with it. The agent must be locked.
 */
export async function settleStatements(
  { agentStatements }: { readonly agentStatements: Pick<AgentStatementRepo, 'open' | 'pay'> },
  agentId: AgentId,
  now: Instant,
): Promise<void> {
  const open = await agentStatements.open(agentId);
  const newest = open.find(({ total, paidSince }) => total <= 0 || paidSince >= total);
  if (newest) await agentStatements.pay(agentId, newest.id, now);
}
