import { Type } from '@sinclair/typebox';
import { AGENT_POSITIONS } from '../../../core/accounts/membership.ts';
import type { RefreshSession } from '../../../core/accounts/refresh-session.ts';
import {
  refreshMissing,
  refreshRevoked,
  refreshUnreadable,
  roleGone,
  sessionOver,
  signedOutRemotely,
  userGone,
} from '../../../core/accounts/refusals.ts';
import type { SignOut, SignOutEverywhere } from '../../../core/accounts/sign-out.ts';
import type { ViewMe } from '../../../core/accounts/view-me.ts';
import { role, sessionResponse, toSessionResponse } from './user.ts';
import { emailAddress, nullable, text, yes } from '../route/fields.ts';
import { route } from '../route/route.ts';

interface Uses {
  readonly refreshSession: RefreshSession;
  readonly viewMe: ViewMe;
  readonly signOut: SignOut;
  readonly signOutEverywhere: SignOutEverywhere;
}

const refreshToken = (description: string, needed: boolean) =>
  text({ description, needed, examples: ['eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9…'] });

export const sessionRoutes = ({ refreshSession, viewMe, signOut, signOutEverywhere }: Uses) => [
  route({
    method: 'post',
    path: '/api/auth/refresh',
    operationId: 'refreshSession',
    summary: 'Exchange a refresh token for a new pair',
    description:
      'Each refresh token works once. One shown again later ends every session that came from the same sign-in. A session ends 180 days after its sign-in.',
    returns: 'Gives the next tokens of the session, and its user.',
    access: 'public',
    secret: true,
    body: Type.Object({ refresh: refreshToken('Is the newest refresh token of the session.', true) }),
    status: 200,
    response: sessionResponse,
    refuses: [refreshMissing, refreshUnreadable, refreshRevoked, sessionOver, userGone, signedOutRemotely, roleGone],
    handle: async ({ body }) => toSessionResponse(await refreshSession(body.refresh)),
  }),

  route({
    method: 'get',
    path: '/api/auth/me',
    operationId: 'getMe',
    summary: 'Who is signed in',
    description: 'Tells a program whose access token it holds, in which role, and until when.',
    returns: 'Shows the signed-in user, the role of the session, and when the access token expires.',
    access: 'user',
    status: 200,
    response: Type.Object({
      id: Type.Integer({ examples: [7] }),
      full_name: Type.String({ examples: ['Asha Gurung'] }),
      email: nullable(emailAddress()),
      role,
      expires_at: Type.String({
        description: 'Tells when the access token expires, in local time.',
        examples: ['2026-11-20 10:15'],
      }),
      totp: Type.Boolean({
        description: 'Is true if signing in takes the code of an authenticator app; false if it does not.',
      }),
      agent: nullable(
        Type.Object(
          {
            id: Type.Integer({ examples: [5] }),
            name: Type.String({ examples: ['Himal Tickets'] }),
            position: Type.String({ enum: AGENT_POSITIONS }),
          },
          { description: 'Names the agent that the user acts for, and their position in it; null for everybody else.' },
        ),
      ),
    }),
    handle: async ({ caller }) => {
      const { id, fullName, email: address, role: acting, expiresAt, totp, agent } = await viewMe(caller);
      return {
        id,
        full_name: fullName,
        email: address,
        role: acting,
        expires_at: expiresAt,
        totp,
        agent: agent && { id: agent.agentId, name: agent.agentName, position: agent.position },
      };
    },
  }),

  route({
    method: 'post',
    path: '/api/auth/logout',
    operationId: 'signOut',
    summary: 'Sign out',
    description:
      'Ends the session of the access token and, if a refresh token of yours is given, the session of that one. Their tokens stop working at once.',
    returns: 'Confirms that the session has ended.',
    access: 'user',
    body: Type.Object({
      refresh: refreshToken(
        'Is the refresh token whose session ends as well. It may be left out, and a token that is not valid is ignored.',
        false,
      ),
    }),
    status: 200,
    response: Type.Object({ logged_out: yes() }),
    handle: async ({ caller, body, origin }) => {
      await signOut(caller, body.refresh, origin);
      return { logged_out: true };
    },
  }),

  route({
    method: 'post',
    path: '/api/auth/logout-all',
    operationId: 'signOutEverywhere',
    summary: 'Sign out everywhere',
    description:
      'Ends all your sessions: every access and refresh token of yours stops working at once, and no device is trusted any more.',
    returns: 'Confirms that all sessions have ended.',
    access: 'user',
    status: 200,
    response: Type.Object({ revoked: yes() }),
    handle: async ({ caller, origin }) => {
      await signOutEverywhere(caller, origin);
      return { revoked: true };
    },
  }),
];
