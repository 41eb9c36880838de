import { expect } from 'chai';
import type { Answer } from './http.ts';

export const SUCCESS = '/api/payments/passenger/gateway/success';
export const FAILURE = '/api/payments/passenger/gateway/failure';
export const CLIENT = 'https://client.example/app';

export type Form = Readonly<Record<string, string>>;

/** The page to which a callback redirects the browser, and its query parameters. */
export function landing({ status, headers }: Answer) {
  expect(status).to.equal(302);
  const url = new URL(headers.get('location') ?? '');
  return { page: `${url.origin}${url.pathname}`, ...Object.fromEntries(url.searchParams) };
}
export const at = (fields: object) => ({ page: `${CLIENT}/payment-result.html`, ...fields });
