import { expect } from 'chai';
import { metricsPage } from '../../adapters/http/metrics-page.ts';
import { emptyState } from '../../adapters/memory/state.ts';
import { memoryTransact } from '../../adapters/memory/transact.ts';
import { openMetrics } from '../../adapters/metrics/metrics.ts';
import { countOutcomes } from '../../app/count-outcomes.ts';
import type { BookingId } from '../../core/kernel/ids.ts';
import { paisa } from '../../core/kernel/money.ts';
import { START } from '../support/clock.ts';
import { startEdge } from '../support/edge.ts';
import { eventually } from '../support/eventually.ts';
import { startApi } from '../support/http.ts';
import type { Api } from '../support/http.ts';

const WATCHER = { Authorization: 'Bearer for-the-watchers' };

describe('/metrics', () => {
  let api: Api;

  before(async () => { api = await startApi({ engine: 'SQLite', environment: { METRICS_TOKEN: 'for-the-watchers' } }); });
  after(() => api.close());

  const metrics = async (): Promise<string> => (await api.get('/metrics', undefined, WATCHER)).text;

  it('is for those who know its token', async () => {
    for (const authorization of ['Bearer', 'Bearer wrong', 'Basic for-the-watchers', 'for-the-watchers']) {
      const { status, headers, json } = await api.get('/metrics', undefined, { Authorization: authorization });
      expect([status, json.code, headers.get('www-authenticate')], authorization).to.deep.equal([401, 'METRICS_TOKEN_WRONG', 'Bearer']);
    }
    const { status, headers } = await api.get('/metrics', undefined, WATCHER);
    expect([status, headers.get('content-type')]).to.deep.equal([200, 'text/plain; version=0.0.4; charset=utf-8']);
  });

  it('is open without a token in development, and nowhere in production', async () => {
    const page = { print: async () => 'text', mediaType: 'text/plain', token: undefined };
    for (const [openWithoutToken, status] of [[true, 200], [false, 404]] as const) {
      const edge = await startEdge({ extras: [metricsPage({ ...page, openWithoutToken })] });
      expect((await edge.get('/metrics')).status).to.equal(status);
      await edge.close();
    }
  });

  it('counts requests by route and status, whatever callers make up', async () => {
    await api.get('/api/trips/41');
    await api.get('/api/trips/42?secret=1');
    await api.get('/api/made-up-41');
    await api.send('/api/made-up-42', { method: 'PROPFIND' });
    await eventually(async () => /http_request_duration_seconds_count\{method="GET",route="\/api\/trips\/:id",status="404"\} 2\n/.test(await metrics()));
    await eventually(async () => /http_request_duration_seconds_count\{method="other",route="none",status="404"\} 1\n/.test(await metrics()));
    expect(await metrics()).not.to.match(/made-up|secret|PROPFIND|\/41/);
  });

  it('shows the process, the event loop, the outbox, the broker, hashing and jobs', async () => {
    const text = await metrics();
    for (const name of ['process_resident_memory_bytes', 'nodejs_eventloop_lag_p99_seconds', 'outbox_waiting', 'outbox_oldest_seconds', 'broker_up', 'bookings_total', 'payments_total', 'job_duration_seconds']) {
      expect(text).to.match(new RegExp(`^# TYPE ${name} `, 'm'));
    }
    expect(text).to.match(/^outbox_waiting 0$/m).and.match(/^password_hashes\{state="waiting"\} 0$/m);
  });

  it('still tells the rest when the database is down', async () => {
    const opened = openMetrics();
    opened.watch({ outbox: () => Promise.reject(new Error('down')), brokerIsThere: () => false, database: () => ({ running: 3, waiting: 4 }) });
    opened.countJob({ job: 'expire bookings', outcome: 'failed', seconds: 0.2 });
    const text = await opened.print();
    expect(text).to.match(/^outbox_waiting Nan$/im).and.match(/^broker_up 0$/m).and.match(/^database_connections\{state="waiting"\} 4$/m);
    expect(text).to.match(/^job_duration_seconds_count\{job="expire bookings",outcome="failed"\} 1$/m);
  });
});

describe('outcomes of bookings and payments', () => {
  const seen: string[] = [];
  const transact = countOutcomes(memoryTransact(emptyState()), (thing, outcome) => seen.push(`${thing} ${outcome}`));
  const payment = { bookingId: 1 as BookingId, transactionUuid: 'a', amount: paisa(100), createdAt: START, nextEnquiryAt: undefined };

  beforeEach(() => { seen.length = 0; });

  it('are counted when they are committed', async () => {
    await transact(async ({ payments }) => {
      const id = await payments.add(payment);
      await payments.move(id, 'complete', START);
      await payments.move(id, 'abandon', START);
      expect(seen).to.deep.equal([]);
    });
    expect(seen).to.deep.equal(['payment INITIATED', 'payment COMPLETE']);
  });

  it('are not counted when they are undone, nor twice when the work is done again', async () => {
    await transact(async ({ payments }) => {
      await payments.add({ ...payment, transactionUuid: 'b' });
      throw new Error('undone');
    }).catch(() => undefined);
    expect(seen).to.deep.equal([]);

    const twice = countOutcomes(async (work) => { await work(stores); return work(stores); }, (thing, outcome) => seen.push(`${thing} ${outcome}`));
    const stores = await memoryTransact(emptyState())(async (all) => all);
    await twice(({ payments }) => payments.add({ ...payment, transactionUuid: 'c' }));
    expect(seen).to.deep.equal(['payment INITIATED']);
  });
});
