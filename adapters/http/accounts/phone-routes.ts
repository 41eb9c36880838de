import { Type } from '@sinclair/typebox';
import type { StartEmail, VerifyNewEmail } from '../../../core/accounts/add-email.ts';
import {
  accountNotActive,
  codeInvalid,
  codeNotSent,
  currentPasswordWrong,
  emailSet,
  emailTaken,
  locked,
  phoneTaken,
  signInAgain,
  tooManySigningIn,
  tooManyCodes,
} from '../../../core/accounts/refusals.ts';
import type { SendPhoneCode, SentCode } from '../../../core/accounts/send-phone-code.ts';
import type { MailedStep } from '../../../core/accounts/old-number.ts';
import type { SignedIn } from '../../../core/accounts/open-session.ts';
import type { ChangePhone, VerifyPhone } from '../../../core/accounts/verify-phone.ts';
import { choice, emailAddress, judgedLater, nameText, nullable, text, yes } from '../route/fields.ts';
import { route } from '../route/route.ts';
import { currentPassword, sessionResponse, toSessionResponse } from './user.ts';

interface Uses {
  readonly sendPhoneCode: SendPhoneCode;
  readonly verifyPhone: VerifyPhone;
  readonly changePhone: ChangePhone;
  readonly startEmail: StartEmail;
  readonly verifyNewEmail: VerifyNewEmail;
}

const sentCode = Type.Object(
  {
    ticket: Type.String({ description: 'Stands for the code that was sent. Send the ticket back with the code.' }),
    expires_in: Type.Number({
      description: 'Gives the number of seconds for which the code can be used.',
      examples: [300],
    }),
    resend_after: Type.Number({
      description: 'Gives the number of seconds until another code may be asked for.',
      examples: [60],
    }),
  },
  { title: 'SentCode' },
);

const toSentCode = ({ ticket, expiresIn, resendAfter }: SentCode) => ({
  ticket,
  expires_in: expiresIn,
  resend_after: resendAfter,
});

const mailedStep = Type.Object(
  {
    otp_required: yes('Says that a code is needed, and is always true.'),
    method: Type.Literal('email', { description: 'A code was mailed to the verified address of the account.' }),
    ticket: Type.String({
      description: 'Stands for this request. Send the ticket to this path again, with the mailed code.',
    }),
    email: Type.String({
      description: 'Shows the first letter and the domain of the address that got the code.',
      examples: ['a***@example.com'],
    }),
  },
  { title: 'MailedStep' },
);

const toVerified = (outcome: SignedIn | MailedStep) =>
  'access' in outcome
    ? toSessionResponse(outcome)
    : ({ otp_required: true, method: 'email', ticket: outcome.ticket, email: outcome.maskedEmail } as const);

/** Proof of a phone number: the code from the SMS, and the token (`ticket`) from the response to its request. */
const proof = {
  ticket: text({ needed: true, description: 'Repeats the ticket of the answer that announced the code.' }),
  code: text({ needed: true, examples: ['042137'] }),
};

/** Refusals of a caller who does not prove to be the account's owner. */
const REFUSED_OWNER = [currentPasswordWrong, signInAgain, accountNotActive, locked, tooManySigningIn];

export const phoneRoutes = (uses: Uses) => [...numberRoutes(uses), ...addressRoutes(uses)];

const PURPOSES = { sign_in: 'SIGN_IN', change: 'CHANGE', find: 'FIND' } as const;

