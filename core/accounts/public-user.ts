import type { Account, PublicUser } from './account.ts';
import type { Role } from './caller.ts';
import type { Avatars } from './ports.ts';

/** What somebody signed in with a role may see of their account. */
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
  ...(account.avatar !== null && { avatarUrl: avatars.url(account.avatar) }),
});
