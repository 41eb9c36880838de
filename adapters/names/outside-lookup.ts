import dns, { type LookupAddress, type LookupOptions } from 'node:dns';
import { isIP } from 'node:net';
import type { ResolveName } from './resolve-names.ts';

type Answer = (error: NodeJS.ErrnoException | null, address: string | LookupAddress[], family?: number) => void;

const FAMILIES: Readonly<Record<string, number>> = { IPv4: 4, IPv6: 6 };

/** The error of a name without addresses, as the system's resolver words it: callers know it by code and `syscall`. */
const notFound = (hostname: string): NodeJS.ErrnoException =>
  Object.assign(new Error(`getaddrinfo EAI_AGAIN ${hostname}`), {
    code: 'EAI_AGAIN',
    syscall: 'getaddrinfo',
    hostname,
  });

/** A function with the parameters and answers of `dns.lookup` that asks `resolve`. */
export function lookupBy(resolve: ResolveName) {
  return (hostname: string, given: LookupOptions | number | Answer | null | undefined, callback?: Answer): void => {
    const answer = typeof given === 'function' ? given : callback;
    if (!answer) throw new TypeError('A lookup needs a callback.');
    const options = typeof given === 'number' ? { family: given } : typeof given === 'function' ? {} : (given ?? {});
    const family = typeof options.family === 'string' ? FAMILIES[options.family] : options.family;
    void resolve(hostname).then((addresses) => {
      const found = addresses
        .map((address) => ({ address, family: isIP(address) }))
        .filter((one) => !family || one.family === family);
      const [first] = found;
      // Outside of the promise, so that an error of the callback is nobody else's.
      setImmediate(() => {
        if (!first) answer(notFound(hostname), options.all ? [] : '');
        else if (options.all) answer(null, found);
        else answer(null, first.address, first.family);
      });
    });
  };
}

/**
 * Makes every connection of this process look its name up by `resolve`: those of fetch, of the broker and of mail.
 * None of them takes a lookup of its own in all cases, but all ask `dns.lookup` at the moment of the connection. The
 * names in `bySystem` are looked up as before. Returns a function that restores the lookup from before.
 */
export function installLookup(resolve: ResolveName, bySystem: readonly string[] = []): () => void {
  const before = dns.lookup;
  const outside = lookupBy(resolve) as unknown as (hostname: string, ...rest: unknown[]) => void;
  const inside = before as unknown as typeof outside;
  const own = ((hostname: string, ...rest: unknown[]) =>
    (bySystem.includes(hostname) ? inside : outside)(hostname, ...rest)) as typeof dns.lookup;
  dns.lookup = own;
  return () => {
    if (dns.lookup === own) dns.lookup = before;
  };
}
