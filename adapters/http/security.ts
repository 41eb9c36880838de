import cors from '@koa/cors';
import type { Middleware } from 'koa';

const YEAR_SECONDS = 31_536_000;

/**
 * What every answer tells a browser: to take it for what it says it is, to run and frame nothing, to keep no copy and to pass no address on.
 * Pages and pictures that need more say so themselves, after this.
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

/** Lets pages of these origins call the API, and no others. Without cookies: who calls is told by a token in a header. */
export const crossOrigin = (origins: readonly string[]): Middleware =>
  cors({
    origin: (ctx) => (origins.includes(ctx.get('origin')) ? ctx.get('origin') : ''),
    allowMethods: ['GET', 'HEAD', 'POST', 'PUT'],
    allowHeaders: ['Authorization', 'Content-Type', 'Idempotency-Key', 'X-Request-Id'],
    exposeHeaders: ['Content-Disposition', 'Idempotency-Replayed', 'Retry-After', 'WWW-Authenticate', 'X-Request-Id'],
    maxAge: 600,
  });
