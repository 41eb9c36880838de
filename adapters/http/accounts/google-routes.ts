import { Type } from '@sinclair/typebox';
import { databaseUnavailable, Refusal } from '../../../core/kernel/refusal.ts';
import {
  accountNotActive,
  codeNotSent,
  providerEmailUnverified,
  providerFailed,
  providerNotForAdmins,
  providerNotSetUp,
  providerSentNoCode,
  providerSignInCancelled,
  providerStateInvalid,
  userGone,
} from '../../../core/accounts/refusals.ts';
import {
  AUTHORIZATION_SECONDS,
  type ProviderSignInResult,
  type SignInWithProvider,
  type StartProviderSignIn,
} from '../../../core/accounts/sign-in-with-provider.ts';
import { isFirstPartyRequest } from '../route/first-party-request.ts';
import { type AllowedOrigin, redirectTarget, withFragment } from '../route/redirect-target.ts';
import { redirectRoute } from '../route/route.ts';
import type { Redirect } from '../route/response.ts';

interface Uses {
  readonly startProviderSignIn: StartProviderSignIn;
  readonly signInWithProvider: SignInWithProvider;
}

interface Settings {
  readonly baseUrl: string;
  readonly operatorLoginUrl: string;
  readonly allowedNextOrigins: readonly AllowedOrigin[];
}

const PLACE = '/api/auth/google';
const COOKIE = 'google_sign_in';

/**
 * Makes the cookie of a sign-in. Browsers send the cookie only to URLs below PLACE, and hide the cookie from scripts. A
 * request from another site has the cookie only if a person follows a link.
 */
const cookieOf =
  (baseUrl: string) =>
  (value: string, seconds: number): string => {
    const { protocol, pathname } = new URL(baseUrl);
    const place = `${pathname.replace(/\/$/, '')}${PLACE}`;
    return `${COOKIE}=${value}; Path=${place}; Max-Age=${seconds}; HttpOnly; SameSite=Lax${protocol === 'https:' ? '; Secure' : ''}`;
  };

/**
 * Returns the page's own nonce, which proves that the result is not from a forged link. The page shows its own message
 * for a refusal's code, never text from the URL.
 */
const proofFor = (clientNonce: string | undefined, outcome: ProviderSignInResult['outcome']): Fields =>
  clientNonce === undefined || clientNonce === ''
    ? {}
    : { ...(outcome instanceof Refusal && { gcode: outcome.code }), gnonce: clientNonce };

/** Every refusal with which a sign-in with Google can end. */
const REFUSALS = [
  providerNotSetUp,
  providerStateInvalid,
  providerSignInCancelled,
  providerSentNoCode,
  providerFailed,
  providerEmailUnverified,
  providerNotForAdmins,
  accountNotActive,
  userGone,
  codeNotSent,
  databaseUnavailable,
];
const CODES = REFUSALS.map(({ code }) => `\`${code}\``).join(', ');

/** A parameter for which every value is valid, because this route never refuses a browser but redirects it. */
const param = (description: string) => Type.String({ default: '', description });

type Fields = Readonly<Record<string, string>>;

function fragmentOf(outcome: ProviderSignInResult['outcome']): Fields {
  if (outcome instanceof Refusal) return { gerror: outcome.message };
  if ('ticket' in outcome)
    return {
      gticket: outcome.ticket,
      gemail: outcome.email,
      ...(outcome.method === 'totp' && { gmethod: outcome.method }),
    };
  const { access, refresh, user } = outcome;
  return { gaccess: access, grefresh: refresh, gname: user.fullName, gemail: user.email ?? '' };
}

