import { expect } from 'chai';
import { metricsPage } from '../../../adapters/http/server/metrics-page.ts';
import { openMetrics } from '../../../adapters/metrics/metrics.ts';
import { startEdge } from '../../support/edge.ts';
import { eventually } from '../../support/eventually.ts';
import { type Api, startApi } from '../../support/http.ts';

const WATCHER = { Authorization: 'Bearer for-the-watchers' };

describe('/metrics', () => {
  let api: Api;

  before(async () => {
    api = await startApi({ engine: 'SQLite', environment: { METRICS_TOKEN: 'for-the-watchers' } });
  });
  after(() => api.close());

  const metrics = async (): Promise<string> => (await api.get('/metrics', undefined, WATCHER)).text;

  it('metrics are shown only to callers who send the metrics token', async () => {
    for (const authorization of ['Bearer', 'Bearer wrong', 'Basic for-the-watchers', 'for-the-watchers']) {
      const { status, headers, json } = await api.get('/metrics', undefined, { Authorization: authorization });
      expect([status, json.code, headers.get('www-authenticate')], authorization).to.deep.equal([
        401,
        'METRICS_TOKEN_WRONG',
        'Bearer',
      ]);
    }
    const { status, headers } = await api.get('/metrics', undefined, WATCHER);
    expect([status, headers.get('content-type')]).to.deep.equal([200, 'text/plain; version=0.0.4; charset=utf-8']);
  });

  it('metrics need no token in development if none is set, but are closed in production', async () => {
    const page = { print: async () => 'text', mediaType: 'text/plain', token: undefined };
    for (const [openWithoutToken, status] of [
      [true, 200],
      [false, 404],
    ] as const) {
      const edge = await startEdge({ plainRoutes: [metricsPage({ ...page, openWithoutToken })] });
      expect((await edge.get('/metrics')).status).to.equal(status);
      await edge.close();
    }
  });

  it('metrics need a token unless the service can be reached only from its own machine', async () => {
    for (const [BASE_URL, status] of [
      ['http://localhost:3000', 200],
      ['https://bus.example.com', 404],
    ] as const) {
      const other = await startApi({ environment: { BASE_URL } });
      expect((await other.get('/metrics')).status, BASE_URL).to.equal(status);
      await other.close();
    }
  });

  it('metrics count requests by route and status, whatever paths callers invent', async () => {
    await api.get('/api/trips/41');
    await api.get('/api/trips/42?secret=1');
    await api.get('/api/made-up-41');
    await api.send('/api/made-up-42', { method: 'PROPFIND' });
    await eventually(async () =>
      /http_request_duration_seconds_count\{method="GET",route="\/api\/trips\/:id",status="404"\} 2\n/.test(
        await metrics(),
      ),
    );
    await eventually(async () =>
      /http_request_duration_seconds_count\{method="other",route="none",status="404"\} 1\n/.test(await metrics()),
    );
    expect(await metrics()).not.to.match(/made-up|secret|PROPFIND|\/41/);
  });

  it('metrics show the process, its event loop, outbox, broker, hashing and jobs', async () => {
    const text = await metrics();
    for (const name of [
      'process_resident_memory_bytes',
      'nodejs_eventloop_lag_p99_seconds',
      'outbox_waiting',
      'outbox_oldest_seconds',
      'refunds_due',
      'refunds_overdue',
      'broker_up',
      'bookings_total',
      'payments_total',
      'job_duration_seconds',
    ]) {
      expect(text).to.match(new RegExp(`^# TYPE ${name} `, 'm'));
    }
    expect(text)
      .to.match(/^outbox_waiting 0$/m)
      .and.match(/^password_hashes\{state="waiting"\} 0$/m);
  });

  it('metrics show the present figures each time they are read', async () => {
    const opened = openMetrics();
    let [count, there] = [0, false];
    opened.watch({
      outbox: async () => ({ count, oldestSeconds: count * 10 }),
      refunds: async () => ({ due: count, overdue: count - 1 }),
      unpaidRefunds: async () => [{ gateway: 'KHALTI', due: count + 1, unclear: count + 2 }],
      balances: async () => ({ accounts: { BANK: count / 2 }, gateways: { ESEWA: count / 4 } }),
      brokerIsThere: () => there,
      commitAge: () => count,
      clockOffset: () => -count,
      freeBytes: async () => 1_000 * count,
      passwords: () => ({ running: count, waiting: 2 * count }),
      database: () => ({ running: 3 * count, waiting: 4 * count }),
    });
    const gauges = async () => {
      const text = await opened.print();
      return [
        'outbox_waiting',
        'outbox_oldest_seconds',
        'refunds_due',
        'refunds_overdue',
        'ledger_balance_rupees{account="BANK"}',
        'gateway_balance_rupees{gateway="ESEWA"}',
        'gateway_refunds_due{gateway="KHALTI"}',
        'gateway_refunds_unclear{gateway="KHALTI"}',
        'broker_up',
        'password_hashes{state="running"}',
        'database_connections{state="waiting"}',
        'busticket_database_commit_age_seconds',
        'busticket_clock_offset_seconds',
        'busticket_data_dir_free_bytes',
      ].map((name) =>
        Number(
          text
            .split('\n')
            .find((line) => line.startsWith(`${name} `))
            ?.split(' ')
            .at(-1),
        ),
      );
    };
    for (count of [1, 5, 2]) {
      there = !there;
      const broker = Number(there);
      const held = [count / 2, count / 4, count + 1, count + 2];
      expect(await gauges()).to.deep.equal(
        [count, count * 10, count, count - 1, ...held, broker, count, 4 * count].concat([count, -count, 1_000 * count]),
      );
    }
  });

  it('metrics count payments by outcome and by gateway', async () => {
    const opened = openMetrics();
    for (const gateway of ['ESEWA', 'KHALTI', 'KHALTI']) opened.countPayment('COMPLETE', gateway);
    expect(await opened.print())
      .to.match(/^payments_total\{outcome="COMPLETE"\} 3$/m)
      .and.match(/^gateway_payments_total\{gateway="ESEWA",outcome="COMPLETE"\} 1$/m)
      .and.match(/^gateway_payments_total\{gateway="KHALTI",outcome="COMPLETE"\} 2$/m);
  });

  it('metrics list each job with zero failures before its first run', async () => {
    const opened = openMetrics();
    opened.expectJobs(['expire bookings']);
    expect(await opened.print()).to.match(/^job_duration_seconds_count\{job="expire bookings",outcome="failed"\} 0$/m);
  });

  it('metrics that need no database are still shown while the database is down', async () => {
    const opened = openMetrics();
    opened.watch({
      outbox: () => Promise.reject(new Error('down')),
      refunds: () => Promise.reject(new Error('down')),
      unpaidRefunds: () => Promise.reject(new Error('down')),
      balances: async () => ({ accounts: { BANK: 12.5 }, gateways: {} }),
      brokerIsThere: () => false,
      commitAge: () => 70,
      clockOffset: () => Number.NaN,
      freeBytes: async () => Number.NaN,
      database: () => ({ running: 3, waiting: 4 }),
    });
    opened.countJob({ job: 'expire bookings', outcome: 'failed', seconds: 0.2 });
    const text = await opened.print();
    expect(text)
      .to.match(/^outbox_waiting Nan$/im)
      .and.match(/^broker_up 0$/m)
      .and.match(/^database_connections\{state="waiting"\} 4$/m);
    expect(text).to.match(/^job_duration_seconds_count\{job="expire bookings",outcome="failed"\} 1$/m);
  });
});
