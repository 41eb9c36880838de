import { expect } from 'chai';
import { type Api, startApi } from '../../support/http.ts';
import { ALL_METHODS } from '../../support/payment-settings.ts';

describe('the payment methods over HTTP', () => {
  const methodsOf = async (environment: Record<string, string>) => {
    const api: Api = await startApi({ environment });
    const { status, json } = await api.get('/api/payment-methods');
    await api.close();
    expect(status).to.equal(200);
    return json as readonly Record<string, unknown>[];
  };

  it('the list of payment methods shows everybody each enabled method with its kind, limits and way of refunding', async () => {
    expect(await methodsOf({ ...ALL_METHODS, FONEPAY_MAX_AMOUNT: '100000.50' })).to.deep.equal([
      { gateway: 'ESEWA', name: 'eSewa', kind: 'form', min_amount: null, max_amount: null, refunds: 'by_hand' },
      { gateway: 'KHALTI', name: 'Khalti', kind: 'redirect', min_amount: 10, max_amount: null, refunds: 'automatic' },
      { gateway: 'FONEPAY', name: 'Fonepay', kind: 'qr', min_amount: null, max_amount: 100_000.5, refunds: 'by_hand' },
      {
        gateway: 'CONNECTIPS',
        name: 'connectIPS',
        kind: 'form',
        min_amount: null,
        max_amount: null,
        refunds: 'by_hand',
      },
    ]);
  });

  it('the list of payment methods has exactly the methods in PAYMENT_METHODS, in that order', async () => {
    const methods = await methodsOf({ ...ALL_METHODS, PAYMENT_METHODS: 'CONNECTIPS,ESEWA' });
    expect(methods.map(({ gateway }) => gateway)).to.deep.equal(['CONNECTIPS', 'ESEWA']);
  });
});
