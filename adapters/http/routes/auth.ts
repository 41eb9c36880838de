import { Type } from '@sinclair/typebox';
import type { RefreshSession } from '../../../core/accounts/refresh-session.ts';
import type { RegisterOperator } from '../../../core/accounts/register-operator.ts';
import type { ResendCode } from '../../../core/accounts/resend-code.ts';
import type { CodeSent, SignInPortal } from '../../../core/accounts/sign-in-portal.ts';
import type { SignOut } from '../../../core/accounts/sign-out.ts';
import type { SignOutEverywhere } from '../../../core/accounts/sign-out-everywhere.ts';
import type { VerifyCode } from '../../../core/accounts/verify-code.ts';
import type { ViewMe } from '../../../core/accounts/view-me.ts';
import { role, sessionAnswer, toSessionAnswer } from '../answers/user.ts';
import { password, text, yes } from '../fields.ts';
import { route } from '../route.ts';

interface Uses {
  readonly signInPortal: SignInPortal;
  readonly verifyCode: VerifyCode;
  readonly resendCode: ResendCode;
  readonly registerOperator: RegisterOperator;
  readonly refreshSession: RefreshSession;
  readonly viewMe: ViewMe;
  readonly signOut: SignOut;
  readonly signOutEverywhere: SignOutEverywhere;
}

const email = text({ needed: true, examples: ['sita@example.com'] });
const deviceId = text({ description: 'Names this browser, so that it can be trusted for some days. Chosen by the client, cut to 100 characters.', examples: ['b7c1e0d2-laptop'] });
const ticket = text({ needed: true, description: 'From the sign-in or the registration; good for 10 minutes.', examples: ['eyJ1aWQiOjd9.c2lnbmF0dXJl'] });

const codeSentAnswer = Type.Object({
  otp_required: yes(),
  ticket: Type.String({ description: 'Show it together with the mailed code.', examples: ['eyJ1aWQiOjd9.c2lnbmF0dXJl'] }),
  email: Type.String({ description: 'Where the code was mailed to.', examples: ['sita@example.com'] }),
}, { title: 'CodeSent' });

const toCodeSentAnswer = (sent: CodeSent) => ({ otp_required: true, ticket: sent.ticket, email: sent.email });

export const authRoutes = (uses: Uses) => [...portalRoutes(uses), ...sessionRoutes(uses)];

const portalRoutes = ({ signInPortal, verifyCode, resendCode, registerOperator }: Uses) => [
  route({
    method: 'post',
    path: '/api/auth/login',
    summary: 'Sign in to a portal',
    description: 'Admins get their tokens at once, and so do operators on a trusted device. Other operators get a ticket, and a code by mail.',
    access: 'public',
    limit: 'sign-in',
    secret: true,
    body: Type.Object({
      portal: text({ needed: true, description: '`operator` or `admin`.', examples: ['operator'] }), email, password: password({ needed: true, examples: ['secret-123'] }), device_id: deviceId,
    }),
    status: 200,
    answer: Type.Union([sessionAnswer, codeSentAnswer]),
    refuses: {
      unauthenticated: ['BAD_CREDENTIALS'], forbidden: ['ACCOUNT_NOT_ACTIVE', 'NO_PASSWORD', 'WRONG_PORTAL'], locked: ['ACCOUNT_LOCKED'],
      throttled: ['CODE_NOT_SENT'], unavailable: ['SIGN_IN_BUSY'],
    },
    handle: async ({ body, origin }) => {
      const outcome = await signInPortal({ portal: body.portal, email: body.email, password: body.password, deviceId: body.device_id }, origin);
      return 'access' in outcome ? toSessionAnswer(outcome) : toCodeSentAnswer(outcome);
    },
  }),

  route({
    method: 'post',
    path: '/api/auth/verify-otp',
    summary: 'Finish signing in with the mailed code',
    description: 'Makes the device named at sign-in a trusted one.',
    access: 'public',
    limit: 'code',
    secret: true,
    body: Type.Object({ ticket, code: text({ needed: true, examples: ['042137'] }) }),
    status: 200,
    answer: sessionAnswer,
    refuses: { unauthenticated: ['TICKET_INVALID', 'CODE_WRONG'], expired: ['CODE_EXPIRED', 'CODE_EXHAUSTED'] },
    handle: async ({ body, origin }) => toSessionAnswer(await verifyCode(body, origin)),
  }),

  route({
    method: 'post',
    path: '/api/auth/resend-otp',
    summary: 'Mail another sign-in code',
    access: 'public',
    limit: 'code',
    body: Type.Object({ ticket }),
    status: 200,
    answer: Type.Object({ resent: yes(), email: Type.String({ examples: ['sita@example.com'] }) }),
    refuses: { unauthenticated: ['TICKET_INVALID'], throttled: ['CODE_NOT_SENT'] },
    handle: async ({ body, origin }) => ({ resent: true, email: (await resendCode(body.ticket, origin)).email }),
  }),

  route({
    method: 'post',
    path: '/api/auth/register',
    summary: 'Register a bus company',
    description: 'Finish with the mailed code. When the mail can\'t be sent (502) the account is there all the same: sign in to get another code.',
    access: 'public',
    limit: 'registration',
    secret: true,
    body: Type.Object({
      full_name: text({ needed: true, examples: ['Sita Rai'] }),
      company_name: text({ needed: true, examples: ['Blue Sky Travels'] }),
      email,
      password: password({ needed: true, description: '6 to 128 characters.', examples: ['secret-123'] }),
      phone: text({ description: 'Optional.', examples: ['9812345678'] }),
      device_id: deviceId,
    }),
    status: 200,
    answer: codeSentAnswer,
    refuses: { conflict: ['EMAIL_TAKEN', 'PHONE_TAKEN'], upstream: ['MAIL_FAILED'], unavailable: ['SIGN_IN_BUSY'] },
    handle: async ({ body, origin }) => toCodeSentAnswer(await registerOperator({
      fullName: body.full_name, companyName: body.company_name, email: body.email, password: body.password, phone: body.phone, deviceId: body.device_id,
    }, origin)),
  }),
];

