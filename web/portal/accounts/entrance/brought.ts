import { signal } from '@preact/signals';

/*
 * Reads the data in the login page's address. The fragment may contain Google's answer, and the query the token of a
 * mailed link.
 */

/** The address that links in e-mails open, and to which Google's sign-in returns. */
export const LOGIN_PAGE = '/operator-login.html';

/**
 * A one-time code that the user still has to enter, from an e-mail or an authenticator app. `ticket` is the id of the
 * sign-in that waits for the code.
 */
export interface CodeWanted {
  readonly method: 'email' | 'totp';
  readonly ticket: string;
  readonly email: string;
}

export interface Opening {
  /** Set if the sign-in still needs a one-time code. */
  readonly code?: CodeWanted;
  /** The refresh token of a completed sign-in. The page uses it once to get the session and the user. */
  readonly refresh?: string;
  /**
   * The error code of a failed sign-in, from the service, or `NOT_OURS`. Empty if the address names no code that this
   * page trusts.
   */
  readonly failure?: string;
}

export const NOTHING: Opening = {};

const NONCE = 'google-nonce';
const NOT_OURS = 'NOT_OURS';

const randomName = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');

const DEVICE_ID = 'device-id';

/** The id of this browser, by which the service remembers the browsers that a user trusts. */
export function deviceId(): string {
  const kept = localStorage.getItem(DEVICE_ID);
  if (kept !== null) return kept;
  const fresh = randomName();
  localStorage.setItem(DEVICE_ID, fresh);
  return fresh;
}

/** The address where a sign-in with Google starts. Google's answer must contain the nonce that this tab sends. */
export function googleAddress(): string {
  const nonce = randomName();
  sessionStorage.setItem(NONCE, nonce);
  return `/api/auth/google/start?${new URLSearchParams({ device_id: deviceId(), nonce }).toString()}`;
}

/**
 * Removes Google's answer from the address bar first, then reads it. Accepts only an answer with the nonce that this
 * tab sent. Otherwise a stranger's link could make users enter a code for the stranger's sign-in.
 */
function take(): Opening {
  const given = new URLSearchParams(location.hash.slice(1));
  if (!['gerror', 'gticket', 'gaccess'].some((name) => given.has(name))) return NOTHING;
  history.replaceState(null, '', location.pathname + location.search);
  const asked = sessionStorage.getItem(NONCE);
  const isOurs = asked !== null && given.get('gnonce') === asked;
  if (isOurs) sessionStorage.removeItem(NONCE);
  // Never shows text from the address, because anybody can make a link to this page.
  if (given.has('gerror')) return { failure: isOurs ? (given.get('gcode') ?? '') : '' };
  if (!isOurs) return { failure: NOT_OURS };
  const ticket = given.get('gticket');
  const method = given.get('gmethod') === 'totp' ? 'totp' : 'email';
  if (ticket !== null) return { code: { method, ticket, email: given.get('gemail') ?? '' } };
  return { refresh: given.get('grefresh') ?? '' };
}

export const brought = signal<Opening>(take());
addEventListener('hashchange', () => (brought.value = take()));
