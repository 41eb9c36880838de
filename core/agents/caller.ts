import type { UserRepo } from '../accounts/ports.ts';
import type { AgentMembership, AgentPosition } from '../accounts/membership.ts';
import type { AgentId, AgentKeyId, UserId } from '../kernel/ids.ts';
import type { Paisa } from '../kernel/money.ts';
import type { Actor } from '../platform/trail.ts';
import type { AgentSale } from '../bookings/booking.ts';
import type { AgentKey, AgentScope } from './agent-key.ts';

/** One of an agent's people, signed in. */
export interface AgentPerson {
  readonly userId: UserId;
  readonly position: AgentPosition;
}

/** A program that calls with one of an agent's keys. */
export interface AgentProgram {
  readonly keyId: AgentKeyId;
  readonly label: string;
  readonly scopes: readonly AgentScope[];
  /** Bounds the total of the key's sales of a local day. Null means no bound. */
  readonly dailyAmount: Paisa | null;
}

/** A caller who acts for an agent. */
export interface AgentCaller {
  readonly agentId: AgentId;
  readonly by: AgentPerson | AgentProgram;
}

export const personCalling = (userId: UserId, { agentId, position }: AgentMembership): AgentCaller => ({
  agentId,
  by: { userId, position },
});

export const programCalling = ({ agentId, id, label, scopes, dailyAmount }: AgentKey): AgentCaller => ({
  agentId,
  by: { keyId: id, label, scopes, dailyAmount },
});

/** The caller as its sales name it: the key, or nobody's key; and the key's label or the person's name. */
export async function sellerOf(
  { users }: { readonly users: Pick<UserRepo, 'find'> },
  { by }: AgentCaller,
): Promise<Pick<AgentSale, 'keyId' | 'seller'>> {
  if ('keyId' in by) return { keyId: by.keyId, seller: by.label };
  return { keyId: null, seller: (await users.find(by.userId))?.fullName ?? '' };
}

/** The caller as the activity log names it. */
export const actorOf = ({ by }: AgentCaller): Actor =>
  'userId' in by ? { role: 'AGENT', userId: by.userId } : { role: 'AGENT', keyId: by.keyId };