const refreshToken = (description: string, needed: boolean) => text({ description, needed, examples: ['eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9…'] });

const sessionRoutes = ({ refreshSession, viewMe, signOut, signOutEverywhere }: Uses) => [
  route({
    method: 'post',
    path: '/api/auth/refresh',
    summary: 'Exchange a refresh token for a new pair',
    description: 'Each refresh token works once. One shown again later ends every session that came from the same sign-in.',
    access: 'public',
    secret: true,
    body: Type.Object({ refresh: refreshToken('The newest refresh token.', true) }),
    status: 200,
    answer: sessionAnswer,
    refuses: { unauthenticated: ['REFRESH_MISSING', 'REFRESH_INVALID', 'REFRESH_REVOKED', 'USER_GONE', 'SIGNED_OUT', 'ROLE_GONE'] },
    handle: async ({ body }) => toSessionAnswer(await refreshSession(body.refresh)),
  }),

  route({
    method: 'get',
    path: '/api/auth/me',
    summary: 'Who is signed in',
    access: 'user',
    status: 200,
    answer: Type.Object({
      id: Type.Integer({ examples: [7] }),
      full_name: Type.String({ examples: ['Asha Gurung'] }),
      email: Type.String({ examples: ['asha@example.com'] }),
      role,
      expires_at: Type.String({ description: 'When the access token expires, local time.', examples: ['2026-11-20 10:15'] }),
    }),
    handle: async ({ caller }) => {
      const { id, fullName, email: address, role: acting, expiresAt } = await viewMe(caller);
      return { id, full_name: fullName, email: address, role: acting, expires_at: expiresAt };
    },
  }),

  route({
    method: 'post',
    path: '/api/auth/logout',
    summary: 'Sign out',
    access: 'user',
    body: Type.Object({ refresh: refreshToken('Optional: its session ends. One that is not valid is ignored.', false) }),
    status: 200,
    answer: Type.Object({ logged_out: yes() }),
    handle: async ({ caller, body, origin }) => {
      await signOut(caller, body.refresh, origin);
      return { logged_out: true };
    },
  }),

  route({
    method: 'post',
    path: '/api/auth/logout-all',
    summary: 'Sign out everywhere',
    description: 'Every access and refresh token of yours stops working at once, and no device is trusted any more.',
    access: 'user',
    status: 200,
    answer: Type.Object({ revoked: yes() }),
    handle: async ({ caller, origin }) => {
      await signOutEverywhere(caller, origin);
      return { revoked: true };
    },
  }),
];
