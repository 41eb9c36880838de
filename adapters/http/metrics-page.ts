import { createHash, timingSafeEqual } from 'node:crypto';
import { HttpProblem, notFound } from './problems.ts';
import type { Extra } from './route.ts';

interface Needs {
  readonly print: () => Promise<string>;
  readonly mediaType: string;
  /** The bearer token that is asked for; without one everybody may look, or nobody. */
  readonly token: string | undefined;
  readonly openWithoutToken: boolean;
}

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();

/** Metrics, for whoever watches over the service: they tell how much is sold. */
export const metricsPage = ({ print, mediaType, token, openWithoutToken }: Needs): Extra => ({
  method: 'get',
  path: '/metrics',
  serve: async (ctx) => {
    if (token === undefined && !openWithoutToken) throw notFound();
    if (token !== undefined) {
      const shown = /^Bearer +(.+)$/i.exec(ctx.get('authorization'))?.[1];
      if (shown === undefined || !timingSafeEqual(digest(shown), digest(token))) {
        throw new HttpProblem(401, 'METRICS_TOKEN_WRONG', 'The metrics need their own bearer token.', { 'WWW-Authenticate': 'Bearer' });
      }
    }
    ctx.type = mediaType;
    ctx.body = await print();
  },
  describes: {
    summary: 'Metrics, as Prometheus reads them',
    answers: {
      200: { description: 'The metrics.', mediaType: 'text/plain' },
      401: { description: 'The bearer token of the metrics is missing or wrong.', mediaType: 'application/problem+json' },
      404: { description: 'Metrics are not on offer: in production they need a token to be set.', mediaType: 'application/problem+json' },
    },
  },
});
