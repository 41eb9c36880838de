import { createHash } from 'node:crypto';
import type { IdentityProvider, ProvidedIdentity } from '../../core/accounts/identity-provider.ts';
import { fetchJson } from './fetch-json.ts';

interface Needs {
  readonly clientId: string;
  readonly clientSecret: string;
  readonly authorizeUrl: string;
  readonly tokenUrl: string;
  readonly userinfoUrl: string;
  /** The address that the provider sends the browser back to. */
  readonly redirectUri: string;
  readonly timeoutMs?: number;
}

/** The S256 challenge of RFC 7636. The provider later gets the verifier and compares it with the challenge. */
const challengeOf = (verifier: string): string => createHash('sha256').update(verifier).digest('base64url');

/** Makes the provider that signs users in: Google, or another OAuth 2.0 provider with a userinfo endpoint. */
export function googleProvider({
  clientId,
  clientSecret,
  authorizeUrl,
  tokenUrl,
  userinfoUrl,
  redirectUri,
  timeoutMs = 15_000,
}: Needs): IdentityProvider {
  const exchange = (code: string, verifier: string) =>
    fetchJson(tokenUrl, timeoutMs, {
      method: 'POST',
      body: new URLSearchParams({
        grant_type: 'authorization_code',
        code,
        redirect_uri: redirectUri,
        client_id: clientId,
        client_secret: clientSecret,
        code_verifier: verifier,
      }),
    });
  const whoIs = (accessToken: string) =>
    fetchJson(userinfoUrl, timeoutMs, { headers: { Authorization: `Bearer ${accessToken}` } });

  return {
    authorizationUrl({ state, verifier }) {
      const url = new URL(authorizeUrl);
      const query = {
        client_id: clientId,
        redirect_uri: redirectUri,
        response_type: 'code',
        scope: 'openid email profile',
        state,
        prompt: 'select_account',
        code_challenge: challengeOf(verifier),
        code_challenge_method: 'S256',
      };
      for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
      return url.href;
    },

    async identify({ code, verifier }) {
      const grant = await exchange(code, verifier);
      if (grant === 'no response') return 'network';
      const token = textIn(grant, 'access_token');
      if (token === undefined) return 'no access token';

      const person = await whoIs(token);
      if (person === 'no response') return 'network';
      return identityIn(person) ?? 'no email';
    },
  };
}

type Json = Readonly<Record<string, unknown>>;

function textIn(answer: Json, name: string): string | undefined {
  const value = answer[name];
  return typeof value === 'string' && value.trim() !== '' ? value.trim() : undefined;
}

function identityIn(person: Json): ProvidedIdentity | undefined {
  const email = textIn(person, 'email');
  // Accepts only a boolean, as OpenID Connect defines. The value decides who may sign in.
  return email === undefined
    ? undefined
    : { email, emailVerified: person['email_verified'] === true, name: textIn(person, 'name') };
}
