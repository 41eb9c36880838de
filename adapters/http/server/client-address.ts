import type { IncomingMessage } from 'node:http';
import { isIP } from 'node:net';
import type { Middleware } from 'koa';
import { all, compile } from 'proxy-addr';

/**
 * Whether the machine at this address is a trusted proxy. `hop` is 0 for the machine that opened the connection, 1 for
 * the one before it, and so on.
 */
export type TrustProxy = (address: string, hop: number) => boolean;

export const trustNobody: TrustProxy = () => false;

const MAX_HOPS = 32;

/**
 * Reads which proxies are trusted: `true` (one proxy), `false`, a number of proxies, or a comma-separated list of
 * networks. Undefined for other text.
 */
export function readTrustProxy(text: string): TrustProxy | undefined {
  if (text === 'false') return trustNobody;
  if (text === 'true') return hops(1);
  if (/^\d+$/.test(text)) return Number(text) <= MAX_HOPS ? hops(Number(text)) : undefined;
  const networks = text.split(',').map((network) => network.trim());
  try {
    return networks.every(isNetwork) ? compile(networks) : undefined;
  } catch {
    return undefined;
  }
}

const hops =
  (count: number): TrustProxy =>
  (_address, hop) =>
    hop < count;

/** An IP address, or one with a prefix length, such as 10.0.0.0/8. */
const isNetwork = (network: string): boolean => {
  const [address = '', bits = '0', ...more] = network.split('/');
  return isIP(address) !== 0 && /^\d+$/.test(bits) && more.length === 0;
};

/** Matches an address with a port, which some proxies write into the header. */
const WITH_PORT = /^(?:\[(.*)\]|([\d.]+))(?::\d+)?$/;
const withoutPort = (entry: string): string => {
  const [, six, four] = WITH_PORT.exec(entry) ?? [];
  return six ?? four ?? entry;
};

/**
 * Finds the IP address of the caller. Starts at the connection and goes back through X-Forwarded-For. Stops at a proxy
 * that is not trusted or an entry that is not an address. Earlier entries may be forged and are not read.
 */
export function clientAddressOf(request: IncomingMessage, trust: TrustProxy): string {
  const [connected = '', ...entries] = all(request) as readonly (string | undefined)[];
  let client = connected;
  for (const [hop, entry = ''] of entries.entries()) {
    const address = withoutPort(entry);
    if (!trust(client, hop) || isIP(address) === 0) break;
    client = address;
  }
  return client;
}

/** Sets `ctx.ip` to the IP address of the caller, also behind proxies. */
export const setClientAddress =
  (trust: TrustProxy): Middleware =>
  (ctx, next) => {
    ctx.request.ip = clientAddressOf(ctx.req, trust);
    return next();
  };
