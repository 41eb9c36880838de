import { expect } from 'chai';
import { openMetrics } from '../../adapters/metrics/metrics.ts';
import { probesOf } from '../../app/probes.ts';
import type { Storage } from '../../app/storage.ts';
import { startEdge } from '../support/edge.ts';

describe('metrics beside a silent database', () => {
  it('the metrics endpoint answers without the database’s figures when the database does not answer', async () => {
    const never = (): Promise<never> => new Promise(() => undefined);
    const storage = {
      ping: () => Promise.reject(new Error('It has not answered.')),
      views: { backlog: never, outstandingRefunds: never, countUnpaidRefunds: never, ledgerViews: { balances: never } },
    } as unknown as Storage;
    const edge = await startEdge({
      plainRoutes: probesOf({
        metrics: openMetrics(),
        storage,
        broker: { state: () => 'ok' },
        heartbeat: { unreadiness: async () => ({}), commitAge: () => 2, clockOffset: () => 0.5 },
        room: { freeBytes: async () => 1e9 },
        dependencies: {
          clock: () => 0 as never,
          passwords: { load: () => ({ running: 0, waiting: 0 }) } as never,
          metricsToken: undefined,
          production: false,
          local: true,
        },
      }),
    });
    const { status, text } = await edge.get('/metrics');
    await edge.close();
    expect(status).to.equal(200);
    for (const gauge of ['outbox_waiting', 'outbox_oldest_seconds', 'refunds_due', 'refunds_overdue'])
      expect(text).to.match(new RegExp(`^${gauge} Nan$`, 'm'));
    expect(text).to.include('broker_up 1').and.not.include('ledger_balance_rupees{');
  });
});
