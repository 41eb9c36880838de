import { signal } from '@preact/signals';

/*
 * What a visit to the portal's login page brings with it: the answer of Google in the fragment, the token of a mailed
 * link in the query.
 */

/** The address to which mails and Google lead. */
export const LOGIN_PAGE = '/operator-login.html';

export interface Brought {
  /** A code was mailed: what it is entered for. */
  readonly code?: { readonly ticket: string; readonly email: string };
  /** Signed in at once; who that is the tokens say. */
  readonly refresh?: string;
  /** Why it did not work: a code of the service's, or that the sign-in was none of ours. */
  readonly failure?: string;
}

export const NOTHING: Brought = {};

const NONCE = 'google-nonce';
const NOT_OURS = 'NOT_OURS';

const randomName = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');

const DEVICE_ID = 'device-id';

/** The name under which the service may come to trust this browser. */
export function deviceId(): string {
  const kept = localStorage.getItem(DEVICE_ID);
  if (kept !== null) return kept;
  const fresh = randomName();
  localStorage.setItem(DEVICE_ID, fresh);
  return fresh;
}

/** Where a sign-in with Google starts. What Google answers has to bring back this tab's nonce. */
export function googleAddress(): string {
  const nonce = randomName();
  sessionStorage.setItem(NONCE, nonce);
  return `/api/auth/google/start?${new URLSearchParams({ device_id: deviceId(), nonce }).toString()}`;
}

/**
 * Takes Google's answer out of the address bar before anything is done with it. It counts only when it brings back what
 * this tab went there with: whoever made any other link may hope that a code is entered here for a sign-in of theirs.
 */
function take(): Brought {
  const given = new URLSearchParams(location.hash.slice(1));
  if (!['gerror', 'gticket', 'gaccess'].some((name) => given.has(name))) return NOTHING;
  history.replaceState(null, '', location.pathname + location.search);
  const asked = sessionStorage.getItem(NONCE);
  const isOurs = asked !== null && given.get('gnonce') === asked;
  if (isOurs) sessionStorage.removeItem(NONCE);
  // No text is ever taken from the address: anybody can make a link to this page.
  if (given.has('gerror')) return { failure: isOurs ? (given.get('gcode') ?? '') : '' };
  if (!isOurs) return { failure: NOT_OURS };
  const ticket = given.get('gticket');
  if (ticket !== null) return { code: { ticket, email: given.get('gemail') ?? '' } };
  return { refresh: given.get('grefresh') ?? '' };
}

export const brought = signal<Brought>(take());
addEventListener('hashchange', () => (brought.value = take()));
