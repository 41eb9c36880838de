import { expect } from 'chai';
import { khaltiGateway } from '../../../adapters/khalti/gateway.ts';
import { paisa } from '../../../core/kernel/money.ts';
import { minutesAfter, secondsAfter, toIso } from '../../../core/kernel/time.ts';
import { type AnsweringServer, startAnswering } from '../../support/answering.ts';
import { START } from '../../support/clock.ts';
import { beginning } from '../../support/gateway.ts';

const PAYMENT = beginning({ transactionUuid: '7d1c5f9e-5f0e-4a52-9d0a-0e8f3b6f8a11', amount: paisa(120_050) });
const OPENED = {
  pidx: 'bZQLD9wRVWo4CdESSfuSsB',
  payment_url: 'https://test-pay.khalti.com/?pidx=bZQLD9wRVWo4CdESSfuSsB',
  expires_at: '2023-05-25T16:26:16.471649+05:45',
  expires_in: 1800,
};

describe('a payment page of Khalti', () => {
  let server: AnsweringServer;
  before(async () => {
    server = await startAnswering();
  });
  after(() => server.close());

  const open = () =>
    khaltiGateway({
      khaltiUrl: server.url,
      secretKey: 'live_secret_key_68791341',
      bounds: { min: null, max: null },
      baseUrl: 'https://bus.example',
    }).open(PAYMENT);

  it('Khalti is sent amount, UUID and booking code, but no personal data', async () => {
    server.say(OPENED);
    await open();
    const { method, path, headers, body } = server.received.at(-1)!;
    expect([method, path]).to.deep.equal(['POST', '/api/v2/epayment/initiate/']);
    expect(headers).to.include({
      authorization: 'Key live_secret_key_68791341',
      'content-type': 'application/json',
    });
    expect(body).to.deep.equal({
      return_url: 'https://bus.example/api/payments/passenger/khalti/return',
      website_url: 'https://bus.example',
      amount: 120_050,
      purchase_order_id: PAYMENT.transactionUuid,
      purchase_order_name: PAYMENT.bookingCode,
    });
  });

  it('Khalti’s payment page is returned with its address, its payment id (pidx) and its expiry time', async () => {
    server.say(OPENED);
    expect(await open()).to.deep.equal({
      content: OPENED.payment_url,
      gatewayId: OPENED.pidx,
      goodUntil: secondsAfter(START, 1800),
      raw: JSON.stringify(OPENED),
    });
  });

  it('Khalti’s payment page expires at expires_at if there is no expires_in, and without both at the payment deadline', async () => {
    const lapse = minutesAfter(START, 20);
    server.say({ ...OPENED, expires_in: undefined, expires_at: toIso(lapse) });
    expect(await open()).to.include({ goodUntil: lapse });
    server.say({ ...OPENED, expires_in: 'soon', expires_at: 'soon' });
    expect(await open()).to.include({ goodUntil: PAYMENT.payBefore });
  });

  it('Khalti’s answer without a payment id (pidx) or with an unusable address opens no payment page', async () => {
    const answers: readonly unknown[] = [
      { ...OPENED, pidx: '' },
      { ...OPENED, pidx: undefined },
      { ...OPENED, payment_url: undefined },
      { ...OPENED, payment_url: 'javascript:alert(1)' },
      { ...OPENED, payment_url: '/pay' },
      '<html>',
      '',
    ];
    for (const answer of answers) {
      server.say(answer);
      expect(await open(), JSON.stringify(answer)).to.have.all.keys('raw');
    }
  });

  it('no payment page opens when Khalti answers with an error, which is stored as received', async () => {
    const refusal = {
      amount: ['Amount should be greater than Rs. 1, that is 100 paisa.'],
      error_key: 'validation_error',
    };
    server.say(refusal, 400);
    expect(await open()).to.deep.equal({ raw: JSON.stringify(refusal) });
    server.say(OPENED, 503);
    expect(await open()).to.have.all.keys('raw');
    server.say('', 503);
    expect(await open()).to.deep.equal({ raw: '(HTTP status 503)' });
    server.say(OPENED, 302, { Location: '/elsewhere' });
    expect(await open()).to.have.all.keys('raw');
  });
});
