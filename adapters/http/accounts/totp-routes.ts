import { Type } from '@sinclair/typebox';
import type {
  ConfirmRequiredTotp,
  ConfirmTotp,
  RecoveryCodes,
  StartRequiredTotp,
  StartTotp,
} from '../../../core/accounts/start-totp.ts';
import {
  accountNotActive,
  badCredentials,
  codeWrong,
  locked,
  passwordUnusable,
  ticketInvalid,
  tooManySigningIn,
  totpOff,
  totpOn,
  totpRequired,
  totpSetupOver,
  totpTriesUsedUp,
} from '../../../core/accounts/refusals.ts';
import type { RemoveTotp } from '../../../core/accounts/remove-totp.ts';
import { sessionResponse, toSessionResponse } from './user.ts';
import { password, text } from '../route/fields.ts';
import { tokenMissing } from '../route/problems.ts';
import { route } from '../route/route.ts';

interface Uses {
  readonly startTotp: StartTotp;
  readonly startRequiredTotp: StartRequiredTotp;
  readonly confirmTotp: ConfirmTotp;
  readonly confirmRequiredTotp: ConfirmRequiredTotp;
  readonly removeTotp: RemoveTotp;
}

const ticket = text({
  description:
    'Repeats the ticket of a sign-in that answered `totp-setup`. It stands in for the access token and is good for 10 minutes.',
});
const ownPassword = (description?: string) =>
  password({ ...(description !== undefined && { description }), examples: ['secret-123'] });
const recoveryCodes = Type.Array(Type.String(), {
  description:
    'Lists the recovery codes, which are shown this once. Each stands in for the app one time; letter case and dashes do not matter.',
  examples: [['3f9a-04c1-77be', '81d0-5a2e-c93b']],
});

const toRecoveryCodes = (codes: RecoveryCodes) => ({ recovery_codes: [...codes] });

export const totpRoutes = ({ startTotp, startRequiredTotp, confirmTotp, confirmRequiredTotp, removeTotp }: Uses) => [
  route({
    method: 'post',
    path: '/api/auth/totp/start',
    operationId: 'startTotp',
    summary: 'Set up an authenticator app',
    description:
      'Makes a secret for an authenticator app of an operator or administrator. The secret counts once its first code has confirmed it, within 10 minutes. Starting again makes another secret.',
    returns: 'Shows the new secret, which the user now adds to the authenticator app.',
    access: 'officeOrTicket',
    limit: 'sign-in',
    secret: true,
    body: Type.Object({
      password: ownPassword('Is the password of the account. It is needed unless there is a ticket.'),
      ticket,
    }),
    status: 200,
    response: Type.Object({
      secret: Type.String({
        description: 'Is the secret of the app in base32, to be typed in.',
        examples: ['GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ'],
      }),
      otpauth_url: Type.String({
        description: 'Is the address that holds the secret, to be shown as a QR code.',
        examples: ['otpauth://totp/Bus%20Ticket:sita%40example.com?issuer=Bus%20Ticket&secret=GEZDGNBVGY3TQOJQ'],
      }),
    }),
    refuses: [ticketInvalid, badCredentials, accountNotActive, passwordUnusable, totpOn, locked, tooManySigningIn],
    handle: async ({ caller, body, origin }) => {
      if (body.ticket === '' && !caller) throw tokenMissing();
      const { secret, url } =
        body.ticket === '' && caller
          ? await startTotp(caller, body.password, origin)
          : await startRequiredTotp(body.ticket);
      return { secret, otpauth_url: url };
    },
  }),

  route({
    method: 'post',
    path: '/api/auth/totp/confirm',
    operationId: 'confirmTotp',
    summary: 'Turn the authenticator app on with its first code',
    description:
      'Takes the app into use for the account. With a ticket of a sign-in, ' +
      'the answer has the tokens of the session as well. After 5 wrong codes, or 10 minutes, start again.',
    returns: 'Lists the recovery codes and, after a sign-in with a ticket, gives the tokens of the session.',
    access: 'officeOrTicket',
    limit: 'code',
    secret: true,
    body: Type.Object({ code: text({ needed: true, examples: ['042137'] }), ticket }),
    status: 200,
    response: Type.Union([
      Type.Composite([Type.Object({ recovery_codes: recoveryCodes }), sessionResponse]),
      Type.Object({ recovery_codes: recoveryCodes }),
    ]),
    refuses: [ticketInvalid, codeWrong, totpOn, totpSetupOver],
    handle: async ({ caller, body, origin }) => {
      if (body.ticket === '' && !caller) throw tokenMissing();
      if (body.ticket === '' && caller) return toRecoveryCodes(await confirmTotp(caller, body.code, origin));
      const { recoveryCodes: codes, signedIn } = await confirmRequiredTotp(body, origin);
      return { ...toRecoveryCodes(codes), ...toSessionResponse(signedIn) };
    },
  }),

  route({
    method: 'delete',
    path: '/api/auth/totp',
    operationId: 'removeTotp',
    summary: 'Turn the authenticator app off',
    description:
      'Takes the app off your account: signing in no longer asks for its codes. Its recovery codes are gone as well.',
    returns: 'The app is off, and its recovery codes are gone.',
    access: 'office',
    limit: 'sign-in',
    body: Type.Object({
      password: ownPassword(),
      code: text({ description: 'Is the code that the app shows, or a recovery code.', examples: ['042137'] }),
    }),
    status: 204,
    refuses: [
      badCredentials,
      codeWrong,
      accountNotActive,
      passwordUnusable,
      totpOff,
      totpRequired,
      locked,
      totpTriesUsedUp,
      tooManySigningIn,
    ],
    handle: ({ caller, body, origin }) => removeTotp(caller, body, origin),
  }),
];
