import { Type } from '@sinclair/typebox';
import type { ForgotPassword } from '../../../core/accounts/forgot-password.ts';
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
  resetTokenInvalid,
  signupMailFailed,
  ticketInvalid,
  tooManySigningIn,
  totpInsteadOfMail,
  totpTriesUsedUp,
  wrongPortal,
} from '../../../core/accounts/refusals.ts';
import type { RegisterOperator } from '../../../core/accounts/register-operator.ts';
import type { ResendCode } from '../../../core/accounts/verify-email.ts';
import type { ResetPassword } from '../../../core/accounts/reset-password.ts';
import type { SecondStep } from '../../../core/accounts/second-step.ts';
import type { SignInPortal } from '../../../core/accounts/sign-in-portal.ts';
import type { VerifyCode } from '../../../core/accounts/verify-code.ts';
import { sessionResponse, toSessionResponse } from './user.ts';
import { emailAddress, nameText, password, text, yes } from '../route/fields.ts';
import { route } from '../route/route.ts';

interface Uses {
  readonly signInPortal: SignInPortal;
  readonly verifyCode: VerifyCode;
  readonly resendCode: ResendCode;
  readonly registerOperator: RegisterOperator;
  readonly forgotPortalPassword: ForgotPassword;
  readonly resetPortalPassword: ResetPassword;
}

const email = text({ needed: true, format: 'email', examples: ['sita@example.com'] });
const deviceId = text({
  description:
    'Names this browser, so that it can be trusted for some days. The client chooses the name; it is cut to 100 characters.',
  examples: ['b7c1e0d2-laptop'],
});
const ticket = text({
  needed: true,
  description: 'Repeats the ticket of the sign-in or the registration, which is good for 10 minutes.',
  examples: ['eyJ1aWQiOjd9.c2lnbmF0dXJl'],
});

const givenTicket = (description: string) => Type.String({ description, examples: ['eyJ1aWQiOjd9.c2lnbmF0dXJl'] });

const secondStepResponse = Type.Object(
  {
    otp_required: yes('Says that a code is needed, and is always true.'),
    method: Type.Union([Type.Literal('email'), Type.Literal('totp')], {
      description:
        'Names the kind of code that is needed. With `email`, a code was mailed. With `totp`, the authenticator app shows the code; a recovery code does too.',
      examples: ['email'],
    }),
    ticket: givenTicket('Stands for this sign-in. Send the ticket together with the code.'),
    email: emailAddress({
      description: 'Gives the e-mail address of the account whose code is needed.',
      examples: ['sita@example.com'],
    }),
  },
  { title: 'SecondStep' },
);

const totpSetupResponse = Type.Object(
  {
    otp_required: yes('Says that a code is needed, and is always true.'),
    method: Type.Literal('totp-setup', {
      description:
        'Names the next step, always `totp-setup`: administrators need an authenticator app here, and this account has none yet.',
    }),
    ticket: givenTicket('Stands for this sign-in. With the ticket the app is set up: see `/api/auth/totp/start`.'),
  },
  { title: 'TotpSetup' },
);

const toSecondStepResponse = ({ method, ticket: given, email: address }: SecondStep) =>
  method === 'totp-setup'
    ? ({ otp_required: true, method, ticket: given } as const)
    : ({ otp_required: true, method, ticket: given, email: address } as const);

export const authRoutes = (uses: Uses) => [...portalRoutes(uses), ...passwordRoutes(uses)];

