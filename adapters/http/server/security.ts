import cors from '@koa/cors';
import type { Middleware } from 'koa';

const YEAR_SECONDS = 31_536_000;

/**
 * Sets headers of every response. Browsers must not guess a response's type, run or frame anything, keep a copy or send
 * a Referer. Pages and pictures later replace the headers that are too strict.
 */
export function secureHeaders({ https }: { readonly https: boolean }): Middleware {
  const headers = {
    'X-Content-Type-Options': 'nosniff',
    'X-Frame-Options': 'DENY',
    'Content-Security-Policy': "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    'Referrer-Policy': 'no-referrer',
    'Cache-Control': 'no-store',
    ...(https && { 'Strict-Transport-Security': `max-age=${YEAR_SECONDS}` }),
  };
  return (ctx, next) => {
    ctx.set(headers);
    return next();
  };
}

/**
 * Lets only pages of these origins call the API. Cookies are not allowed, because callers send their token in a header.
 */
export const crossOrigin = (origins: readonly string[]): Middleware =>
  cors({
    origin: (ctx) => (origins.includes(ctx.get('origin')) ? ctx.get('origin') : ''),
    allowMethods: ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'],
    allowHeaders: ['Authorization', 'Content-Type', 'Door-Pass', 'Idempotency-Key', 'If-Match', 'X-Request-Id'],
    exposeHeaders: [
      'Age',
      'Content-Disposition',
      'Date',
      'Deprecation',
      'ETag',
      'Idempotency-Replayed',
      'Link',
      'Retry-After',
      'Sunset',
      'WWW-Authenticate',
      'X-Left-Out',
      'X-Request-Id',
    ],
    maxAge: 600,
  });
