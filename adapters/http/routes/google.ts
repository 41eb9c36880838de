import { Type } from '@sinclair/typebox';
import { Refusal } from '../../../core/kernel/refusal.ts';
import type { Arrival, SignInWithGoogle } from '../../../core/accounts/sign-in-with-google.ts';
import { VISIT_SECONDS } from '../../../core/accounts/start-google-sign-in.ts';
import type { StartGoogleSignIn } from '../../../core/accounts/start-google-sign-in.ts';
import { nextPage, withFragment } from '../next-page.ts';
import type { NextOrigin } from '../next-page.ts';
import { redirectRoute } from '../route.ts';
import type { Redirect } from '../route.ts';

interface Uses {
  readonly startGoogleSignIn: StartGoogleSignIn;
  readonly signInWithGoogle: SignInWithGoogle;
}

interface Settings {
  readonly baseUrl: string;
  readonly operatorLoginUrl: string;
  readonly allowedNextOrigins: readonly NextOrigin[];
}

const PLACE = '/api/auth/google';
const COOKIE = 'google_sign_in';

/** Browsers bring it back to these two addresses alone, scripts can't read it, and other sites can't have it sent except by leading here. */
const cookieOf = (baseUrl: string) => (value: string, seconds: number): string => {
  const { protocol, pathname } = new URL(baseUrl);
  const place = `${pathname.replace(/\/$/, '')}${PLACE}`;
  return `${COOKIE}=${value}; Path=${place}; Max-Age=${seconds}; HttpOnly; SameSite=Lax${protocol === 'https:' ? '; Secure' : ''}`;
};

/** Taken as it comes: a browser is sent on whatever it brings. */
const param = (description: string) => Type.String({ default: '', description });

function fragmentOf(outcome: Arrival['outcome']): Readonly<Record<string, string>> {
  if (outcome instanceof Refusal) return { gerror: outcome.message };
  if ('ticket' in outcome) return { gticket: outcome.ticket, gemail: outcome.email };
  const { access, refresh, user } = outcome;
  return { gaccess: access, grefresh: refresh, gname: user.fullName, gemail: user.email };
}

export const googleRoutes = ({ startGoogleSignIn, signInWithGoogle }: Uses, { baseUrl, operatorLoginUrl, allowedNextOrigins }: Settings) => {
  const cookie = cookieOf(baseUrl);
  const pageOf = (next: string): string => nextPage(next, allowedNextOrigins, operatorLoginUrl);
  // Whatever breaks, a person sits before the browser.
  const otherwise: Redirect = { location: withFragment(operatorLoginUrl, { gerror: 'Something went wrong. Please try again in a moment.' }) };
  const sendOn = (next: string, outcome: Arrival['outcome']): Redirect => ({ location: withFragment(pageOf(next), fragmentOf(outcome)), cookies: [cookie('', 0)] });

  return [
    redirectRoute({
      method: 'get',
      path: `${PLACE}/start`,
      summary: 'Sign in to the operator portal with Google',
      description: 'Open it in a browser, not by a script. It leads to Google, and from there back to `next` with the outcome in the fragment.',
      access: 'public',
      secret: true,
      query: Type.Object({
        device_id: param('Names this browser, so that it can be trusted. Cut to 100 characters.'),
        next: param('The page to come back to, on one of the allowed origins. Default: the operator login page.'),
      }),
      otherwise,
      handle: async ({ query }) => {
        const next = pageOf(query.next);
        try {
          const { location, proof } = await startGoogleSignIn({ next, deviceId: query.device_id });
          return { location, cookies: [cookie(proof, VISIT_SECONDS)] };
        } catch (refusal) {
          if (refusal instanceof Refusal) return sendOn(next, refusal);
          throw refusal;
        }
      },
    }),

    redirectRoute({
      method: 'get',
      path: `${PLACE}/callback`,
      summary: 'Where Google sends the browser back to',
      description: 'Leads on to `next`. The fragment is form-encoded: `gaccess`, `grefresh`, `gname` and `gemail`; or `gticket` and `gemail`, when a code was mailed; '
        + 'or `gerror`, a sentence to show.',
      access: 'public',
      secret: true,
      query: Type.Object({
        state: param('What start gave to Google.'), code: param('What Google gives for the identity.'), error: param('Why Google gives none.'),
      }),
      otherwise,
      handle: async ({ query, cookie: cookieNamed, origin }) => {
        const { next, outcome } = await signInWithGoogle({ ...query, proof: cookieNamed(COOKIE) ?? '' }, origin);
        return sendOn(next ?? operatorLoginUrl, outcome);
      },
    }),
  ];
};