export const googleRoutes = (
  { startProviderSignIn, signInWithProvider }: Uses,
  { baseUrl, operatorLoginUrl, allowedNextOrigins }: Settings,
) => {
  const cookie = cookieOf(baseUrl);
  const pageOf = (next: string): string => redirectTarget(next, allowedNextOrigins, operatorLoginUrl);
  // The redirect after an error. The person is looking at a browser page, so a JSON error would not help.
  const otherwise: Redirect = {
    location: withFragment(operatorLoginUrl, { gerror: 'Something went wrong. Please try again in a moment.' }),
  };
  const sendOn = ({ next = operatorLoginUrl, clientNonce, outcome }: ProviderSignInResult): Redirect => ({
    location: withFragment(pageOf(next), { ...fragmentOf(outcome), ...proofFor(clientNonce, outcome) }),
    cookies: [cookie('', 0)],
    ...(outcome instanceof Refusal && { failed: true }),
  });
  const ownOrigins = [baseUrl, operatorLoginUrl].map((url) => new URL(url).origin);

  return [
    redirectRoute({
      method: 'get',
      path: `${PLACE}/start`,
      operationId: 'startGoogleSignIn',
      summary: 'Sign in to the operator portal with Google',
      description:
        'Begins a sign-in with Google. Open the address in a browser, not by a script. It leads to Google, and from there back to `next` with the outcome in the fragment. ' +
        'A page should send a `nonce`, keep it for its tab, and heed no fragment that does not bring it back: anybody can make a link to the page.',
      returns: 'Redirects to the sign-in page of Google.',
      access: 'public',
      secret: true,
      query: Type.Object({
        device_id: param(
          'Names this browser, so that it can be trusted; the name is cut to 100 characters. It counts when a page of this service or of the operator portal leads here, or a program asks; a portal on another site has to let its origin be sent, as browsers do by default: no `Referrer-Policy` of `no-referrer` or `same-origin`. It is ignored when any other site leads here, and when none does: a browser does not tell a typed address from a link in a mail, and with such a link somebody could have their own device trusted.',
        ),
        next: param(
          'Gives the address of the page to come back to, on one of the allowed origins; by default the operator login page.',
        ),
        nonce: param('Is a text of at most 100 characters that comes back in the fragment as `gnonce`.'),
      }),
      otherwise,
      handle: async ({ query, header }) => {
        const next = pageOf(query.next);
        // The device id counts only if one of this service's own pages sent the browser here. Otherwise a link from a
        // stranger could make the stranger's own device a trusted device.
        const deviceId = isFirstPartyRequest(header, ownOrigins) ? query.device_id : '';
        try {
          const { location, proof } = await startProviderSignIn({ next, deviceId, clientNonce: query.nonce });
          return { location, cookies: [cookie(proof, AUTHORIZATION_SECONDS)] };
        } catch (refusal) {
          if (refusal instanceof Refusal) return sendOn({ next, clientNonce: query.nonce, outcome: refusal });
          throw refusal;
        }
      },
    }),

    redirectRoute({
      method: 'get',
      path: `${PLACE}/callback`,
      operationId: 'finishGoogleSignIn',
      summary: 'Where Google sends the browser back to',
      description:
        'Leads on to `next`. The fragment is form-encoded: `gaccess`, `grefresh`, `gname` and `gemail`; or `gticket` and `gemail`, when a code is needed: a mailed one, or with a `gmethod` of `totp` that of the authenticator app; ' +
        'or `gerror`, a sentence for people. If the start was given a `nonce`, it comes back as `gnonce`: show `gerror` only when `gnonce` is yours. ' +
        `Beside such a \`gerror\` stands its \`gcode\`, one of ${CODES}.`,
      returns: 'Redirects to `next`, with the outcome in the fragment.',
      access: 'public',
      changesOnGet: true,
      limit: 'sign-in',
      secret: true,
      query: Type.Object({
        state: param('Repeats the state that the start of the sign-in gave to Google.'),
        code: param('Is the code that Google gives for the identity.'),
        error: param('Tells why Google gives no code.'),
      }),
      otherwise,
      handle: async ({ query, cookie: cookieNamed, origin }) =>
        sendOn(await signInWithProvider({ ...query, proof: cookieNamed(COOKIE) ?? '' }, origin)),
    }),
  ];
};
