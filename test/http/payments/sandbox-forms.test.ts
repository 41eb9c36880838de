import { expect } from 'chai';
import type { FormGateway, GatewayForm } from '../../../core/payments/gateway.ts';
import { beginning } from '../../support/gateway.ts';
import { type Answer, type Api, startApi } from '../../support/http.ts';
import { AMOUNT, gatewayOf, postForm, pretend } from '../../support/sandbox-payments.ts';

type Changes = Readonly<Record<string, string>>;

describe('forms that the sandbox accepts', () => {
  let api: Api;
  before(async () => {
    api = await startApi({ environment: { PASSENGER_CLIENT_BASE: 'https://client.example/app' } });
  });
  after(() => api.close());

  const formOf = (name: 'ESEWA' | 'CONNECTIPS', transactionUuid: string): GatewayForm =>
    (gatewayOf(api, name) as FormGateway).form({
      ...beginning({ transactionUuid, amount: AMOUNT }),
      gatewayId: undefined,
    });
  const post = ({ url, fields }: GatewayForm, changes: Changes = {}): Promise<Answer> =>
    postForm(api, url, { ...fields, ...changes });
  const refusesWith = async (form: GatewayForm, changes: Changes, why: string): Promise<void> => {
    const { status, text, headers } = await post(form, changes);
    expect([status, headers.get('location')], why).to.deep.equal([400, null]);
    expect(text).to.include(why);
  };

  for (const [name, title] of [
    ['ESEWA', 'eSewa'],
    ['CONNECTIPS', 'connectIPS'],
  ] as const) {
    it(`the sandbox’s page for ${name} shows gateway, payee and amount, and loads no other file`, async () => {
      const { status, text, headers } = await post(formOf(name, `page-of-${title}`));
      expect(status).to.equal(200);
      expect(text).to.include('Rs 1,200.50').and.include('Bus Ticket').and.include(title);
      expect(headers.get('content-security-policy'))
        .to.include(`default-src 'none'`)
        .and.include(`frame-ancestors 'none'`)
        .and.match(/; form-action 'self' http:\/\/127\.0\.0\.1:\d+ https:\/\/client\.example$/)
        .and.not.include('unsafe');
    });
  }

  it('the sandbox refuses a form that eSewa would refuse, and names the reason', async () => {
    const form = formOf('ESEWA', 'refused-form');
    const faults: readonly (readonly [Changes, string])[] = [
      [{ signature: 'AAAA' }, 'signature does not match'],
      [{ transaction_uuid: 'another' }, 'signature does not match'],
      [{ total_amount: '1.00', amount: '1.00' }, 'signature does not match'],
      [{ tax_amount: '10' }, 'sum of'],
      [{ amount: '-1' }, 'Amounts are rupees'],
      [{ product_code: 'OTHER' }, 'No merchant'],
      [{ signed_field_names: 'total_amount' }, 'signed_field_names must be'],
      [{ success_url: 'https://elsewhere.example/api/payments/x' }, 'success_url must lead back'],
      [{ failure_url: 'javascript:alert(1)' }, 'failure_url must lead back'],
      ...['success_url', 'failure_url'].flatMap((name) =>
        [
          '//127.0.0.1:9999/x',
          '/api/trips',
          '/api/payments/../trips',
          '/api/payments/'.padEnd(501 - api.url.length, 'x'),
        ].map((path): readonly [Changes, string] => [{ [name]: `${api.url}${path}` }, `${name} must lead back`]),
      ),
      [{ transaction_uuid: '<b>' }, 'transaction_uuid may hold'],
      [{ padding: 'x'.repeat(20_000) }, 'These fields are missing'],
    ];
    for (const [changes, why] of faults) await refusesWith(form, { ...changes, decision: 'pay' }, why);
    const { signature: _, ...unsigned } = form.fields;
    expect((await post({ ...form, fields: unsigned })).text).to.include('These fields are missing: signature.');
    const twice = new URLSearchParams([...Object.entries(form.fields), ['amount', '1']]);
    expect((await api.send(form.url, { method: 'POST', body: twice })).text).to.include('given more than once: amount');
  });

  it('the sandbox refuses a form that connectIPS would refuse, and names the reason', async () => {
    const form = formOf('CONNECTIPS', 'refused-form');
    const faults: readonly (readonly [Changes, string])[] = [
      [{ TOKEN: 'AAAA' }, 'TOKEN does not match'],
      [{ TXNAMT: '100' }, 'TOKEN does not match'],
      [{ REMARKS: 'another' }, 'TOKEN does not match'],
      [{ TXNAMT: '12.50' }, 'whole number of paisa'],
      [{ MERCHANTID: '2' }, 'No merchant'],
      [{ APPID: 'x' }, 'No merchant'],
      [{ TXNID: '<b>' }, 'TXNID has'],
      [{ TXNDATE: '2026-11-21' }, 'TXNDATE is a day'],
      [{ TXNCRNCY: 'USD' }, 'TXNCRNCY must be NPR'],
      [{ REMARKS: 'x'.repeat(51) }, 'REMARKS has at most 50'],
      [{ PARTICULARS: 'x'.repeat(101) }, 'PARTICULARS has at most 100'],
    ];
    for (const [changes, why] of faults) await refusesWith(form, changes, why);
    const { TOKEN: _, ...unsigned } = form.fields;
    expect((await post({ ...form, fields: unsigned })).text).to.include('missing, or given more than once: TOKEN.');
  });

  it('a second form posted to the sandbox for the same payment cannot change the amount', async () => {
    await pretend(api, 'ESEWA');
    const gateway = gatewayOf(api, 'ESEWA') as FormGateway;
    const again = (amount: number) =>
      gateway.form({ ...beginning({ transactionUuid: 'form-again', amount: amount as typeof AMOUNT }) });
    expect((await post(again(AMOUNT))).status).to.equal(200);
    await refusesWith(again(100), { decision: 'pay' }, 'Another payment was begun under this id.');
    expect((await post(again(AMOUNT), { decision: 'pay' })).status).to.equal(303);
  });

  it('the sandbox’s page escapes each text of the payment form that it shows', async () => {
    const form = formOf('ESEWA', 'escaped-form');
    const { text } = await post(form, { success_url: `${api.url}/"><script>alert(1)</script>` });
    expect(text).not.to.include('<script>');
  });

  it('an eSewa status enquiry in the sandbox finds a payment only if merchant, amount and transaction match', async () => {
    const payment = await pretend(api, 'ESEWA');
    await payment.next('pay');
    const ask = async (changes: Changes) => {
      const asked = {
        product_code: 'EPAYTEST',
        total_amount: '1200.50',
        transaction_uuid: payment.reference,
        ...changes,
      };
      const { status, text } = await api.get(
        `/sandbox/api/epay/transaction/status/?${new URLSearchParams(asked).toString()}`,
      );
      return status === 200 ? (JSON.parse(text) as { status: string }).status : status;
    };
    expect(await ask({})).to.equal('COMPLETE');
    expect(await ask({ total_amount: '1200.5' })).to.equal('COMPLETE');
    for (const changes of [{ total_amount: '1200' }, { transaction_uuid: 'other' }, { product_code: 'OTHER' }])
      expect(await ask(changes), JSON.stringify(changes)).to.equal('NOT_FOUND');
    for (const changes of [{ total_amount: 'x' }, { transaction_uuid: '' }, { product_code: '' }])
      expect(await ask(changes), JSON.stringify(changes)).to.equal(400);
  });
});
