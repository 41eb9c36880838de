import type { AgentId, OperatorId } from '../kernel/ids.ts';
import { agentSuspended, joiningSuspended } from './refusals.ts';
import type { CompanyStores } from './world.ts';

/** A company or an agent. Its staff works for it, and nobody works for two. */
export type Employer = { readonly operatorId: OperatorId } | { readonly agentId: AgentId };

/**
 * Locks the employer for a person who joins its staff. Returns a check that throws if the employer is suspended, so
 * that callers decide when this refusal comes.
 */
export async function lockForJoining({ companies, agents }: CompanyStores, employer: Employer): Promise<() => void> {
  const ofCompany = 'operatorId' in employer;
  const locked = ofCompany ? await companies.lock(employer.operatorId) : await agents.lock(employer.agentId);
  return () => {
    if (locked?.status !== 'SUSPENDED') return;
    throw ofCompany
      ? joiningSuspended()
      : agentSuspended('The agent that invites you is suspended, so nobody can join it now. Please try again later.');
  };
}
