import { Type } from '@sinclair/typebox';
import type { ChangePassword } from '../../../core/accounts/change-password.ts';
import type { ForgotPassword } from '../../../core/accounts/forgot-password.ts';
import {
  accountNotActive,
  badCredentials,
  codeAbsent,
  codeNotSent,
  codeUsedUp,
  codeWrong,
  currentPasswordWrong,
  emailMissing,
  emailTaken,
  locked,
  passwordUnusable,
  phoneTaken,
  resetTokenInvalid,
  signInAgain,
  tooManySigningIn,
  wrongPortal,
} from '../../../core/accounts/refusals.ts';
import type { RegisterPassenger } from '../../../core/accounts/register-passenger.ts';
import type { ResendVerification, VerifyEmail } from '../../../core/accounts/verify-email.ts';
import type { ResetPassword } from '../../../core/accounts/reset-password.ts';
import type { SignInPassenger } from '../../../core/accounts/sign-in-passenger.ts';
import { currentPassword, sessionResponse, tokenFields, toSessionResponse, userResponse } from './user.ts';
import { nameText, nullable, password, text, yes } from '../route/fields.ts';
import { route } from '../route/route.ts';

interface Uses {
  readonly registerPassenger: RegisterPassenger;
  readonly signInPassenger: SignInPassenger;
  readonly verifyEmail: VerifyEmail;
  readonly resendVerification: ResendVerification;
  readonly forgotPassword: ForgotPassword;
  readonly resetPassword: ResetPassword;
  readonly changePassword: ChangePassword;
}

const fullName = nameText({ needed: true, examples: ['Asha Gurung'] });
const email = text({ needed: true, format: 'email', examples: ['asha@example.com'] });
const phone = text({
  description: 'Gives the phone number: 10 digits that begin with 97 or 98. It may be left out.',
  examples: ['9812345678'],
});
const newPassword = () =>
  password({
    needed: true,
    description: 'Is the password; it has 8 to 128 characters, at least one of them a digit.',
    examples: ['himal-2026'],
  });

export const passengerRoutes = (uses: Uses) => [...entryRoutes(uses), ...emailRoutes(uses), ...passwordRoutes(uses)];

const entryRoutes = ({ registerPassenger, signInPassenger }: Uses) => [
  route({
    method: 'post',
    path: '/api/passenger/register',
    operationId: 'registerPassenger',
    summary: 'Register as a passenger',
    description: 'Adds a passenger account and signs it in at once. A code that verifies the e-mail address is mailed.',
    returns: 'Shows the new user, and the tokens of the first session.',
    access: 'public',
    limit: 'registration',
    secret: true,
    body: Type.Object({ full_name: fullName, email, password: newPassword(), phone }),
    status: 200,
    response: Type.Object({
      ...tokenFields,
      user: userResponse,
      verification_email_sent: Type.Boolean(),
      verification_error: nullable(Type.String({ description: 'Tells why the code was not mailed; null if it was.' })),
    }),
    refuses: [emailTaken, phoneTaken, tooManySigningIn],
    handle: async ({ body, origin }) => {
      const registered = await registerPassenger(
        { fullName: body.full_name, email: body.email, password: body.password, phone: body.phone },
        origin,
      );
      const { verificationError } = registered;
      return {
        ...toSessionResponse(registered),
        verification_email_sent: verificationError === null,
        verification_error: verificationError,
      };
    },
  }),

  route({
    method: 'post',
    path: '/api/passenger/login',
    operationId: 'signInPassenger',
    summary: 'Sign in as a passenger',
    description:
      'Signs a passenger in with a password and either the e-mail address or the phone number. Too many wrong passwords lock the sign-in for a while.',
    returns: 'Gives the tokens of the new session, and its user.',
    access: 'public',
    limit: 'sign-in',
    secret: true,
    body: Type.Object({
      identifier: text({
        description: 'Gives the e-mail address or phone number of the account.',
        examples: ['asha@example.com'],
      }),
      email: text({
        description: 'Gives the e-mail address of the account. It counts only when `identifier` is empty.',
      }),
      password: password({ needed: true, examples: ['himal-2026'] }),
    }),
    status: 200,
    response: sessionResponse,
    refuses: [badCredentials, accountNotActive, passwordUnusable, wrongPortal, locked, tooManySigningIn],
    handle: async ({ body, origin }) =>
      toSessionResponse(
        await signInPassenger(
          { identifier: body.identifier === '' ? body.email : body.identifier, password: body.password },
          origin,
        ),
      ),
  }),
];

