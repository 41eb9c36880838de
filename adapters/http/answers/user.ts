import { Type } from '@sinclair/typebox';
import type { PublicUser } from '../../../core/accounts/account.ts';
import type { SignedIn } from '../../../core/accounts/enter.ts';
import { toIso } from '../../../core/kernel/time.ts';
import { moment, nullable } from '../fields.ts';

export const role = Type.Unsafe<PublicUser['role']>({ type: 'string', enum: ['PASSENGER', 'OPERATOR', 'ADMIN'], description: 'The role this session is for.' });

/** A user as the user is told. */
export const userAnswer = Type.Object({
  id: Type.Integer({ examples: [7] }),
  full_name: Type.String({ examples: ['Asha Gurung'] }),
  email: Type.String({ examples: ['asha@example.com'] }),
  phone: nullable(Type.String({ examples: ['9812345678'] })),
  role,
  email_verified: Type.Boolean(),
  avatar_color: Type.String({ description: 'Behind the initials of somebody without a picture.', examples: ['#0f766e'] }),
  created_at: moment(),
  company_name: Type.Optional(Type.String({ description: 'Of an operator only.', examples: ['Blue Sky Travels'] })),
  avatar_url: Type.Optional(Type.String({ description: 'Absolute; only when there is a picture.' })),
}, { title: 'User' });

export const toUserAnswer = (user: PublicUser) => ({
  id: user.id,
  full_name: user.fullName,
  email: user.email,
  phone: user.phone,
  role: user.role,
  email_verified: user.emailVerified,
  avatar_color: user.avatarColor,
  created_at: toIso(user.createdAt),
  ...(user.companyName !== undefined && { company_name: user.companyName }),
  ...(user.avatarUrl !== undefined && { avatar_url: user.avatarUrl }),
});

/** The pair of tokens that makes a session. */
export const tokenFields = {
  access: Type.String({ description: 'Show it as `Authorization: Bearer …`. Good for minutes.', examples: ['eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9…'] }),
  refresh: Type.String({ description: 'Exchange it, once, for the next pair. Good for days.', examples: ['eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9…'] }),
};

/** What signing in brings. */
export const sessionAnswer = Type.Object({ ...tokenFields, user: userAnswer }, { title: 'Session' });

export const toSessionAnswer = ({ access, refresh, user }: SignedIn) => ({ access, refresh, user: toUserAnswer(user) });
