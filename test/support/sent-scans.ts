import type { Request } from 'playwright-core';

interface Body {
  readonly scans: readonly { readonly nonce: string }[];
}

/** The nonces of the scans in a request of a conductor's phone. */
export const noncesIn = (request: Request): readonly string[] =>
  request.url().endsWith('/api/conductor/scans')
    ? (request.postDataJSON() as Body).scans.map(({ nonce }) => nonce)
    : [];
