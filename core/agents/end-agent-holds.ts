import type { AgentId, OperatorId } from '../kernel/ids.ts';
import type { Instant } from '../kernel/time.ts';
import { recordEndedHolds } from '../seats/release-seats.ts';
import type { AgentStores, AgentWorld } from './world.ts';

/**
 * Ends the holds on trips that their agent may not sell any more: those of one agent, or those on trips of one company.
 * A company that takes the right to sell away must call this in its transaction, after the change is saved. Announces
 * the free seats.
 */
export async function endAgentHolds(
  stores: AgentStores,
  of: { readonly agentId: AgentId } | { readonly operatorId: OperatorId },
  now: Instant,
): Promise<void> {
  await recordEndedHolds(stores, await stores.agentHolders.endUnsoldHolds(of, now), now);
}

/**
 * Ends the holds of one agent on trips that it may not sell now, in a transaction of its own. Must be called after the
 * right to sell was taken away. A sale locks the seats before the agent, so that nobody may lock them the other way
 * round.
 */
export const endHoldsOfAgent = ({ clock, transact }: AgentWorld, agentId: AgentId): Promise<void> =>
  transact((stores) => endAgentHolds(stores, { agentId }, clock()));
