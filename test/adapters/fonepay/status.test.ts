import { expect } from 'chai';
import { fonepayGateway } from '../../../adapters/fonepay/gateway.ts';
import { dataValidation } from '../../../adapters/fonepay/signature.ts';
import { paisa } from '../../../core/kernel/money.ts';
import { type AnsweringServer, startAnswering } from '../../support/answering.ts';
import { beginning } from '../../support/gateway.ts';

const PRN = 'ABCDEFGHJKLMNPQRSTUV';
const PAYMENT = { ...beginning({ transactionUuid: 'a7c3', amount: paisa(120_050) }), gatewayId: PRN };
const ANSWER = { fonepayTraceId: 3_912_441, merchantCode: 'NBQM', paymentStatus: 'success', prn: PRN };

describe('the status of a payment at Fonepay', () => {
  let server: AnsweringServer;
  before(async () => {
    server = await startAnswering();
  });
  after(() => server.close());

  const ask = () =>
    fonepayGateway({
      fonepayUrl: server.url,
      merchantCode: 'NBQM',
      secret: 'secret',
      username: 'user',
      password: 'pass',
      bounds: { min: null, max: null },
    }).enquire(PAYMENT);
  const askAfter = (changes: object, status = 200) => {
    server.say({ ...ANSWER, ...changes }, status);
    return ask();
  };

  it('Fonepay is asked about a payment by its reference number (prn) in a signed request', async () => {
    await askAfter({});
    const { method, path, body } = server.received.at(-1)!;
    expect([method, path]).to.deep.equal([
      'POST',
      '/api/merchant/merchantDetailsForThirdParty/thirdPartyDynamicQrGetStatus',
    ]);
    expect(body).to.deep.equal({
      prn: PRN,
      merchantCode: 'NBQM',
      dataValidation: dataValidation('secret', [PRN, 'NBQM']),
      username: 'user',
      password: 'pass',
    });
  });

  it('Fonepay’s answer “success” makes the payment COMPLETE, with Fonepay’s trace id as the reference', async () => {
    expect(await askAfter({})).to.deep.equal({
      status: 'COMPLETE',
      reference: '3912441',
      raw: JSON.stringify(ANSWER),
    });
  });

  it('a status enquiry at Fonepay returns the paid amount in the answer “success”, even if a different amount is due', async () => {
    for (const [changes, amount] of [
      [{ amount: '1200.50' }, 120_050],
      [{ requestedAmount: 1200.5 }, 120_050],
      [{ amount: 1200 }, 120_000],
      [{ requestedAmount: '1,200.0' }, 120_000],
      [{ amount: '1200.50', requestedAmount: 1 }, 100],
      [{ amount: 1, requestedAmount: '1200.50' }, 100],
    ] as const)
      expect(await askAfter(changes), JSON.stringify(changes)).to.include({ status: 'COMPLETE', amount });
    expect((await askAfter({ amount: 'much' })).status).to.equal(undefined);
  });

  it('Fonepay’s answer “pending” makes the payment PENDING', async () => {
    expect(await askAfter({ paymentStatus: 'pending', fonepayTraceId: null })).to.include({
      status: 'PENDING',
      reference: '',
    });
  });

  it('Fonepay’s answers “failed” and “timeout” are final only after the payment deadline, and reconciliation still asks Fonepay again', async () => {
    for (const paymentStatus of ['failed', 'timeout']) {
      const answer = await askAfter({ paymentStatus });
      expect(answer, paymentStatus).to.include({ status: 'FAILED', pendingUntil: PAYMENT.payBefore });
      expect(answer, paymentStatus).not.to.have.property('isLastWord');
    }
  });

  it('an unknown status in Fonepay’s answer makes the payment AMBIGUOUS', async () => {
    expect(await askAfter({ paymentStatus: 'reversed' })).to.include({ status: 'AMBIGUOUS' });
  });

  it('Fonepay’s answer about a different payment (prn) or merchant is ignored', async () => {
    for (const paymentStatus of ['success', 'pending', 'failed'])
      for (const changes of [{ prn: 'another' }, { merchantCode: 'OTHER' }])
        expect((await askAfter({ ...changes, paymentStatus })).status, paymentStatus).to.equal(undefined);
  });

  it('Fonepay’s answer “success” is accepted only if it names the payment (prn) and the merchant', async () => {
    for (const changes of [{ prn: undefined }, { merchantCode: undefined }]) {
      expect((await askAfter(changes)).status).to.equal(undefined);
      expect((await askAfter({ ...changes, paymentStatus: 'pending' })).status).to.equal('PENDING');
    }
  });

  it('Fonepay’s answer is ignored if it reports an error, has no status or cannot be parsed', async () => {
    for (const status of [302, 400, 406, 500])
      expect((await askAfter({}, status)).status, String(status)).to.equal(undefined);
    expect((await askAfter({ paymentStatus: undefined })).status).to.equal(undefined);
    server.say('<html>');
    expect((await ask()).status).to.equal(undefined);
    server.hangUp();
    expect((await ask()).raw).to.match(/^\(no answer: .+\)$/);
  });
});
