import type { IdentityFailure, IdentityProvider, ProvidedIdentity } from '../../core/accounts/identity-provider.ts';

/**
 * An identity provider in memory. It issues a code for a PKCE challenge, and exchanges the code only with the right
 * verifier.
 */
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
