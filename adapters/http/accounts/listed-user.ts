import { Type } from '@sinclair/typebox';
import type { ListedUser } from '../../../core/accounts/user-directory.ts';
import { ROLES, USER_STATUSES } from '../../../core/accounts/account.ts';
import { toIso } from '../../../core/kernel/time.ts';
import { creationMoment, emailAddress, isoOrNull, moment, nullable } from '../route/fields.ts';

/** A user, as administrators see them. */
export const listedUserResponse = Type.Object(
  {
    id: Type.Integer({ examples: [7] }),
    full_name: Type.String({ examples: ['Asha Gurung'] }),
    email: nullable(emailAddress()),
    phone: nullable(Type.String({ examples: ['9812345678'] })),
    role: Type.String({
      enum: ROLES,
      description: 'Gives the primary role of the user. Other roles may have been added.',
    }),
    status: Type.String({ enum: USER_STATUSES }),
    email_verified: Type.Boolean(),
    phone_verified: Type.Boolean(),
    last_login_at: nullable(moment({ description: 'Tells when the user last signed in; null if they never have.' })),
    created_at: creationMoment(),
  },
  { title: 'ListedUser' },
);

export const toListedUser = (user: ListedUser) => ({
  id: user.id,
  full_name: user.fullName,
  email: user.email,
  phone: user.phone,
  role: user.role,
  status: user.status,
  email_verified: user.emailVerified,
  phone_verified: user.phoneVerified,
  last_login_at: isoOrNull(user.lastLoginAt),
  created_at: toIso(user.createdAt),
});
