import { Type } from '@sinclair/typebox';
import { ROLES, USER_STATUSES } from '../../../core/accounts/account.ts';
import {
  type ReactivateUser,
  type SignOutUser,
  type SuspendUser,
  lastAdmin,
  userActive,
  userSuspended,
  userUnknown,
  yourself,
} from '../../../core/accounts/suspend-user.ts';
import type { UserDirectory } from '../../../core/accounts/user-directory.ts';
import type { ViewUser } from '../../../core/accounts/view-users.ts';
import type { UserId } from '../../../core/kernel/ids.ts';
import { listedUserResponse, toListedUser } from './listed-user.ts';
import { id, sizedLines } from '../route/fields.ts';
import { type ListNeeds, listRoute, oneOfWords, substring } from '../route/list-route.ts';
import { route } from '../route/route.ts';

interface Uses extends ListNeeds {
  readonly userDirectory: UserDirectory;
  readonly viewUser: ViewUser;
  readonly suspendUser: SuspendUser;
  readonly reactivateUser: ReactivateUser;
  readonly signOutUser: SignOutUser;
}

const params = Type.Object({ id: id<UserId>({ description: 'Identifies the user.' }) });

export const adminUserRoutes = ({
  userDirectory,
  viewUser,
  suspendUser,
  reactivateUser,
  signOutUser,
  ...lists
}: Uses) => {
  const exists = ({ params: { id: user } }: { readonly params: { readonly id: UserId } }) => viewUser(user);

  return [
    listRoute(lists, {
      path: '/api/admin/users',
      operationId: 'listUsers',
      summary: 'List users',
      description: 'Lists the accounts of passengers, operators and administrators, newest first.',
      returns: 'Lists the users, newest first, page by page.',
      access: 'admin',
      filters: {
        q: substring('Limits the list to users with this text in the name, e-mail address or phone number.'),
        role: oneOfWords(
          ROLES,
          `Limits the list to users who have the role, as their first or added later: one of ${ROLES.join(', ')}.`,
        ),
        status: oneOfWords(USER_STATUSES),
      },
      item: listedUserResponse,
      list: ({ given }, page) => userDirectory.list(given, page),
      toItem: toListedUser,
    }),

    route({
      method: 'get',
      path: '/api/admin/users/:id',
      operationId: 'getUser',
      summary: 'Look at a user',
      description: 'Shows an administrator one account, with its roles, its status and its last sign-in.',
      returns: 'Shows the user with this id.',
      access: 'admin',
      params,
      status: 200,
      response: listedUserResponse,
      refuses: [userUnknown],
      handle: async ({ params: { id: user } }) => toListedUser(await viewUser(user)),
    }),

    route({
      method: 'post',
      path: '/api/admin/users/:id/suspend',
      operationId: 'suspendUser',
      summary: 'Suspend a user',
      description:
        'Suspends a user: their sessions, trusted devices and realtime connections end, and they cannot sign in any more.',
      returns: 'Shows the user, who is suspended now.',
      access: 'admin',
      idempotent: true,
      params,
      exists,
      body: Type.Object({
        reason: sizedLines(
          { max: 500 },
          { description: 'Gives the reason, which the activity log shows.', examples: ['Paid with stolen cards.'] },
        ),
      }),
      status: 200,
      response: listedUserResponse,
      refuses: [userUnknown, userSuspended, yourself, lastAdmin],
      handle: ({ caller, params: { id: user }, body, once }) =>
        once(toListedUser, (keep) => suspendUser(caller.userId, user, body.reason, keep)),
    }),

    route({
      method: 'post',
      path: '/api/admin/users/:id/reactivate',
      operationId: 'reactivateUser',
      summary: 'Let a suspended user sign in again',
      description: 'Lets a suspended user sign in again. Sessions that the suspension ended stay ended.',
      returns: 'Shows the user, who is active again.',
      access: 'admin',
      idempotent: true,
      params,
      exists,
      status: 200,
      response: listedUserResponse,
      refuses: [userUnknown, userActive],
      handle: ({ caller, params: { id: user }, once }) =>
        once(toListedUser, (keep) => reactivateUser(caller.userId, user, keep)),
    }),

    route({
      method: 'post',
      path: '/api/admin/users/:id/sign-out',
      operationId: 'signOutUser',
      summary: 'Sign a user out everywhere',
      description: 'Ends the sessions, trusted devices and realtime connections of a user. The user may sign in again.',
      returns: 'Shows the user, whose sessions have ended.',
      access: 'admin',
      idempotent: true,
      params,
      exists,
      status: 200,
      response: listedUserResponse,
      refuses: [userUnknown],
      handle: ({ caller, params: { id: user }, once }) =>
        once(toListedUser, (keep) => signOutUser(caller.userId, user, keep)),
    }),
  ];
};
