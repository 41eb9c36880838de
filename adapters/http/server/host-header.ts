import type { IncomingMessage } from 'node:http';
import type { Middleware } from 'koa';
import { invalidHost, malformedRequest } from '../route/problems.ts';

/** `host:port` as in RFC 9112: a name, an IPv4 address or an IPv6 address in brackets. */
const HOST = /^(?:[\w.~!$&'()*+,;=%-]*|\[[\da-f:.]+\])(?::\d*)?$/i;

function hostsOf({ rawHeaders }: IncomingMessage): readonly string[] {
  return rawHeaders.filter((_, index) => index % 2 === 1 && rawHeaders[index - 1]?.toLowerCase() === 'host');
}

/**
 * Refuses a request whose Host header is missing, repeated or malformed, as RFC 9112 (3.2) demands. Nothing else reads
 * the header, because absolute URLs come from a setting. If the request target is a whole URL, only its path is used.
 */
export const checkHostHeader: Middleware = (ctx, next) => {
  const hosts = hostsOf(ctx.req);
  if (hosts.length > 1 || !HOST.test(hosts[0] ?? '') || (hosts.length === 0 && ctx.req.httpVersion !== '1.0'))
    throw invalidHost();
  if (!ctx.url.startsWith('/')) ctx.url = pathOf(ctx.url);
  return next();
};

function pathOf(target: string): string {
  if (!/^https?:/i.test(target) || !URL.canParse(target)) throw malformedRequest('The address is malformed.');
  const { pathname, search } = new URL(target);
  return pathname + search;
}
