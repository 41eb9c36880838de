/** An origin to which a sign-in may lead back. Without a port any will do. */
export interface NextOrigin {
  readonly protocol: string;
  readonly hostname: string;
  /** `80` or `443` where it is the default one, unlike in a URL. */
  readonly port: string | undefined;
}

const DEFAULT_PORTS: Readonly<Record<string, string>> = { 'http:': '80', 'https:': '443' };

const portOf = ({ protocol, port }: URL): string | undefined => (port === '' ? DEFAULT_PORTS[protocol] : port);

const ORIGIN = /^https?:\/\/(?:[^/?#@\\\s:[\]]+|\[[\da-f:.]+\])(?<port>:\d+)?\/?$/i;

/** Reads `https://portal.example.com` or `http://localhost:5173`; undefined when there is anything else to it. */
export function readNextOrigin(text: string): NextOrigin | undefined {
  const written = ORIGIN.exec(text);
  if (!written || !URL.canParse(text)) return undefined;
  const url = new URL(text);
  return { protocol: url.protocol, hostname: url.hostname, port: written.groups?.['port'] === undefined ? undefined : portOf(url) };
}

const LONGEST = 2_000;

/** Scheme, exactly two slashes, and then nothing that is invisible, blank or a backslash: parsers differ on those. */
const PLAIN = /^https?:\/\/(?!\/)[^\s\\\p{C}]+$/iu;

const hasUserInfo = (text: string): boolean => (text.split(/[/?#]/)[2] ?? '').includes('@');

function isAllowed(url: URL, allowed: readonly NextOrigin[]): boolean {
  return allowed.some(({ protocol, hostname, port }) => protocol === url.protocol && hostname === url.hostname && (port === undefined || port === portOf(url)));
}

/** The page that `next` names, as the parser understood it, if a sign-in may lead there; else the fallback. */
export function nextPage(next: string, allowed: readonly NextOrigin[], fallback: string): string {
  if (next.length > LONGEST || !PLAIN.test(next) || hasUserInfo(next) || !URL.canParse(next)) return fallback;
  const url = new URL(next);
  return isAllowed(url, allowed) ? url.href : fallback;
}

/** A page's address with fields in its fragment, in place of any that was there: a fragment never leaves the browser. */
export function withFragment(page: string, fields: Readonly<Record<string, string>>): string {
  const url = new URL(page);
  url.hash = new URLSearchParams(fields).toString();
  return url.href;
}
