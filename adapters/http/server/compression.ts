import { constants } from 'node:zlib';
import type { Middleware } from 'koa';
import compress from 'koa-compress';

/** Anything shorter fits into the first packet anyway. */
const THRESHOLD_BYTES = 1_025;

/** Every response is compressed anew, so the levels are low: they cost little, and the result is nearly as short. */
const compressed = compress({
  threshold: THRESHOLD_BYTES,
  br: { params: { [constants.BROTLI_PARAM_QUALITY]: 3, [constants.BROTLI_PARAM_LGWIN]: 18 } },
  gzip: { level: 3 },
  deflate: false,
  zstd: false,
});

/**
 * Compresses responses over 1 KiB for callers who accept it. Routes with a secret in the response (route.ts) turn it
 * off: where a caller's own words stand next to a token, the compressed length tells how much the two have in common.
 */
export const compression: Middleware = (ctx, next) => {
  // Checked here first: other callers should not pay for compression, and the library fails without an accepted
  // encoding.
  const accepted = ctx.get('accept-encoding') !== '' && ctx.acceptsEncodings('br', 'gzip', 'identity');
  if (accepted === 'br' || accepted === 'gzip') return compressed(ctx, next) as Promise<void>;
  ctx.vary('Accept-Encoding');
  return next();
};
