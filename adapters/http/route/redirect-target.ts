/** An origin to which a sign-in may send the browser back. An origin without a port allows every port. */
export interface AllowedOrigin {
  readonly protocol: string;
  readonly hostname: string;
  /** The port, including a default port (`80` or `443`), unlike in a URL. */
  readonly port: string | undefined;
}

const DEFAULT_PORTS: Readonly<Record<string, string>> = { 'http:': '80', 'https:': '443' };

const portOf = ({ protocol, port }: URL): string | undefined => (port === '' ? DEFAULT_PORTS[protocol] : port);

const ORIGIN = /^https?:\/\/(?:[^/?#@\\\s:[\]]+|\[[\da-f:.]+\])(?<port>:\d+)?\/?$/i;

/**
 * Reads an origin, such as `https://portal.example.com` or `http://localhost:5173`. Undefined if the text contains more
 * than an origin.
 */
export function readAllowedOrigin(text: string): AllowedOrigin | undefined {
  const written = ORIGIN.exec(text);
  if (!written || !URL.canParse(text)) return undefined;
  const url = new URL(text);
  return {
    protocol: url.protocol,
    hostname: url.hostname,
    port: written.groups?.['port'] === undefined ? undefined : portOf(url),
  };
}

const LONGEST = 2_000;

/**
 * Matches a scheme, exactly two slashes, and no invisible character, blank or backslash. Programs read URLs with those
 * characters in different ways.
 */
const PLAIN = /^https?:\/\/(?!\/)[^\s\\\p{C}]+$/iu;

const hasUserInfo = (text: string): boolean => (text.split(/[/?#]/)[2] ?? '').includes('@');

function isAllowed(url: URL, allowed: readonly AllowedOrigin[]): boolean {
  return allowed.some(
    ({ protocol, hostname, port }) =>
      protocol === url.protocol && hostname === url.hostname && (port === undefined || port === portOf(url)),
  );
}

/** Returns `next`, as parsed, if a sign-in may send the browser there. Otherwise returns the fallback. */
export function redirectTarget(next: string, allowed: readonly AllowedOrigin[], fallback: string): string {
  if (next.length > LONGEST || !PLAIN.test(next) || hasUserInfo(next) || !URL.canParse(next)) return fallback;
  const url = new URL(next);
  return isAllowed(url, allowed) ? url.href : fallback;
}

/** Adds fields to the fragment of the page's URL. Browsers never send a fragment to a server. */
export function withFragment(page: string, fields: Readonly<Record<string, string>>): string {
  const url = new URL(page);
  url.hash = new URLSearchParams(fields).toString();
  return url.href;
}
