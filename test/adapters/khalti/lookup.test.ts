import { expect } from 'chai';
import { khaltiGateway } from '../../../adapters/khalti/gateway.ts';
import { paisa } from '../../../core/kernel/money.ts';
import { type AnsweringServer, startAnswering } from '../../support/answering.ts';
import { beginning } from '../../support/gateway.ts';

const PIDX = 'HT6o6PEZRWFJ5ygavzHWd5';
const ANSWER = {
  pidx: PIDX,
  total_amount: 120_050,
  status: 'Completed',
  transaction_id: 'GFq9PFS7b2iYvL8Lir9oXe',
  fee: 0,
  refunded: false,
};

describe('the lookup of a payment at Khalti', () => {
  let server: AnsweringServer;
  before(async () => {
    server = await startAnswering();
  });
  after(() => server.close());

  const lookUp = (gatewayId: string | undefined = PIDX) =>
    khaltiGateway({
      khaltiUrl: server.url,
      secretKey: 'key',
      bounds: { min: null, max: null },
      baseUrl: 'https://bus.example',
    }).enquire({ ...beginning({ transactionUuid: 'a7c3', amount: paisa(120_050) }), gatewayId });

  const after200 = (changes: object) => {
    server.say({ ...ANSWER, ...changes });
    return lookUp();
  };
  const after400 = (changes: object) => {
    server.say({ ...ANSWER, ...changes }, 400);
    return lookUp();
  };

  it('Khalti is asked about a payment by Khalti’s payment id (pidx), with the secret key', async () => {
    await after200({});
    const { method, path, headers, body } = server.received.at(-1)!;
    expect([method, path, headers['authorization']]).to.deep.equal(['POST', '/api/v2/epayment/lookup/', 'Key key']);
    expect(body).to.deep.equal({ pidx: PIDX });
  });

  it('Khalti’s answer Completed makes the payment COMPLETE, with amount and transaction id', async () => {
    expect(await after200({})).to.deep.equal({
      status: 'COMPLETE',
      amount: 120_050,
      reference: ANSWER.transaction_id,
      raw: JSON.stringify(ANSWER),
    });
  });

  it('a status enquiry at Khalti returns the paid amount in the answer Completed, even if a different amount is due', async () => {
    expect(await after200({ total_amount: 100 })).to.include({ status: 'COMPLETE', amount: 100 });
  });

  it('the status in Khalti’s answer is understood in any letter case', async () => {
    const words = {
      COMPLETED: 'COMPLETE',
      pending: 'PENDING',
      Initiated: 'INITIATED',
      refunded: 'FULL_REFUND',
      'Partially Refunded': 'AMBIGUOUS',
    };
    for (const [word, status] of Object.entries(words))
      expect(await after200({ status: word }), word).to.include({ status });
  });

  it('Khalti’s answers Expired and User canceled are final, although their HTTP status is 400', async () => {
    expect(await after400({ status: 'Expired', transaction_id: null })).to.include({
      status: 'FAILED',
      isLastWord: true,
      reference: '',
    });
    expect(await after400({ status: 'User canceled' })).to.include({ status: 'CANCELED', isLastWord: true });
    for (const word of ['Completed', 'Pending', 'Initiated', 'Refunded'])
      expect(await after200({ status: word }), word).not.to.have.property('isLastWord');
  });

  it('Khalti’s answer Partially refunded marks the payment as partly refunded', async () => {
    expect(await after200({ status: 'Partially refunded' })).to.include({
      status: 'AMBIGUOUS',
      isPartlyGivenBack: true,
    });
    expect(await after200({ status: 'Something new' })).not.to.have.property('isPartlyGivenBack');
  });

  it('a payment becomes AMBIGUOUS if Khalti answers an unknown status or does not know the payment', async () => {
    expect(await after200({ status: 'On hold' })).to.include({ status: 'AMBIGUOUS' });
    expect(await after400({ status: 'On hold' })).to.include({ status: 'AMBIGUOUS' });
    server.say({ detail: 'Not found.', error_key: 'validation_error' }, 404);
    expect(await lookUp()).to.include({ status: 'AMBIGUOUS' });
  });

  it('Khalti’s answer Completed with HTTP status 400 is not taken as success', async () => {
    expect(await after400({})).to.include({ status: 'AMBIGUOUS' });
  });

  it('Khalti’s answer about a different payment (pidx) is ignored', async () => {
    for (const status of ['Completed', 'Pending', 'Expired'])
      expect((await after200({ status, pidx: 'another' })).status, status).to.equal(undefined);
    expect((await after200({ pidx: undefined })).status).to.equal(undefined);
  });

  it('Khalti’s answer Completed without an amount is ignored', async () => {
    for (const total of [undefined, null, '', 'much', 1200.5, -1])
      expect((await after200({ total_amount: total })).status, String(total)).to.equal(undefined);
  });

  it('Khalti’s answer is ignored if it has no status, reports a server error or cannot be parsed', async () => {
    expect((await after200({ status: undefined })).status).to.equal(undefined);
    server.say({ detail: 'Invalid token.', status_code: 401 }, 401);
    expect((await lookUp()).status).to.equal(undefined);
    server.say(ANSWER, 502);
    expect(await lookUp()).to.deep.equal({ status: undefined, reference: '', raw: '(no answer: HTTP status 502)' });
    server.say('<html>');
    expect((await lookUp()).status).to.equal(undefined);
    server.hangUp();
    expect((await lookUp()).raw).to.match(/^\(no answer: .+\)$/);
  });

  it('Khalti is not asked about a payment for which it opened no payment page', async () => {
    const before = server.received.length;
    const gateway = khaltiGateway({
      khaltiUrl: server.url,
      secretKey: 'key',
      bounds: { min: null, max: null },
      baseUrl: 'https://bus.example',
    });
    const payment = { ...beginning({ transactionUuid: 'a7c3', amount: paisa(100) }), gatewayId: undefined };
    expect((await gateway.enquire(payment)).status).to.equal(undefined);
    expect(server.received).to.have.length(before);
  });
});