const numberRoutes = ({ sendPhoneCode, verifyPhone, changePhone }: Uses) => [
  route({
    method: 'post',
    path: '/api/passenger/phone/start',
    operationId: 'sendPhoneCode',
    summary: 'Ask for a code by SMS',
    description: 'Sends a code to a mobile number. The answer is the same whether or not the number has an account.',
    returns: 'Gives the ticket that goes with the code, and tells how long the code can be used.',
    access: 'public',
    limit: 'code',
    secret: true,
    body: Type.Object({
      phone: text({
        needed: true,
        description: 'Gives the phone number: 10 digits that begin with 97 or 98, alone or after +977, 977 or 00977.',
        examples: ['9812345678'],
      }),
      purpose: Type.Optional(
        choice(['sign_in', 'change', 'find'], {
          description:
            'Names the purpose of the code. `change` gives the number to a signed-in account, `find` shows the ticket of a booking to whoever has no account.',
          default: 'sign_in',
        }),
      ),
    }),
    status: 200,
    response: sentCode,
    refuses: [tooManyCodes],
    handle: async ({ body, origin }) =>
      toSentCode(
        await sendPhoneCode(body.phone, PURPOSES[(body.purpose ?? 'sign_in') as keyof typeof PURPOSES], origin),
      ),
  }),

  route({
    method: 'post',
    path: '/api/passenger/phone/verify',
    operationId: 'verifyPhone',
    summary: 'Sign in with a code by SMS',
    description:
      'Signs in the passenger who holds the number. A number that no passenger has proved gets an account: then `full_name` is needed, and a code that was right stays good until it is sent with one. ' +
      'Without a sign-in for 180 days an account with a verified address needs a mailed code besides: then the answer has a `ticket`, which is sent here again with that code.',
    returns: 'Gives the tokens of the new session, or a ticket for the mailed code that is needed besides.',
    access: 'public',
    limit: 'code',
    secret: true,
    body: Type.Object({
      ...proof,
      full_name: judgedLater(
        nameText({ description: 'Gives the full name of the person, for a new account.', examples: ['Asha Gurung'] }),
      ),
    }),
    status: 200,
    response: Type.Union([sessionResponse, mailedStep]),
    refuses: [codeInvalid, accountNotActive, phoneTaken, codeNotSent],
    handle: async ({ body: { ticket, code, full_name: fullName }, origin }) =>
      toVerified(await verifyPhone({ ticket, code }, fullName, origin)),
  }),

  route({
    method: 'post',
    path: '/api/passenger/phone/change',
    operationId: 'changePhone',
    summary: 'Give your account the number that a code proves',
    description:
      'Replaces the phone number of your account by the one to which the code was sent, and marks it as verified. ' +
      'Needs `current_password`, or a sign-in within the last 10 minutes. The password is checked before the code. The old number is told by text and a verified address by mail, and every other session of the account ends.',
    returns: 'Gives the verified phone number of the account.',
    access: 'passenger',
    limit: 'code',
    body: Type.Object({ ...proof, current_password: currentPassword() }),
    status: 200,
    response: Type.Object({
      phone: nullable(Type.String({ examples: ['9812345678'] })),
      phone_verified: Type.Boolean(),
    }),
    refuses: [codeInvalid, ...REFUSED_OWNER, phoneTaken],
    handle: async ({ caller, body: { ticket, code, current_password: password }, origin }) => {
      const { phone, phoneVerified } = await changePhone(caller, { ticket, code, currentPassword: password }, origin);
      return { phone, phone_verified: phoneVerified };
    },
  }),
];

const addressRoutes = ({ startEmail, verifyNewEmail }: Uses) => [
  route({
    method: 'post',
    path: '/api/passenger/email/start',
    operationId: 'startEmail',
    summary: 'Ask for a code that adds an e-mail address to your account',
    description:
      'Mails a code to an address that your account is to have. This is for accounts without a verified address. ' +
      'The answer does not say whether the address has an account. Needs `current_password`, or a sign-in within the last 10 minutes.',
    returns: 'Gives the ticket that goes with the mailed code, and tells how long the code can be used.',
    access: 'passenger',
    limit: 'code',
    secret: true,
    body: Type.Object({
      email: text({ needed: true, format: 'email', examples: ['asha@example.com'] }),
      current_password: currentPassword(),
    }),
    status: 200,
    response: sentCode,
    refuses: [...REFUSED_OWNER, emailSet, codeNotSent],
    handle: async ({ caller, body: { email, current_password: password }, origin }) =>
      toSentCode(await startEmail(caller, { email, currentPassword: password }, origin)),
  }),

  route({
    method: 'post',
    path: '/api/passenger/email/verify',
    operationId: 'verifyNewEmail',
    summary: 'Add the e-mail address that a code proves',
    description:
      'Gives your account the e-mail address to which the code was mailed. An account that has a verified address already is refused. ' +
      'A verified phone number of the account is told by text, and every other session of the account ends.',
    returns: 'Gives the verified e-mail address of the account.',
    access: 'passenger',
    limit: 'code',
    body: Type.Object(proof),
    status: 200,
    response: Type.Object({ email: emailAddress(), email_verified: yes() }),
    refuses: [codeInvalid, emailSet, emailTaken],
    handle: async ({ caller, body: { ticket, code }, origin }) => {
      const { email } = await verifyNewEmail(caller, { ticket, code }, origin);
      return { email, email_verified: true };
    },
  }),
];
