import { healthChecks } from '../adapters/http/health.ts';
import { metricsPage } from '../adapters/http/metrics-page.ts';
import type { Extra } from '../adapters/http/route.ts';
import type { Metrics } from '../adapters/metrics/metrics.ts';
import { secondsBetween } from '../core/kernel/time.ts';
import type { OpenBroker } from './broker.ts';
import type { Keep, World } from './world.ts';

interface Watched {
  readonly metrics: Metrics;
  readonly keep: Keep;
  readonly broker: Pick<OpenBroker, 'state'>;
  readonly world: Pick<World, 'clock' | 'passwords' | 'metricsToken' | 'production'>;
}

/** What those who watch over the service look at. */
export function probesOf({ metrics, keep, broker, world }: Watched): readonly Extra[] {
  metrics.watch({
    outbox: async () => {
      const { count, since } = await keep.screens.backlog();
      return { count, oldestSeconds: since === undefined ? 0 : secondsBetween(since, world.clock()) };
    },
    brokerIsThere: () => broker.state() === 'ok',
    passwords: world.passwords.load,
    database: keep.load,
  });
  return [
    ...healthChecks({ pingDatabase: keep.ping, brokerState: broker.state }),
    metricsPage({ ...metrics, token: world.metricsToken, openWithoutToken: !world.production }),
  ];
}
