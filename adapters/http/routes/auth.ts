import { Type } from '@sinclair/typebox';
import type { ForgotPassword } from '../../../core/accounts/forgot-password.ts';
import type { RefreshSession } from '../../../core/accounts/refresh-session.ts';
import {
  accountNotActive,
  badCredentials,
  codeAbsent,
  codeNotSent,
  codeUsedUp,
  codeWrong,
  emailTaken,
  locked,
  passwordUnusable,
  phoneTaken,
  refreshMissing,
  refreshRevoked,
  refreshUnreadable,
  resetTokenInvalid,
  roleGone,
  signedOutRemotely,
  signupMailFailed,
  ticketInvalid,
  tooManySigningIn,
  userGone,
  wrongPortal,
} from '../../../core/accounts/refusals.ts';
import type { RegisterOperator } from '../../../core/accounts/register-operator.ts';
import type { ResendCode } from '../../../core/accounts/resend-code.ts';
import type { ResetPassword } from '../../../core/accounts/reset-password.ts';
import type { CodeSent, SignInPortal } from '../../../core/accounts/sign-in-portal.ts';
import type { SignOutEverywhere } from '../../../core/accounts/sign-out-everywhere.ts';
import type { SignOut } from '../../../core/accounts/sign-out.ts';
import type { VerifyCode } from '../../../core/accounts/verify-code.ts';
import type { ViewMe } from '../../../core/accounts/view-me.ts';
import { role, sessionResponse, toSessionResponse } from '../responses/user.ts';
import { emailAddress, password, text, yes } from '../route/fields.ts';
import { route } from '../route/route.ts';

interface Uses {
  readonly signInPortal: SignInPortal;
  readonly verifyCode: VerifyCode;
  readonly resendCode: ResendCode;
  readonly registerOperator: RegisterOperator;
  readonly forgotPortalPassword: ForgotPassword;
  readonly resetPortalPassword: ResetPassword;
  readonly refreshSession: RefreshSession;
  readonly viewMe: ViewMe;
  readonly signOut: SignOut;
  readonly signOutEverywhere: SignOutEverywhere;
}

const email = text({ needed: true, format: 'email', examples: ['sita@example.com'] });
const deviceId = text({
  description:
    'Names this browser, so that it can be trusted for some days. Chosen by the client, cut to 100 characters.',
  examples: ['b7c1e0d2-laptop'],
});
const ticket = text({
  needed: true,
  description: 'From the sign-in or the registration; good for 10 minutes.',
  examples: ['eyJ1aWQiOjd9.c2lnbmF0dXJl'],
});

const codeSentResponse = Type.Object(
  {
    otp_required: yes(),
    ticket: Type.String({
      description: 'Show it together with the mailed code.',
      examples: ['eyJ1aWQiOjd9.c2lnbmF0dXJl'],
    }),
    email: emailAddress({ description: 'Where the code was mailed to.', examples: ['sita@example.com'] }),
  },
  { title: 'CodeSent' },
);

const toCodeSentResponse = (sent: CodeSent) => ({ otp_required: true, ticket: sent.ticket, email: sent.email });

export const authRoutes = (uses: Uses) => [...portalRoutes(uses), ...passwordRoutes(uses), ...sessionRoutes(uses)];

const portalRoutes = ({ signInPortal, verifyCode, resendCode, registerOperator }: Uses) => [
  route({
    method: 'post',
    path: '/api/auth/login',
    operationId: 'signInToPortal',
    summary: 'Sign in to a portal',
    description:
      'Admins get their tokens at once, and so do operators on a trusted device. Other operators get a ticket, and a code by mail.',
    access: 'public',
    limit: 'sign-in',
    secret: true,
    body: Type.Object({
      portal: text({
        needed: true,
        shown: { enum: ['operator', 'admin'] },
        description: 'In any case.',
        examples: ['operator'],
      }),
      email,
      password: password({ needed: true, examples: ['secret-123'] }),
      device_id: deviceId,
    }),
    status: 200,
    response: Type.Union([sessionResponse, codeSentResponse]),
    refuses: [badCredentials, accountNotActive, passwordUnusable, wrongPortal, locked, codeNotSent, tooManySigningIn],
    handle: async ({ body, origin }) => {
      const outcome = await signInPortal(
        { portal: body.portal, email: body.email, password: body.password, deviceId: body.device_id },
        origin,
      );
      return 'access' in outcome ? toSessionResponse(outcome) : toCodeSentResponse(outcome);
    },
  }),

  route({
    method: 'post',
    path: '/api/auth/verify-otp',
    operationId: 'verifySignInCode',
    summary: 'Finish signing in with the mailed code',
    description: 'Makes the device named at sign-in a trusted one.',
    access: 'public',
    limit: 'code',
    secret: true,
    body: Type.Object({ ticket, code: text({ needed: true, examples: ['042137'] }) }),
    status: 200,
    response: sessionResponse,
    refuses: [ticketInvalid, codeWrong, codeAbsent, codeUsedUp],
    handle: async ({ body, origin }) => toSessionResponse(await verifyCode(body, origin)),
  }),

  route({
    method: 'post',
    path: '/api/auth/resend-otp',
    operationId: 'resendSignInCode',
    summary: 'Mail another sign-in code',
    access: 'public',
    limit: 'code',
    body: Type.Object({ ticket }),
    status: 200,
    response: Type.Object({ resent: yes(), email: emailAddress({ examples: ['sita@example.com'] }) }),
    refuses: [ticketInvalid, codeNotSent],
    handle: async ({ body, origin }) => ({ resent: true, email: (await resendCode(body.ticket, origin)).email }),
  }),

  route({
    method: 'post',
    path: '/api/auth/register',
    operationId: 'registerOperator',
    summary: 'Register a bus company',
    description:
      "Finish with the mailed code. When the mail can't be sent (502) the account is there all the same: sign in to get another code.",
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
    response: codeSentResponse,
    refuses: [emailTaken, phoneTaken, signupMailFailed, tooManySigningIn],
    handle: async ({ body, origin }) =>
      toCodeSentResponse(
        await registerOperator(
          {
            fullName: body.full_name,
            companyName: body.company_name,
            email: body.email,
            password: body.password,
            phone: body.phone,
            deviceId: body.device_id,
          },
          origin,
        ),
      ),
  }),
];