const portalRoutes = ({ signInPortal, verifyCode, resendCode, registerOperator }: Uses) => [
  route({
    method: 'post',
    path: '/api/auth/login',
    operationId: 'signInToPortal',
    summary: 'Sign in to a portal',
    description:
      'Admins get their tokens at once, and so do operators on a trusted device. Other operators get a ticket, and a code by mail. ' +
      'Whoever has an authenticator app gets a ticket and no mail; a trusted device saves operators that, never admins. ' +
      'With ADMIN_TOTP=required an admin without an app gets a ticket to set one up.',
    returns: 'Gives the tokens of the new session, or a ticket for the second step of the sign-in.',
    access: 'public',
    limit: 'sign-in',
    secret: true,
    body: Type.Object({
      portal: text({
        needed: true,
        shown: { enum: ['operator', 'admin'] },
        description: 'Names the portal to sign in to, in upper or lower case.',
        examples: ['operator'],
      }),
      email,
      password: password({ needed: true, examples: ['secret-123'] }),
      device_id: deviceId,
    }),
    status: 200,
    response: Type.Union([sessionResponse, secondStepResponse, totpSetupResponse]),
    refuses: [badCredentials, accountNotActive, passwordUnusable, wrongPortal, locked, codeNotSent, tooManySigningIn],
    handle: async ({ body, origin }) => {
      const outcome = await signInPortal(
        { portal: body.portal, email: body.email, password: body.password, deviceId: body.device_id },
        origin,
      );
      return 'access' in outcome ? toSessionResponse(outcome) : toSecondStepResponse(outcome);
    },
  }),

  route({
    method: 'post',
    path: '/api/auth/verify-otp',
    operationId: 'verifySignInCode',
    summary: 'Finish signing in with a code',
    description:
      'Signs in with the mailed code, the code that the authenticator app shows, or a recovery code, ' +
      'whichever the ticket asks for. The device that an operator named at sign-in becomes a trusted one. ' +
      'With codes of an app, 5 wrong ones are allowed for a ticket and 20 a day. No code of an app is accepted twice.',
    returns: 'Gives the tokens of the new session, and its user.',
    access: 'public',
    limit: 'code',
    secret: true,
    body: Type.Object({ ticket, code: text({ needed: true, examples: ['042137'] }) }),
    status: 200,
    response: sessionResponse,
    refuses: [ticketInvalid, codeWrong, codeAbsent, codeUsedUp, totpTriesUsedUp],
    handle: async ({ body, origin }) => toSessionResponse(await verifyCode(body, origin)),
  }),

  route({
    method: 'post',
    path: '/api/auth/resend-otp',
    operationId: 'resendSignInCode',
    summary: 'Mail another sign-in code',
    description:
      'Mails another code to the user who holds the ticket of a sign-in. Who has an authenticator app gets no mail, since the app shows the code.',
    returns: 'Gives the e-mail address to which the new code was sent.',
    access: 'public',
    limit: 'code',
    body: Type.Object({ ticket }),
    status: 200,
    response: Type.Object({ resent: yes(), email: emailAddress({ examples: ['sita@example.com'] }) }),
    refuses: [ticketInvalid, totpInsteadOfMail, codeNotSent],
    handle: async ({ body, origin }) => ({ resent: true, email: (await resendCode(body.ticket, origin)).email }),
  }),

  route({
    method: 'post',
    path: '/api/auth/register',
    operationId: 'registerOperator',
    summary: 'Register a bus company',
    description:
      'Adds an operator account and its company, and mails a code that finishes the registration. ' +
      "When the mail can't be sent (502) the account is there all the same: sign in to get another code.",
    returns: 'Gives a ticket for the code that was mailed to the new account.',
    access: 'public',
    limit: 'registration',
    secret: true,
    body: Type.Object({
      full_name: nameText({ needed: true, examples: ['Sita Rai'] }),
      company_name: nameText({ needed: true, examples: ['Blue Sky Travels'] }),
      email,
      password: password({
        needed: true,
        description: 'Is the new password; it has 6 to 128 characters.',
        examples: ['secret-123'],
      }),
      phone: text({
        description: 'Gives the phone number of the account. It may be left out.',
        examples: ['9812345678'],
      }),
      device_id: deviceId,
    }),
    status: 200,
    response: Type.Union([secondStepResponse, totpSetupResponse]),
    refuses: [emailTaken, phoneTaken, codeNotSent, signupMailFailed, tooManySigningIn],
    handle: async ({ body, origin }) =>
      toSecondStepResponse(
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
      'Mails a link to the operator or administrator who has the address. ' +
      'The answer is the same whether or not there is such an account. The link leads to the operator login page, ' +
      'with the `token` in its query.',
    returns: 'Confirms the request; the answer is the same whether or not there is such an account.',
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
      'Sets a new password for the account that the link was mailed to. The link works once. Every session ends, no device is trusted any more, and a lock because of wrong passwords is lifted.',
    returns: 'Confirms that the new password is set.',
    access: 'public',
    limit: 'sign-in',
    body: Type.Object({
      token: text({ needed: true, description: 'Repeats the token from the mailed link, which is good for an hour.' }),
      new_password: password({
        needed: true,
        description: 'Is the new password; it has 6 to 128 characters.',
        examples: ['secret-456'],
      }),
    }),
    status: 200,
    response: Type.Object({ reset: yes() }),
    refuses: [resetTokenInvalid, tooManySigningIn],
    handle: async ({ body, origin }) => {
      await resetPortalPassword({ token: body.token, newPassword: body.new_password }, origin);
      return { reset: true };
    },
  }),
];
