import type { Request } from 'playwright-core';

interface Body {
  readonly scans: readonly { readonly nonce: string }[];
}

/** The nonces of the scans that a request of a conductor's phone tells the service. */
export const noncesIn = (request: Request): readonly string[] =>
  request.url().endsWith('/api/conductor/scans')
    ? (request.postDataJSON() as Body).scans.map(({ nonce }) => nonce)
    : [];
