import { lookup, Resolver } from 'node:dns/promises';
import { isIP } from 'node:net';

/** Finds all addresses of a host name, IPv4 and IPv6. Empty if the name has none. Never rejects. */
export type Resolve = (name: string) => Promise<readonly string[]>;

const PATIENCE_MS = 3_000;

/**
 * Asks the name servers of this machine. The answer of the system's resolver is not used: its few threads would all
 * wait for one slow name server.
 */
export function nameServers(): Resolve {
  return async (name) => {
    const resolver = new Resolver({ timeout: PATIENCE_MS, tries: 1 });
    const found = await Promise.allSettled([resolver.resolve4(name), resolver.resolve6(name)]);
    return found.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []));
  };
}

/** Asks the system's resolver, which also knows the names of the local network. */
export const systemResolver: Resolve = async (name) => {
  try {
    return (await lookup(name, { all: true })).map(({ address }) => address);
  } catch {
    return [];
  }
};

/** The host of a URL as an address or a name: without the brackets of IPv6, and without a final dot. */
export function hostOf({ hostname }: URL): { readonly name: string; readonly isAddress: boolean } {
  const name = hostname.replace(/^\[(.*)\]$/, '$1').replace(/\.$/, '');
  return { name, isAddress: isIP(name) !== 0 };
}
