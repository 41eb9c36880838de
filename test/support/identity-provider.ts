import type { IdentityFailure, IdentityProvider, ProvidedIdentity } from '../../core/accounts/identity-provider.ts';

/** A provider in memory. It gives a code for a verifier and, as PKCE asks, answers a code only to that verifier. */
export function providerOf(
  answer: () => ProvidedIdentity | IdentityFailure,
): IdentityProvider & { readonly asked: string[] } {
  const asked: string[] = [];
  return {
    asked,
    authorizationUrl: ({ state, verifier }) =>
      `https://id.example.com/?${new URLSearchParams({ state, code: `code for ${verifier}` }).toString()}`,
    identify: async ({ code, verifier }) => {
      asked.push(code);
      return code === `code for ${verifier}` ? answer() : 'no access token';
    },
  };
}
