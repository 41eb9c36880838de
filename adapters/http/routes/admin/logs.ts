import { Type } from '@sinclair/typebox';
import { ROLES } from '../../../../core/accounts/account.ts';
import { LOGIN_KINDS } from '../../../../core/accounts/ports.ts';
import type { ListedLogin } from '../../../../core/administration/ports.ts';
import type { ViewActivityLog } from '../../../../core/administration/view-activity-log.ts';
import type { ViewLoginLog } from '../../../../core/administration/view-login-log.ts';
import type { UserId } from '../../../../core/kernel/ids.ts';
import { toIso } from '../../../../core/kernel/time.ts';
import { TRAIL_KINDS } from '../../../../core/trail/trail.ts';
import { activityResponse, toActivity } from '../../responses/activity.ts';
import { emailAddress, moment, nullable } from '../../route/fields.ts';
import { key, listRoute, oneOfWords } from '../../route/list-route.ts';
import type { ListNeeds } from '../../route/list-route.ts';
import { subjectFilter } from '../../route/subject-filter.ts';

interface Uses extends ListNeeds {
  readonly viewLoginLog: ViewLoginLog;
  readonly viewActivityLog: ViewActivityLog;
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

export const adminLogRoutes = ({ viewLoginLog, viewActivityLog, ...lists }: Uses) => [
  listRoute(lists, {
    path: '/api/admin/login-log',
    operationId: 'viewLoginLog',
    summary: 'See who tried to sign in, from where, and how it ended',
    description: 'Newest first.',
    access: 'admin',
    filters: { user_id: key<UserId>('Of one user.'), kind: oneOfWords(LOGIN_KINDS) },
    byDay: true,
    item: login,
    list: ({ given: { user_id: userId, kind }, during }, page) =>
      viewLoginLog({ ...(userId && { userId }), ...(kind && { kind }), during }, page),
    toItem: toLogin,
  }),

  listRoute(lists, {
    path: '/api/admin/activity-log',
    operationId: 'viewActivityLog',
    summary: 'See what was changed, by whom',
    description: 'Newest first.',
    access: 'admin',
    filters: {
      user_id: key<UserId>('What one user did.'),
      kind: oneOfWords(TRAIL_KINDS),
      subject: subjectFilter,
    },
    byDay: true,
    item: activityResponse,
    list: ({ given: { user_id: userId, kind, subject }, during }, page) =>
      viewActivityLog({ ...(userId && { userId }), ...(kind && { kind }), ...(subject && { subject }), during }, page),
    toItem: toActivity,
  }),
];