const passwordRoutes = ({ forgotPortalPassword, resetPortalPassword }: Uses) => [
  route({
    method: 'post',
    path: '/api/auth/forgot-password',
    operationId: 'forgotPortalPassword',
    summary: 'Ask for a link to reset a portal password',
    description:
      'For operators and admins. The answer is the same whether or not there is such an account. The link leads to the operator login page, with the `token` in its query.',
    access: 'public',
    limit: 'code',
    body: Type.Object({ email }),
    status: 200,
    response: Type.Object({ sent: yes() }),
    handle: async ({ body, origin }) => {
      await forgotPortalPassword(body.email, origin);
      return { sent: true };
    },
  }),

  route({
    method: 'post',
    path: '/api/auth/reset-password',
    operationId: 'resetPortalPassword',
    summary: 'Set a new portal password with the mailed link',
    description:
      'The link works once. Every session ends, no device is trusted any more, and a lock because of wrong passwords is lifted.',
    access: 'public',
    limit: 'sign-in',
    body: Type.Object({
      token: text({ needed: true, description: 'From the link; good for an hour.' }),
      new_password: password({ needed: true, description: '6 to 128 characters.', examples: ['secret-456'] }),
    }),
    status: 200,
    response: Type.Object({ reset: yes() }),
    refuses: [resetTokenInvalid, tooManySigningIn],
    handle: async ({ body }) => {
      await resetPortalPassword({ token: body.token, newPassword: body.new_password });
      return { reset: true };
    },
  }),
];

const refreshToken = (description: string, needed: boolean) =>
  text({ description, needed, examples: ['eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9…'] });

const sessionRoutes = ({ refreshSession, viewMe, signOut, signOutEverywhere }: Uses) => [
  route({
    method: 'post',
    path: '/api/auth/refresh',
    operationId: 'refreshSession',
    summary: 'Exchange a refresh token for a new pair',
    description:
      'Each refresh token works once. One shown again later ends every session that came from the same sign-in.',
    access: 'public',
    secret: true,
    body: Type.Object({ refresh: refreshToken('The newest refresh token.', true) }),
    status: 200,
    response: sessionResponse,
    refuses: [refreshMissing, refreshUnreadable, refreshRevoked, userGone, signedOutRemotely, roleGone],
    handle: async ({ body }) => toSessionResponse(await refreshSession(body.refresh)),
  }),

  route({
    method: 'get',
    path: '/api/auth/me',
    operationId: 'getMe',
    summary: 'Who is signed in',
    access: 'user',
    status: 200,
    response: Type.Object({
      id: Type.Integer({ examples: [7] }),
      full_name: Type.String({ examples: ['Asha Gurung'] }),
      email: emailAddress(),
      role,
      expires_at: Type.String({
        description: 'When the access token expires, local time.',
        examples: ['2026-11-20 10:15'],
      }),
    }),
    handle: async ({ caller }) => {
      const { id, fullName, email: address, role: acting, expiresAt } = await viewMe(caller);
      return { id, full_name: fullName, email: address, role: acting, expires_at: expiresAt };
    },
  }),

  route({
    method: 'post',
    path: '/api/auth/logout',
    operationId: 'signOut',
    summary: 'Sign out',
    access: 'user',
    body: Type.Object({
      refresh: refreshToken('Optional: its session ends. One that is not valid is ignored.', false),
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
    description: 'Every access and refresh token of yours stops working at once, and no device is trusted any more.',
    access: 'user',
    status: 200,
    response: Type.Object({ revoked: yes() }),
    handle: async ({ caller, origin }) => {
      await signOutEverywhere(caller, origin);
      return { revoked: true };
    },
  }),
];
