import type { AgentId, OperatorId } from '../kernel/ids.ts';
import type { Instant } from '../kernel/time.ts';
import { recordEndedHolds } from '../seats/release-seats.ts';
import type { AgentStores } from './world.ts';

/**
 * Ends the holds on trips that their agent may not sell any more: those of one agent, or those on trips of one company.
 * Use cases that take the right to sell away must call this in their transaction, after the change is saved. Announces
 * the free seats.
 */
export async function endAgentHolds(
  stores: AgentStores,
  of: { readonly agentId: AgentId } | { readonly operatorId: OperatorId },
  now: Instant,
): Promise<void> {
  await recordEndedHolds(stores, await stores.agentHolders.endUnsoldHolds(of, now), now);
}
