import { signal } from '@preact/signals';

/*
 * Reads the data with which the login page opens. They are Google's answer in the fragment, or the token of a mailed
 * link in the query.
 */

/** Mails, and Google's sign-in, lead to this address. */
export const LOGIN_PAGE = '/operator-login.html';

/** A pending one-time code: its ticket, and whether the code was mailed or an app shows it. */
export interface CodeWanted {
  readonly method: 'email' | 'totp';
  readonly ticket: string;
  readonly email: string;
}

export interface Opening {
  /** The kind of code that the sign-in still needs, if any. */
  readonly code?: CodeWanted;
  /** The refresh token of a completed sign-in. The tokens name the user. */
  readonly refresh?: string;
  /** The error code of a failed sign-in, from the service, or `NOT_OURS`. Empty without a code. */
  readonly failure?: string;
}

export const NOTHING: Opening = {};

const NONCE = 'google-nonce';
const NOT_OURS = 'NOT_OURS';

const randomName = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');

const DEVICE_ID = 'device-id';

/** The id under which the service may trust this browser. */
export function deviceId(): string {
  const kept = localStorage.getItem(DEVICE_ID);
  if (kept !== null) return kept;
  const fresh = randomName();
  localStorage.setItem(DEVICE_ID, fresh);
  return fresh;
}

/** The address where a sign-in with Google starts. Google's answer must bring back this tab's nonce. */
export function googleAddress(): string {
  const nonce = randomName();
  sessionStorage.setItem(NONCE, nonce);
  return `/api/auth/google/start?${new URLSearchParams({ device_id: deviceId(), nonce }).toString()}`;
}

/**
 * Takes Google's answer out of the address bar before anything is done with it. An answer counts only with the nonce
 * that this tab sent. Otherwise a stranger's link could make somebody enter a code for the stranger's sign-in.
 */
function take(): Opening {
  const given = new URLSearchParams(location.hash.slice(1));
  if (!['gerror', 'gticket', 'gaccess'].some((name) => given.has(name))) return NOTHING;
  history.replaceState(null, '', location.pathname + location.search);
  const asked = sessionStorage.getItem(NONCE);
  const isOurs = asked !== null && given.get('gnonce') === asked;
  if (isOurs) sessionStorage.removeItem(NONCE);
  // Text from the address is never shown, because anybody can make a link to this page.
  if (given.has('gerror')) return { failure: isOurs ? (given.get('gcode') ?? '') : '' };
  if (!isOurs) return { failure: NOT_OURS };
  const ticket = given.get('gticket');
  const method = given.get('gmethod') === 'totp' ? 'totp' : 'email';
  if (ticket !== null) return { code: { method, ticket, email: given.get('gemail') ?? '' } };
  return { refresh: given.get('grefresh') ?? '' };
}

export const brought = signal<Opening>(take());
addEventListener('hashchange', () => (brought.value = take()));
