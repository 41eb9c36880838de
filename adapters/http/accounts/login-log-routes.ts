import { Type } from '@sinclair/typebox';
import { ROLES } from '../../../core/accounts/account.ts';
import type { ListedLogin, LoginLogViews } from '../../../core/accounts/user-directory.ts';
import { LOGIN_KINDS } from '../../../core/accounts/ports.ts';
import type { UserId } from '../../../core/kernel/ids.ts';
import { toIso } from '../../../core/kernel/time.ts';
import { emailAddress, moment, nullable } from '../route/fields.ts';
import { type ListNeeds, key, listRoute, oneOfWords } from '../route/list-route.ts';

interface Uses extends ListNeeds {
  readonly loginLogViews: LoginLogViews;
}

const login = Type.Object(
  {
    id: Type.Integer({ examples: [4711] }),
    at: moment(),
    kind: Type.String({ enum: LOGIN_KINDS }),
    user_id: nullable(Type.Integer({ examples: [7] })),
    email: nullable(emailAddress()),
    role: nullable(Type.String({ enum: ROLES })),
    message: Type.String({ examples: ['Signed in.'] }),
    ip: Type.String({ examples: ['203.0.113.7'] }),
    user_agent: Type.String(),
  },
  { title: 'Login' },
);

const toLogin = ({ id, at, kind, userId, email, role, message, origin }: ListedLogin) => ({
  id,
  at: toIso(at),
  kind,
  user_id: userId ?? null,
  email: email ?? null,
  role: role ?? null,
  message,
  ip: origin.ip,
  user_agent: origin.userAgent,
});

export const loginLogRoutes = ({ loginLogViews, ...lists }: Uses) => [
  listRoute(lists, {
    path: '/api/admin/login-log',
    operationId: 'viewLoginLog',
    summary: 'See who tried to sign in, from where, and how it ended',
    description: 'Lists attempts to sign in, newest first: who tried, from which address, and with what outcome.',
    returns: 'Lists the sign-ins, newest first, page by page.',
    access: 'admin',
    filters: {
      user_id: key<UserId>('Limits the list to the entries of the user with this id.'),
      kind: oneOfWords(LOGIN_KINDS),
    },
    byDay: true,
    item: login,
    list: ({ given: { user_id: userId, kind }, during }, page) =>
      loginLogViews.list({ ...(userId && { userId }), ...(kind && { kind }), during }, page),
    toItem: toLogin,
  }),
];
