import type { Instant } from '../kernel/time.ts';
import type { Agent } from './agent.ts';
import { refuseUnlessUsable } from './authenticate-key.ts';
import { type AgentCaller, programCalling } from './caller.ts';
import { agentSuspended, notAnAgent } from './refusals.ts';
import type { AgentStores } from './world.ts';

/** A locked agent, with its caller as the key or the membership says now. */
export interface LockedAgent {
  readonly agent: Agent;
  readonly caller: AgentCaller;
}

/**
 * Locks the agent, and reads its caller again. While this call waited for the lock, another transaction may have
 * suspended the agent or the key, or changed what the key may do.
 */
export async function lockAgent(
  stores: AgentStores,
  caller: AgentCaller,
  now: Instant,
  { whileSuspended = false } = {},
): Promise<LockedAgent> {
  const agent = await stores.agents.lock(caller.agentId);
  if (!agent) throw notAnAgent();
  const present = await readAgain(stores, caller, agent, now);
  if (agent.status === 'SUSPENDED' && !whileSuspended) throw agentSuspended();
  return { agent, caller: present };
}

async function readAgain(
  { agentKeys, staff }: AgentStores,
  { agentId, by }: AgentCaller,
  { status }: Agent,
  now: Instant,
): Promise<AgentCaller> {
  if ('keyId' in by) {
    const key = await agentKeys.find(agentId, by.keyId);
    const known = key && { ...key, agentStatus: status };
    refuseUnlessUsable(known, now);
    return programCalling(known);
  }
  const membership = await staff.ofAgentUser(by.userId);
  if (membership?.agentId !== agentId) throw notAnAgent();
  return { agentId, by: { userId: by.userId, position: membership.position } };
}
