import { Type } from '@sinclair/typebox';
import type { PublicUser } from '../../../core/accounts/view-me.ts';
import type { SignedIn } from '../../../core/accounts/open-session.ts';
import { toIso } from '../../../core/kernel/time.ts';
import { emailAddress, moment, nullable, password } from '../route/fields.ts';

export const role = Type.Unsafe<PublicUser['role']>({
  type: 'string',
  enum: ['PASSENGER', 'OPERATOR', 'ADMIN'],
  description: 'The role this session is for.',
});

/** A user, as users see themselves. */
export const userResponse = Type.Object(
  {
    id: Type.Integer({ examples: [7] }),
    full_name: Type.String({ examples: ['Asha Gurung'] }),
    email: nullable(emailAddress()),
    phone: nullable(Type.String({ examples: ['9812345678'] })),
    role,
    email_verified: Type.Boolean(),
    phone_verified: Type.Boolean(),
    avatar_color: Type.String({
      description: 'The background of the initials of a user without a picture.',
      examples: ['#0f766e'],
    }),
    created_at: moment(),
    company_name: Type.Optional(Type.String({ description: 'Operators only.', examples: ['Blue Sky Travels'] })),
    operator_id: Type.Optional(
      Type.Integer({
        description: 'Operators only: part of the topic of their notifications.',
        examples: [3],
      }),
    ),
    avatar_url: Type.Optional(Type.String({ format: 'uri', description: 'Absolute; only when there is a picture.' })),
  },
  { title: 'User' },
);

const toUserResponse = (user: PublicUser) => ({
  id: user.id,
  full_name: user.fullName,
  email: user.email,
  phone: user.phone,
  role: user.role,
  email_verified: user.emailVerified,
  phone_verified: user.phoneVerified,
  avatar_color: user.avatarColor,
  created_at: toIso(user.createdAt),
  ...(user.companyName !== undefined && { company_name: user.companyName }),
  ...(user.operatorId !== undefined && { operator_id: user.operatorId }),
  ...(user.avatarUrl !== undefined && { avatar_url: user.avatarUrl }),
});

/** The caller's password, for changes that not even a thief of an access token may make. */
export const currentPassword = () =>
  password({
    description: 'The current password of the account. A wrong one counts as at a sign-in.',
    examples: ['himal-2026'],
  });

/** The access token and the refresh token of a session. */
export const tokenFields = {
  access: Type.String({
    description: 'Send it as `Authorization: Bearer …`. Valid for minutes.',
    examples: ['eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9…'],
  }),
  refresh: Type.String({
    description: 'Exchange it, once, for the next pair. Valid for days.',
    examples: ['eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9…'],
  }),
};

/** The response to a sign-in. */
export const sessionResponse = Type.Object({ ...tokenFields, user: userResponse }, { title: 'Session' });

export const toSessionResponse = ({ access, refresh, user }: SignedIn) => ({
  access,
  refresh,
  user: toUserResponse(user),
});
