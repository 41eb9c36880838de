import { createHash } from 'node:crypto';
import type { IdentityProvider, ProvidedIdentity } from '../../core/accounts/ports.ts';
import { askJson } from './ask-json.ts';

interface Needs {
  readonly clientId: string;
  readonly clientSecret: string;
  readonly authorizeUrl: string;
  readonly tokenUrl: string;
  readonly userinfoUrl: string;
  /** Where the provider sends the browser back to. */
  readonly redirectUri: string;
  readonly patienceMs?: number;
}

/** RFC 7636, S256: what the provider is shown first, to compare with the verifier it is shown later. */
const challengeOf = (verifier: string): string => createHash('sha256').update(verifier).digest('base64url');

/** Google, or any other OAuth 2.0 provider with a userinfo endpoint. */
export function googleProvider({ clientId, clientSecret, authorizeUrl, tokenUrl, userinfoUrl, redirectUri, patienceMs = 15_000 }: Needs): IdentityProvider {
  const exchange = (code: string, verifier: string) => askJson(tokenUrl, patienceMs, {
    method: 'POST',
    body: new URLSearchParams({
      grant_type: 'authorization_code', code, redirect_uri: redirectUri, client_id: clientId, client_secret: clientSecret, code_verifier: verifier,
    }),
  });
  const whoIs = (accessToken: string) => askJson(userinfoUrl, patienceMs, { headers: { Authorization: `Bearer ${accessToken}` } });

  return {
    authorizationUrl({ state, verifier }) {
      const url = new URL(authorizeUrl);
      const query = {
        client_id: clientId, redirect_uri: redirectUri, response_type: 'code', scope: 'openid email profile', state, prompt: 'select_account',
        code_challenge: challengeOf(verifier), code_challenge_method: 'S256',
      };
      for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
      return url.href;
    },

    async identify({ code, verifier }) {
      const grant = await exchange(code, verifier);
      if (grant === 'no answer') return 'network';
      const token = textIn(grant, 'access_token');
      if (token === undefined) return 'no access token';

      const person = await whoIs(token);
      if (person === 'no answer') return 'network';
      return identityIn(person) ?? 'no email';
    },
  };
}

type Json = Readonly<Record<string, unknown>>;

function textIn(answer: Json, name: string): string | undefined {
  const value = answer[name];
  return typeof value === 'string' && value.trim() !== '' ? value.trim() : undefined;
}

/** OpenID Connect says `email_verified`, Google's older endpoint `verified_email`, and some providers write it as text. */
const saysUnverified = (person: Json): boolean =>
  [person['email_verified'], person['verified_email']].some((claim) => claim === false || claim === 'false');

function identityIn(person: Json): ProvidedIdentity | undefined {
  const email = textIn(person, 'email');
  return email === undefined ? undefined : { email, emailVerified: !saysUnverified(person), name: textIn(person, 'name') };
}
