import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { refuseOutsiders } from '../../../adapters/sandbox-gateway/control.ts';
import { paisa } from '../../../core/kernel/money.ts';
import type { RefundAnswer } from '../../../core/payments/gateway.ts';
import { eventually } from '../../support/eventually.ts';
import { type Api, startApi } from '../../support/http.ts';
import { type Played, type Pretended, gatewayOf, PLAYED, pretend } from '../../support/sandbox-payments.ts';

const CONTROL = '/sandbox/control';

describe('faults of the sandbox', () => {
  let api: Api;
  before(async () => {
    api = await startApi({ environment: { TRUST_PROXY: 'true' } });
  });
  after(() => api.close());

  const set = async (gateway: Played, fault: string, times: number): Promise<void> => {
    const { status, json } = await api.post(CONTROL, { gateway, fault, times });
    expect([status, json]).to.deep.equal([200, { gateway, fault, times }]);
  };
  const paid = async (): Promise<Pretended> => {
    const payment = await pretend(api, 'KHALTI');
    await payment.next('pay');
    return payment;
  };
  const refund = async (payment: Pretended, part?: number): Promise<RefundAnswer> => {
    const { refund: ask } = payment.gateway;
    if (!ask) throw new Error('The gateway gives nothing back.');
    const { reference } = await payment.ask();
    return ask({ reference, part: part === undefined ? undefined : paisa(part), wallet: undefined });
  };
  const statusOf = async (payment: Pretended): Promise<unknown> =>
    (JSON.parse((await payment.ask()).raw) as { status: unknown }).status;

  for (const name of PLAYED) {
    for (const fault of ['http-500', 'garbage']) {
      it(`the sandbox’s ${name} answers with the fault ${fault} as many times as it was set to, and then normally`, async () => {
        const payment = await pretend(api, name);
        await set(name, fault, 2);
        expect([(await payment.ask()).status, (await payment.ask()).status]).to.deep.equal([undefined, undefined]);
        expect((await payment.ask()).status).not.to.equal(undefined);
      });
    }

    it(`the sandbox’s ${name} answers normally once its faults are cleared`, async () => {
      const payment = await pretend(api, name);
      await set(name, 'garbage', 5);
      await set(name, 'garbage', 0);
      expect((await payment.ask()).status).not.to.equal(undefined);
    });
  }

  it('a gateway of the sandbox with a fault opens no payment page', async () => {
    await set('KHALTI', 'http-500', 1);
    expect(await pretend(api, 'KHALTI').catch(String)).to.include('HTTP status 500');
    await set('FONEPAY', 'garbage', 1);
    expect(await pretend(api, 'FONEPAY').catch(String)).to.include('being repaired');
  });

  it('a gateway of the sandbox with the fault “timeout” never answers', async () => {
    await set('ESEWA', 'timeout', 1);
    const answered = fetch(new URL('/sandbox/api/epay/transaction/status/', api.url), {
      signal: AbortSignal.timeout(300),
    });
    expect(await answered.catch((error: unknown) => (error as Error).name)).to.equal('TimeoutError');
  });

  it('a payment page of the sandbox opens even if the gateway is set to fail status enquiries', async () => {
    const payment = await pretend(api, 'KHALTI');
    await set('KHALTI', 'http-500', 1);
    expect((await api.get(payment.page ?? '')).status).to.equal(200);
    expect((await payment.act('pay')).status).to.equal(200);
    expect((await payment.ask()).status).to.equal(undefined);
  });

  it('a KHALTI refund in the sandbox refunds the whole payment, or first a part and then the rest', async () => {
    const [whole, parts] = [await paid(), await paid()];
    expect((await refund(whole)).outcome).to.equal('paid');
    expect(await statusOf(whole)).to.equal('Refunded');
    expect((await refund(whole)).outcome).to.equal('refused');
    expect((await refund(parts, 20_050)).outcome).to.equal('paid');
    expect(await statusOf(parts)).to.equal('Partially refunded');
    expect((await refund(parts, 100_001)).outcome).to.equal('refused');
    expect((await refund(parts)).outcome).to.equal('paid');
    expect(await statusOf(parts)).to.equal('Refunded');
  });

  it('a KHALTI refund of an unknown transaction is refused by the sandbox', async () => {
    const ask = gatewayOf(api, 'KHALTI').refund;
    expect(await ask?.({ reference: 'nobody', part: undefined, wallet: undefined })).to.include({ outcome: 'refused' });
  });

  it('a KHALTI refund that the sandbox is set to refuse returns no money', async () => {
    const payment = await paid();
    await set('KHALTI', 'refuse-refund', 1);
    expect(await refund(payment)).to.include({
      outcome: 'refused',
      words: 'The sandbox was told to refuse this refund.',
    });
    expect(await statusOf(payment)).to.equal('Completed');
    expect((await refund(payment)).outcome).to.equal('paid');
  });

  it('a KHALTI refund whose answer the sandbox loses is paid', async () => {
    const payment = await paid();
    const { reference } = await payment.ask();
    await set('KHALTI', 'lose-refund-answer', 1);
    const impatience = new AbortController();
    const answered = fetch(new URL(`/sandbox/khalti/api/merchant-transaction/${reference}/refund/`, api.url), {
      method: 'POST',
      headers: { Authorization: 'Key sandbox-khalti-secret-key', 'Content-Type': 'application/json' },
      body: '{}',
      signal: impatience.signal,
    }).catch((error: unknown) => (error as Error).name);
    await eventually(async () => (await statusOf(payment)) === 'Refunded');
    impatience.abort();
    expect(await answered).to.equal('AbortError');
  });

  it('a fault that is set for refunds does not affect the sandbox’s status enquiries', async () => {
    const payment = await paid();
    await set('KHALTI', 'refuse-refund', 1);
    expect((await payment.ask()).status).to.equal('COMPLETE');
    expect((await refund(payment)).outcome).to.equal('refused');
  });

  it('the sandbox’s control route answers 400 for an unknown gateway, an unknown fault or an invalid count', async () => {
    const good = { gateway: 'KHALTI', fault: 'timeout', times: 0 };
    const bodies = [
      '',
      '[]',
      { ...good, gateway: 'khalti' },
      { ...good, gateway: 'CASH' },
      { ...good, gateway: undefined },
      { ...good, fault: 'flood' },
      { ...good, fault: 'constructor' },
      { ...good, fault: undefined },
      { ...good, gateway: 'ESEWA', fault: 'refuse-refund' },
      { ...good, times: -1 },
      { ...good, times: 0.5 },
      { ...good, times: '1' },
      { ...good, times: undefined },
    ];
    for (const body of bodies) expect((await api.post(CONTROL, body)).status, JSON.stringify(body)).to.equal(400);
  });

  it('the sandbox’s control route answers 404 to callers behind a proxy, whatever address the proxy names', async () => {
    const body = { gateway: 'KHALTI', fault: 'timeout', times: 0 };
    expect((await api.post(CONTROL, body)).status).to.equal(200);
    for (const headers of [
      { 'X-Forwarded-For': '203.0.113.7' },
      { 'X-Forwarded-For': '127.0.0.1' },
      { 'X-Forwarded-For': '::1' },
      { 'X-Real-IP': '127.0.0.1' },
      { Forwarded: 'for=127.0.0.1' },
    ])
      expect((await api.post(CONTROL, body, undefined, headers)).status, JSON.stringify(headers)).to.equal(404);
  });

  it('the sandbox’s control route answers 404 to connections from another machine', () => {
    for (const [remoteAddress, isRefused] of [
      ['203.0.113.7', true],
      ['::ffff:10.0.0.1', true],
      [undefined, true],
      ['127.0.0.2', false],
      ['::ffff:127.0.0.1', false],
      ['::1', false],
    ] as const) {
      const refuse = () => {
        refuseOutsiders({ socket: { remoteAddress }, headers: {} });
      };
      if (isRefused) expect(refuse, remoteAddress).to.throw('There is nothing at this address.');
      else expect(refuse, remoteAddress).not.to.throw();
    }
  });
});

it('the sandbox keeps its payments and faults when the service restarts', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'bus-ticket-sandbox-'));
  const environment = { DATABASE_URL: `sqlite:${folder}/sandbox.sqlite` };
  const first = await startApi({ environment });
  const payment = await pretend(first, 'CONNECTIPS');
  const khalti = await pretend(first, 'KHALTI');
  await khalti.next('pay');
  await first.post(CONTROL, { gateway: 'FONEPAY', fault: 'http-500', times: 1 });
  await first.close();

  const second = await startApi({ environment });
  const paid = await second.post('/sandbox/connectips/act', { reference: payment.reference, action: 'pay' });
  expect(paid.status).to.equal(200);
  const lookup = await second.send('/sandbox/khalti/api/v2/epayment/lookup/', {
    method: 'POST',
    headers: { Authorization: 'Key sandbox-khalti-secret-key', 'Content-Type': 'application/json' },
    body: JSON.stringify({ pidx: khalti.reference }),
  });
  expect(JSON.parse(lookup.text)).to.include({ status: 'Completed', total_amount: 120_050 });
  expect(await pretend(second, 'FONEPAY').catch(String)).to.include('HTTP status 500');
  await second.close();
  await rm(folder, { recursive: true });
});
