/** A person's identity as the provider states it. */
export interface ProvidedIdentity {
  readonly email: string;
  /** True only if the provider says that the address is verified. */
  readonly emailVerified: boolean;
  readonly name: string | undefined;
}

/** The reason why a provider returned no identity. */
export type IdentityFailure = 'no access token' | 'network' | 'no email';

/** An OAuth 2.0 provider: authorization-code flow with PKCE (S256). */
export interface IdentityProvider {
  /** The URL at the provider that the browser is redirected to. */
  authorizationUrl(request: { readonly state: string; readonly verifier: string }): string;
  /**
   * Exchanges the authorization code for a token, and asks for the user's identity. Makes two calls of at most 15
   * seconds each.
   */
  identify(grant: { readonly code: string; readonly verifier: string }): Promise<ProvidedIdentity | IdentityFailure>;
}

/** Sign-in state that the browser carries to the provider, and that the provider returns unchanged. */
export interface ProviderState {
  readonly next: string;
  readonly deviceId: string;
  /**
   * Makes the state single-use. The browser's cookie has the same nonce, so the state is valid in that browser only.
   */
  readonly nonce: string;
  /** A nonce of the page that started the sign-in. The service returns the nonce to the page. */
  readonly clientNonce?: string;
}
