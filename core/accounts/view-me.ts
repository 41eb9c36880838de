import type { AgentId, OperatorId, UserId } from '../kernel/ids.ts';
import type { Instant } from '../kernel/time.ts';
import type { Account, Caller, Role } from './account.ts';
import type { AgentMembership } from './membership.ts';
import type { Avatars } from './ports.ts';
import { userGone } from './refusals.ts';
import type { AccountWorld } from './world.ts';

/** The fields of an account that its user may see. */
export interface PublicUser {
  readonly id: UserId;
  readonly fullName: string;
  readonly email: string | null;
  readonly phone: string | null;
  /** The role in which the user has signed in. */
  readonly role: Role;
  readonly emailVerified: boolean;
  readonly phoneVerified: boolean;
  readonly avatarColor: string;
  readonly createdAt: Instant;
  /** Operators only: the name of their company or agent. */
  readonly companyName?: string;
  /**
   * Operators only: the id of their company. The topic of its notifications contains this id. Null for people of
   * agents.
   */
  readonly operatorId?: OperatorId | null;
  /** People of agents only: the id of their agent. */
  readonly agentId?: AgentId;
  readonly avatarUrl?: string;
}

/** The account as its user sees it, in the role of the present session. */
export const publicUser = (account: Account, role: Role, avatars: Pick<Avatars, 'url'>): PublicUser => ({
  id: account.id,
  fullName: account.fullName,
  email: account.email,
  phone: account.phone,
  role,
  emailVerified: account.emailVerified,
  phoneVerified: account.phoneVerified,
  avatarColor: account.avatarColor,
  createdAt: account.createdAt,
  ...(role === 'OPERATOR' && { companyName: account.companyName ?? account.fullName }),
  ...(role === 'OPERATOR' && account.operatorId !== null && { operatorId: account.operatorId }),
  ...(role === 'OPERATOR' && account.agentId !== null && { operatorId: null, agentId: account.agentId }),
  ...(account.avatar !== null && { avatarUrl: avatars.url(account.avatar) }),
});

export interface Me extends Pick<Account, 'id' | 'fullName' | 'email' | 'role'> {
  /** The moment at which the access token expires, in local time, `YYYY-MM-DD HH:MM`. */
  readonly expiresAt: string;
  /** True if the account has an authenticator app. */
  readonly totp: boolean;
  /** The agent that the user acts for; null for everybody else. */
  readonly agent: AgentMembership | null;
}

export type ViewMe = ReturnType<typeof viewMe>;

/** The signed-in user, the role, and the expiry of the access token. */
export const viewMe =
  ({ accounts, calendar }: AccountWorld) =>
  async ({ userId, role, tokenExpiresAt, agent }: Caller): Promise<Me> => {
    const account = await accounts.find(userId);
    if (!account) throw userGone();
    return {
      id: account.id,
      fullName: account.fullName,
      email: account.email,
      role,
      expiresAt: calendar.text(tokenExpiresAt),
      totp: await accounts.hasSecondFactor(account.id),
      agent: agent ?? null,
    };
  };