const emailRoutes = ({ verifyEmail, resendVerification }: Uses) => [
  route({
    method: 'post',
    path: '/api/passenger/verify-email',
    operationId: 'verifyEmail',
    summary: 'Verify your e-mail address with the mailed code',
    description:
      'Marks the e-mail address of your account as verified. The code was mailed to it after the registration.',
    returns: 'Confirms that the e-mail address is verified.',
    access: 'passenger',
    limit: 'code',
    body: Type.Object({ code: text({ needed: true, examples: ['042137'] }) }),
    status: 200,
    response: Type.Object({ email_verified: yes() }),
    refuses: [codeWrong, codeAbsent, codeUsedUp],
    handle: async ({ caller, body }) => {
      await verifyEmail(caller, body.code);
      return { email_verified: true };
    },
  }),

  route({
    method: 'post',
    path: '/api/passenger/resend-verification',
    operationId: 'resendVerification',
    summary: 'Mail another code that verifies your e-mail address',
    description: 'Mails another code to the e-mail address of your account. An account without an address is refused.',
    returns: 'Confirms that another code was mailed.',
    access: 'passenger',
    limit: 'code',
    status: 200,
    response: Type.Object({ resent: yes() }),
    refuses: [codeNotSent, emailMissing],
    handle: async ({ caller, origin }) => {
      await resendVerification(caller, origin);
      return { resent: true };
    },
  }),
];

const passwordRoutes = ({ forgotPassword, resetPassword, changePassword }: Uses) => [
  route({
    method: 'post',
    path: '/api/passenger/forgot-password',
    operationId: 'forgotPassengerPassword',
    summary: 'Ask for a link to set a new password',
    description:
      'Mails a link to the passenger who has the address. The answer is the same whether or not there is such an account.',
    returns: 'Confirms the request; the answer is the same whether or not there is such an account.',
    access: 'public',
    limit: 'code',
    body: Type.Object({ email }),
    status: 200,
    response: Type.Object({ sent: yes() }),
    handle: async ({ body, origin }) => {
      await forgotPassword(body.email, origin);
      return { sent: true };
    },
  }),

  route({
    method: 'post',
    path: '/api/passenger/reset-password',
    operationId: 'resetPassengerPassword',
    summary: 'Set a new password with the mailed link',
    description:
      'Sets a new password for the account that the link was mailed to. The link works once. Every session of the account ends.',
    returns: 'Confirms that the new password is set.',
    access: 'public',
    limit: 'sign-in',
    body: Type.Object({
      token: text({ needed: true, description: 'Repeats the token from the mailed link, which is good for an hour.' }),
      new_password: newPassword(),
    }),
    status: 200,
    response: Type.Object({ reset: yes() }),
    refuses: [resetTokenInvalid, tooManySigningIn],
    handle: async ({ body, origin }) => {
      await resetPassword({ token: body.token, newPassword: body.new_password }, origin);
      return { reset: true };
    },
  }),

  route({
    method: 'post',
    path: '/api/passenger/change-password',
    operationId: 'changePassword',
    summary: 'Change your password',
    description:
      'Sets another password for your account. Other sessions end; go on with the tokens of the answer. Wrong current passwords count as at a sign-in. An account without a password gets its first one within 10 minutes of the sign-in, and needs no `current_password`.',
    returns: 'Gives the tokens of the session that goes on.',
    access: 'passenger',
    limit: 'sign-in',
    secret: true,
    body: Type.Object({
      current_password: currentPassword(),
      new_password: newPassword(),
    }),
    status: 200,
    response: Type.Object({ ...tokenFields, changed: yes() }),
    refuses: [currentPasswordWrong, signInAgain, accountNotActive, locked, tooManySigningIn],
    handle: async ({ caller, body, origin }) => {
      const { access, refresh } = await changePassword(
        caller,
        {
          currentPassword: body.current_password,
          newPassword: body.new_password,
        },
        origin,
      );
      return { access, refresh, changed: true };
    },
  }),
];
