import { type Server, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect } from 'chai';
import Router from '@koa/router';
import Koa from 'koa';
import { type EsewaGateway, esewaGateway } from '../../../adapters/esewa/gateway.ts';
import { sandboxGateway, sandboxMerchant } from '../../../adapters/sandbox-gateway/sandbox.ts';
import { paisa } from '../../../core/kernel/money.ts';
import type { GatewayForm } from '../../../core/payments/gateway.ts';
import { beginning } from '../../support/gateway.ts';
import { handClock } from '../../support/clock.ts';

const PAYMENT = { transactionUuid: '7d1c5f9e-5f0e-4a52-9d0a-0e8f3b6f8a11', amount: paisa(120_050) };

describe('the sandbox gateway', () => {
  const clock = handClock();
  let server: Server;
  let url: string;
  /** The service's side, by the same adapter that speaks with eSewa. */
  let shop: EsewaGateway;

  beforeEach((done) => {
    server = createServer().listen(0, '127.0.0.1', () => {
      url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
      const router = new Router();
      for (const { method, path, serve } of sandboxGateway({
        clock,
        baseUrl: url,
        passengerClientBase: 'https://client.example/app',
      }))
        router[method](path, serve);
      const handle = new Koa().use(router.routes()).callback();
      server.on('request', (request, response) => void handle(request, response));
      shop = esewaGateway({ ...sandboxMerchant(url, url), bounds: { min: null, max: null }, baseUrl: url });
      done();
    });
  });
  afterEach(() => {
    server.close();
    server.closeAllConnections();
  });

  const post = (form: GatewayForm, changes: Readonly<Record<string, string>> = {}) =>
    fetch(form.url, { method: 'POST', redirect: 'manual', body: new URLSearchParams({ ...form.fields, ...changes }) });

  const comingBack = async (answer: Response) => {
    const location = new URL(answer.headers.get('location') ?? '');
    return { path: location.pathname, callback: shop.readCallback(location.searchParams.get('data') ?? '') };
  };

  it('the sandbox gateway shows payee and amount, with buttons that post the same form again', async () => {
    const form = shop.form(beginning(PAYMENT));
    const answer = await post(form);
    const html = await answer.text();
    expect(answer.status).to.equal(200);
    expect(html).to.include('Rs 1,200.50').and.include('Bus Ticket').and.include(PAYMENT.transactionUuid);
    const inputs = [...html.matchAll(/<input type="hidden" name="([^"]+)" value="([^"]*)">/g)].map(
      ([, name, value]) => [name, value],
    );
    expect(Object.fromEntries(inputs)).to.deep.equal(form.fields);
    expect(
      [...html.matchAll(/<button[^>]* name="decision" value="([^"]+)">([^<]+)</g)].map(([, value, label]) => [
        value,
        label,
      ]),
    ).to.deep.equal([
      ['pay', 'Pay'],
      ['fail', 'Fail'],
      ['walk-away', 'Walk away'],
    ]);
  });

  it('the sandbox gateway’s page loads nothing, and its form leads only here and to the passenger client', async () => {
    const policy = (await post(shop.form(beginning(PAYMENT)))).headers.get('content-security-policy');
    expect(policy)
      .to.include(`default-src 'none'`)
      .and.include(`frame-ancestors 'none'`)
      .and.match(new RegExp(`; form-action 'self' ${url} https://client.example$`));
    expect(policy).not.to.include('unsafe');
  });

  it('the sandbox gateway takes a payment, and answers so to browser and enquiries', async () => {
    const answer = await post(shop.form(beginning(PAYMENT)), { decision: 'pay' });
    expect(answer.status).to.equal(303);
    const { path, callback } = await comingBack(answer);
    expect(path).to.equal('/api/payments/passenger/gateway/success');
    expect(callback).to.include({
      authentic: true,
      status: 'COMPLETE',
      transactionUuid: PAYMENT.transactionUuid,
      amount: 120_050,
    });
    expect(callback.raw).to.include('"total_amount":1200.5,');
    expect(await shop.enquire(beginning(PAYMENT))).to.include({ status: 'COMPLETE', reference: callback.reference });
  });

  it('the sandbox gateway fails a payment', async () => {
    const { path, callback } = await comingBack(await post(shop.form(beginning(PAYMENT)), { decision: 'fail' }));
    expect(path).to.equal('/api/payments/passenger/gateway/failure');
    expect(callback).to.include({ authentic: true, status: 'CANCELED', transactionUuid: PAYMENT.transactionUuid });
    expect(await shop.enquire(beginning(PAYMENT))).to.include({ status: 'CANCELED', reference: '' });
  });

  it('the sandbox gateway lets a passenger leave, and forgets the session after five minutes', async () => {
    expect((await shop.enquire(beginning(PAYMENT))).status).to.equal('NOT_FOUND');
    const answer = await post(shop.form(beginning(PAYMENT)), { decision: 'walk-away' });
    expect([answer.status, answer.headers.get('location')]).to.deep.equal([200, null]);
    clock.advance(4.9);
    expect((await shop.enquire(beginning(PAYMENT))).status).to.equal('PENDING');
    clock.advance(0.1);
    expect((await shop.enquire(beginning(PAYMENT))).status).to.equal('NOT_FOUND');
  });

  it('the sandbox gateway lets a passenger pay after a failure, and keeps what is paid', async () => {
    await post(shop.form(beginning(PAYMENT)), { decision: 'fail' });
    const first = await comingBack(await post(shop.form(beginning(PAYMENT)), { decision: 'pay' }));
    for (const decision of ['fail', 'pay'])
      expect(await comingBack(await post(shop.form(beginning(PAYMENT)), { decision }))).to.deep.equal(first);
  });

  it('the sandbox gateway finds a payment by merchant, amount and transaction together', async () => {
    await post(shop.form(beginning(PAYMENT)), { decision: 'pay' });
    expect((await shop.enquire(beginning({ ...PAYMENT, amount: paisa(120_000) }))).status).to.equal('NOT_FOUND');
    expect((await shop.enquire(beginning({ ...PAYMENT, transactionUuid: 'other' }))).status).to.equal('NOT_FOUND');
    // A second form cannot pay another amount under the number of the first.
    const { callback } = await comingBack(
      await post(shop.form(beginning({ ...PAYMENT, amount: paisa(100) })), { decision: 'pay' }),
    );
    expect(callback.status).to.equal('NOT_FOUND');
    expect((await fetch(new URL('/sandbox/api/epay/transaction/status/?product_code=EPAYTEST', url))).status).to.equal(
      400,
    );
  });

  it('the sandbox gateway refuses a form that eSewa would refuse, with the reason', async () => {
    const form = shop.form(beginning(PAYMENT));
    const faults: readonly (readonly [Readonly<Record<string, string>>, string])[] = [
      [{ signature: 'AAAA' }, 'signature does not match'],
      [{ transaction_uuid: 'another' }, 'signature does not match'],
      [{ total_amount: '1.00', amount: '1.00' }, 'signature does not match'],
      [{ tax_amount: '10' }, 'sum of'],
      [{ amount: '-1' }, 'Amounts are rupees'],
      [{ product_code: 'OTHER' }, 'No merchant'],
      [{ signed_field_names: 'total_amount' }, 'signed_field_names must be'],
      [{ success_url: 'https://elsewhere.example/' }, 'success_url must lead back'],
      [{ failure_url: 'javascript:alert(1)' }, 'failure_url must lead back'],
      [{ transaction_uuid: '<b>' }, 'transaction_uuid may hold'],
    ];
    for (const [changes, why] of faults) {
      const answer = await post(form, { ...changes, decision: 'pay' });
      expect([answer.status, answer.headers.get('location')], why).to.deep.equal([400, null]);
      expect(await answer.text()).to.include(why);
    }
    const { signature: _, ...unsigned } = form.fields;
    expect(await (await post({ ...form, fields: unsigned })).text()).to.include('These fields are missing: signature.');
    const twice = await fetch(form.url, {
      method: 'POST',
      body: new URLSearchParams([...Object.entries(form.fields), ['amount', '1']]),
    });
    expect(await twice.text()).to.include('given more than once: amount');
    const large = await fetch(form.url, {
      method: 'POST',
      body: new URLSearchParams({ ...form.fields, padding: 'x'.repeat(20_000) }),
    });
    expect(large.status).to.equal(400);
  });

  it('the sandbox gateway writes nothing of a form into the page unescaped', async () => {
    const form = shop.form(beginning(PAYMENT));
    const html = await (await post(form, { success_url: `${url}/"><script>alert(1)</script>` })).text();
    expect(html).not.to.include('<script>');
  });
});
