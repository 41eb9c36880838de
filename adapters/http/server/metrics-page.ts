import { createHash, timingSafeEqual } from 'node:crypto';
import { metricsTokenWrong, notFound } from '../route/problems.ts';
import type { PlainRoute } from '../route/route.ts';

interface Needs {
  readonly print: () => Promise<string>;
  readonly mediaType: string;
  /** The bearer token that callers must send. */
  readonly token: string | undefined;
  /** Whether everybody may read the metrics if no token is set. If false, nobody may. */
  readonly openWithoutToken: boolean;
}

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();

/** Serves metrics to Prometheus. Access is restricted, because the metrics show how many tickets are sold. */
export const metricsPage = ({ print, mediaType, token, openWithoutToken }: Needs): PlainRoute => ({
  method: 'get',
  path: '/metrics',
  serve: async (ctx) => {
    if (token === undefined && !openWithoutToken) throw notFound();
    if (token !== undefined) {
      const shown = /^Bearer +(.+)$/i.exec(ctx.get('authorization'))?.[1];
      if (shown === undefined || !timingSafeEqual(digest(shown), digest(token))) {
        throw metricsTokenWrong();
      }
    }
    ctx.type = mediaType;
    ctx.body = await print();
  },
  describes: {
    operationId: 'getMetrics',
    token: {
      name: 'metricsToken',
      description: 'Is the METRICS_TOKEN of the settings, which is not the token of a sign-in.',
    },
    summary: 'Metrics, as Prometheus reads them',
    description: 'Answers the counters and gauges of this process in the text format of Prometheus.',
    responses: {
      200: { description: 'Gives the metrics in the text format of Prometheus.', mediaType: 'text/plain' },
      401: { description: 'The bearer token of the metrics is missing or wrong.' },
      404: {
        description:
          'There are no metrics: a service that others can reach offers them only once METRICS_TOKEN is set.',
      },
    },
  },
});
