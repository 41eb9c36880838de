import { isIP } from 'node:net';

/** Finds all addresses of a host name, IPv4 and IPv6. Empty if the name has none. Never rejects. */
export type Resolve = (name: string) => Promise<readonly string[]>;

/** The host of a URL as an address or a name: without the brackets of IPv6, and without a final dot. */
export function hostOf({ hostname }: URL): { readonly name: string; readonly isAddress: boolean } {
  const name = hostname.replace(/^\[(.*)\]$/, '$1').replace(/\.$/, '');
  return { name, isAddress: isIP(name) !== 0 };
}
