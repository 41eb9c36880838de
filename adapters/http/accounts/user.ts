import { Type } from '@sinclair/typebox';
import type { PublicUser } from '../../../core/accounts/view-me.ts';
import type { SignedIn } from '../../../core/accounts/open-session.ts';
import { toIso } from '../../../core/kernel/time.ts';
import { creationMoment, emailAddress, nullable, password } from '../route/fields.ts';

export const role = Type.Unsafe<PublicUser['role']>({
  type: 'string',
  enum: ['PASSENGER', 'OPERATOR', 'ADMIN'],
  description: 'Names the role in which the user has signed in.',
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
      description: 'Is the background colour of the initials of a user without a picture.',
      examples: ['#0f766e'],
    }),
    created_at: creationMoment(),
    company_name: Type.Optional(
      Type.String({
        description: "Names the user's company or agent. Only operators have this field.",
        examples: ['Blue Sky Travels'],
      }),
    ),
    operator_id: Type.Optional(
      nullable(
        Type.Integer({
          description:
            "Identifies the user's company, and is part of the topic of its notifications; null for people of an agent. Only operators have this field.",
          examples: [3],
        }),
      ),
    ),
    agent_id: Type.Optional(
      Type.Integer({
        description: "Identifies the user's agent. Only the people of agents have this field.",
        examples: [5],
      }),
    ),
    avatar_url: Type.Optional(
      Type.String({
        format: 'uri',
        description:
          "Gives the absolute address of the user's picture. A user without a picture does not have this field.",
      }),
    ),
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
  ...(user.agentId !== undefined && { agent_id: user.agentId }),
  ...(user.avatarUrl !== undefined && { avatar_url: user.avatarUrl }),
});

/** The caller's password, for changes that not even a thief of an access token may make. */
export const currentPassword = () =>
  password({
    description: 'Is the current password of the account. A wrong one counts as at a sign-in.',
    examples: ['himal-2026'],
  });

/** The access token and the refresh token of a session. */
export const tokenFields = {
  access: Type.String({
    description: 'Is the access token. Send it as `Authorization: Bearer …`. It is valid for minutes.',
    examples: ['eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9…'],
  }),
  refresh: Type.String({
    description: 'Is the refresh token. Exchange it, once, for the next pair of tokens. It is valid for days.',
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
