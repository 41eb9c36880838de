import { constants } from 'node:zlib';
import type { Middleware } from 'koa';
import compress from 'koa-compress';

/** The shortest response that is compressed, in bytes. Shorter responses fit into one network packet anyway. */
const THRESHOLD_BYTES = 1_025;

/**
 * Uses low compression levels, because every response is compressed anew. Low levels take little time, and the result
 * is nearly as short.
 */
const compressed = compress({
  threshold: THRESHOLD_BYTES,
  br: { params: { [constants.BROTLI_PARAM_QUALITY]: 3, [constants.BROTLI_PARAM_LGWIN]: 18 } },
  gzip: { level: 3 },
  deflate: false,
  zstd: false,
});

/**
 * Compresses responses over 1 KiB if the caller accepts that. Routes whose response contains a secret turn compression
 * off (route.ts). A compressed length shows how similar the caller's own words are to a token in the response.
 */
export const compression: Middleware = (ctx, next) => {
  // Checks first whether the caller accepts a compressed response. For other callers, calling the library would cost
  // time. The library also fails if the caller accepts no encoding at all.
  const accepted = ctx.get('accept-encoding') !== '' && ctx.acceptsEncodings('br', 'gzip', 'identity');
  if (accepted === 'br' || accepted === 'gzip') return compressed(ctx, next) as Promise<void>;
  ctx.vary('Accept-Encoding');
  return next();
};
