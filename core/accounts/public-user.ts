import type { OperatorId, UserId } from '../kernel/ids.ts';
import type { Instant } from '../kernel/time.ts';
import type { Account, Role } from './account.ts';
import type { Avatars } from './ports.ts';

/** The part of an account that its user may see. */
export interface PublicUser {
  readonly id: UserId;
  readonly fullName: string;
  readonly email: string;
  readonly phone: string | null;
  /** The role of this session. */
  readonly role: Role;
  readonly emailVerified: boolean;
  readonly avatarColor: string;
  readonly createdAt: Instant;
  /** Operators only: the company they belong to. */
  readonly companyName?: string;
  /** Operators only. It is part of the topic of their notifications. */
  readonly operatorId?: OperatorId;
  readonly avatarUrl?: string;
}

/** The account as it is shown to its user, who is signed in with a role. */
export const publicUser = (account: Account, role: Role, avatars: Pick<Avatars, 'url'>): PublicUser => ({
  id: account.id,
  fullName: account.fullName,
  email: account.email,
  phone: account.phone,
  role,
  emailVerified: account.emailVerified,
  avatarColor: account.avatarColor,
  createdAt: account.createdAt,
  ...(role === 'OPERATOR' && { companyName: account.companyName ?? account.fullName }),
  ...(role === 'OPERATOR' && account.operatorId !== null && { operatorId: account.operatorId }),
  ...(account.avatar !== null && { avatarUrl: avatars.url(account.avatar) }),
});
