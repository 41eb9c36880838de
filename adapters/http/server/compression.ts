import { constants } from 'node:zlib';
import type { Middleware } from 'koa';
import compress from 'koa-compress';

/** The shortest response that is compressed. A shorter one fits into the first packet uncompressed. */
const THRESHOLD_BYTES = 1_025;

/**
 * Every response is compressed on each request, so the levels are low. They cost little, and the result is nearly as
 * short.
 */
const compressed = compress({
  threshold: THRESHOLD_BYTES,
  br: { params: { [constants.BROTLI_PARAM_QUALITY]: 3, [constants.BROTLI_PARAM_LGWIN]: 18 } },
  gzip: { level: 3 },
  deflate: false,
  zstd: false,
});

/**
 * Compresses responses over 1 KiB for callers who accept it. Routes with a secret in the response (route.ts) turn it
 * off. If a response contains a caller's own words and a token, its compressed length shows how similar they are.
 */
export const compression: Middleware = (ctx, next) => {
  // The accepted encodings are checked here first, so that other callers do not pay for compression. The library fails
  // without an accepted encoding.
  const accepted = ctx.get('accept-encoding') !== '' && ctx.acceptsEncodings('br', 'gzip', 'identity');
  if (accepted === 'br' || accepted === 'gzip') return compressed(ctx, next) as Promise<void>;
  ctx.vary('Accept-Encoding');
  return next();
};
