import { reaches } from '../accounts/membership.ts';
import type { AgentId, UserId } from '../kernel/ids.ts';
import type { TrailEntry } from '../platform/trail.ts';
import type { Employer } from './employer.ts';
import { lockCompany } from './lock-company.ts';
import { type Member, memberEntry } from './member.ts';
import { agentSuspended, agentUnknown, positionTooLow } from './refusals.ts';
import type { CompanyStores } from './world.ts';

/** The person who changes the staff of an employer: an OWNER, or an administrator for an agent. */
export type StaffManager =
  | Member
  | { readonly userId: UserId; readonly agentId: AgentId }
  | { readonly admin: UserId; readonly agentId: AgentId };

/** The employer of a manager's staff. A manager has other fields, which no answer of a store repeats. */
export const employerOf = (manager: Employer): Employer =>
  'operatorId' in manager ? { operatorId: manager.operatorId } : { agentId: manager.agentId };

/**
 * Locks the employer for a change of its staff, and checks the manager's position again. While this call waited for the
 * lock, another transaction may have taken the position away, or suspended the employer. Returns the employer's name.
 */
export async function lockEmployer(stores: CompanyStores, manager: StaffManager): Promise<string> {
  if ('operatorId' in manager) return (await lockCompany(stores, manager, 'OWNER')).companyName;
  const agent = await stores.agents.lock(manager.agentId);
  if (!agent) throw agentUnknown();
  if ('admin' in manager) return agent.name;
  const membership = await stores.staff.ofAgentUser(manager.userId);
  if (membership?.agentId !== manager.agentId || !reaches(membership.position, 'OWNER')) throw positionTooLow('OWNER');
  if (agent.status === 'SUSPENDED') throw agentSuspended();
  return agent.name;
}

/** An activity log entry for a change of the staff. */
export function staffEntry(manager: StaffManager, action: Omit<TrailEntry, 'actor' | 'operatorId'>): TrailEntry {
  if ('operatorId' in manager) return memberEntry(manager, action);
  const actor =
    'admin' in manager
      ? ({ role: 'ADMIN', userId: manager.admin } as const)
      : ({ role: 'OPERATOR', userId: manager.userId } as const);
  return { actor, operatorId: null, ...action };
}
