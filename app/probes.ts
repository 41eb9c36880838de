import { healthChecks } from '../adapters/http/server/health.ts';
import { metricsPage } from '../adapters/http/server/metrics-page.ts';
import type { PlainRoute } from '../adapters/http/route/route.ts';
import type { Metrics } from '../adapters/metrics/metrics.ts';
import { type Paisa, toRupees } from '../core/kernel/money.ts';
import { secondsBetween } from '../core/kernel/time.ts';
import type { Room } from '../adapters/files/room.ts';
import type { OpenBroker } from './broker.ts';
import type { Heartbeat } from './heartbeat.ts';
import type { Storage } from './storage.ts';
import type { Dependencies } from './dependencies.ts';

interface Watched {
  readonly metrics: Metrics;
  readonly storage: Storage;
  readonly broker: Pick<OpenBroker, 'state'>;
  readonly heartbeat: Pick<Heartbeat, 'unreadiness' | 'commitAge' | 'clockOffset'>;
  readonly room: Pick<Room, 'freeBytes'>;
  readonly dependencies: Pick<Dependencies, 'clock' | 'passwords' | 'metricsToken' | 'production' | 'local'>;
}

/** The routes for monitoring: health checks and metrics. */
export function probesOf({ metrics, storage, broker, heartbeat, room, dependencies }: Watched): readonly PlainRoute[] {
  // Pings the database before each query. A ping fails within seconds, so metrics do not wait longer for a lost
  // database.
  const ifAnswering =
    <Figures>(read: () => Promise<Figures>): (() => Promise<Figures>) =>
    () =>
      storage.ping().then(read);

  metrics.watch({
    outbox: ifAnswering(async () => {
      const { count, since } = await storage.views.backlog();
      return { count, oldestSeconds: since === undefined ? 0 : secondsBetween(since, dependencies.clock()) };
    }),
    refunds: ifAnswering(() => storage.views.outstandingRefunds(dependencies.clock())),
    unpaidRefunds: ifAnswering(() => storage.views.countUnpaidRefunds()),
    balances: ifAnswering(async () => {
      const { gateways, ...accounts } = await storage.views.ledgerViews.balances();
      return { accounts: inRupees(accounts), gateways: inRupees(gateways) };
    }),
    brokerIsThere: () => broker.state() === 'ok',
    passwords: dependencies.passwords.load,
    database: storage.load,
    commitAge: heartbeat.commitAge,
    clockOffset: heartbeat.clockOffset,
    freeBytes: room.freeBytes,
  });
  return [
    ...healthChecks({ unreadiness: heartbeat.unreadiness, brokerState: broker.state }),
    metricsPage({
      ...metrics,
      token: dependencies.metricsToken,
      openWithoutToken: dependencies.local && !dependencies.production,
    }),
  ];
}

const inRupees = (amounts: Readonly<Record<string, Paisa>>): Readonly<Record<string, number>> =>
  Object.fromEntries(Object.entries(amounts).map(([name, amount]) => [name, toRupees(amount)]));
