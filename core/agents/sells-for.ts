import type { OperatorId } from '../kernel/ids.ts';
import type { Instant } from '../kernel/time.ts';
import type { AgentCaller } from './caller.ts';
import { lockAgent } from './lock-agent.ts';
import type { AgentStores } from './world.ts';

/**
 * Whether the agent may sell for the company, by its own terms and the company's. Throws if the agent is suspended, or
 * if the caller may not sell any more: that refusal comes before the one of a trip that the agent may not sell.
 */
export async function sellsFor(
  stores: AgentStores,
  caller: AgentCaller,
  operatorId: OperatorId,
  now: Instant,
): Promise<boolean> {
  if (await stores.agentCompanies.maySell(caller.agentId, operatorId)) return true;
  await lockAgent(stores, caller, now);
  return false;
}
