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
  /** The address at the provider that the browser is sent to. */
  authorizationUrl(request: { readonly state: string; readonly verifier: string }): string;
  /** Exchanges the code and asks for the user's identity, in two calls of at most 15 seconds each. */
  identify(grant: { readonly code: string; readonly verifier: string }): Promise<ProvidedIdentity | IdentityFailure>;
}

/** State that the provider gets with the browser, and gives back with it. */
export interface ProviderState {
  readonly next: string;
  readonly deviceId: string;
  /** Makes the state single-use, and binds the state to the browser with the same nonce in its cookie. */
  readonly nonce: string;
  /** Nonce of the page that started the sign-in. The page gets it back. */
  readonly clientNonce?: string;
}
