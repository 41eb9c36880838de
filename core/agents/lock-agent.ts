import { type AgentPosition, reaches } from '../accounts/membership.ts';
import { agentSuspended, positionTooLow } from '../companies/refusals.ts';
import type { Instant } from '../kernel/time.ts';
import type { Agent } from './agent.ts';
import { refuseUnlessUsable } from './authenticate-key.ts';
import { type AgentCaller, programCalling } from './caller.ts';
import { notAnAgent, scopeMissing } from './refusals.ts';
import type { AgentStores } from './world.ts';

/** A locked agent, with its caller as the key or the membership says now. */
export interface LockedAgent {
  readonly agent: Agent;
  readonly caller: AgentCaller;
}

/**
 * Locks the agent, and reads its caller again. While this call waited for the lock, another transaction may have
 * suspended the agent or the key, or changed what the key or the person may do. A person needs the position `least`, a
 * key the scope `sell`: no other key changes anything of the agent.
 */
export async function lockAgent(
  stores: AgentStores,
  caller: AgentCaller,
  now: Instant,
  { whileSuspended = false, least = 'CLERK' }: Conditions = {},
): Promise<LockedAgent> {
  const agent = await stores.agents.lock(caller.agentId);
  if (!agent) throw notAnAgent();
  const present = await readAgain(stores, caller, agent, { least, now });
  if (agent.status === 'SUSPENDED' && !whileSuspended) throw agentSuspended();
  return { agent, caller: present };
}

interface Conditions {
  readonly whileSuspended?: boolean;
  readonly least?: AgentPosition;
}

async function readAgain(
  { agentKeys, staff }: AgentStores,
  { agentId, by }: AgentCaller,
  { status }: Agent,
  { least, now }: { readonly least: AgentPosition; readonly now: Instant },
): Promise<AgentCaller> {
  if ('keyId' in by) {
    const key = await agentKeys.find(agentId, by.keyId);
    const known = key && { ...key, agentStatus: status };
    refuseUnlessUsable(known, now);
    if (!known.scopes.includes('sell')) throw scopeMissing(['sell']);
    return programCalling(known);
  }
  const membership = await staff.ofAgentUser(by.userId);
  if (membership?.agentId !== agentId) throw notAnAgent();
  if (!reaches(membership.position, least)) throw positionTooLow(least);
  return { agentId, by: { userId: by.userId, position: membership.position } };
}
