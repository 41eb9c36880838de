import { expect } from 'chai';
import { khaltiGateway } from '../../../adapters/khalti/gateway.ts';
import { paisa } from '../../../core/kernel/money.ts';
import type { RefundRequest } from '../../../core/payments/gateway.ts';
import { type AnsweringServer, startAnswering } from '../../support/answering.ts';

const WHOLE: RefundRequest = { reference: 'GFq9PFS7b2iYvL8Lir9oXe', part: undefined, wallet: undefined };

describe('a refund at Khalti', () => {
  let server: AnsweringServer;
  before(async () => {
    server = await startAnswering();
  });
  after(() => server.close());

  const refund = (request: Partial<RefundRequest> = {}, url = server.url) => {
    const gateway = khaltiGateway({
      khaltiUrl: url,
      secretKey: 'key',
      bounds: { min: null, max: null },
      baseUrl: 'https://bus.example',
    });
    return gateway.refund?.({ ...WHOLE, ...request });
  };
  const bodyAfter = async (request: Partial<RefundRequest>) => {
    server.say({ detail: 'Transaction refund successful.' });
    await refund(request);
    return server.received.at(-1)?.body;
  };

  it('Khalti is asked to refund a transaction by its id, with the secret key', async () => {
    await bodyAfter({ reference: 'a/b' });
    const { method, path, headers } = server.received.at(-1)!;
    expect([method, path, headers['authorization']]).to.deep.equal([
      'POST',
      '/api/merchant-transaction/a%2Fb/refund/',
      'Key key',
    ]);
  });

  it('a full refund request to Khalti names no amount, and a partial one names the amount in paisa', async () => {
    expect(await bodyAfter({})).to.deep.equal({});
    expect(await bodyAfter({ part: paisa(50_025) })).to.deep.equal({ amount: 50_025 });
    expect(await bodyAfter({ wallet: '9800000001' })).to.deep.equal({ mobile: '9800000001' });
    expect(await bodyAfter({ part: paisa(100), wallet: '9800000001' })).to.deep.equal({
      amount: 100,
      mobile: '9800000001',
    });
  });

  it('a refund is paid when Khalti answers its request with HTTP status 200 and a detail', async () => {
    server.say({ detail: 'Transaction refund successful.' });
    expect(await refund()).to.deep.equal({
      outcome: 'paid',
      raw: '{"detail":"Transaction refund successful."}',
    });
  });

  it('a refund is refused, for Khalti’s stated reason, when Khalti answers its request with a 4xx status', async () => {
    server.say({ detail: 'Insufficient balance', error_key: 'validation_error' }, 400);
    expect(await refund()).to.include({ outcome: 'refused', words: 'Insufficient balance' });
    server.say({ mobile: ['Enter a valid mobile.'] }, 422);
    expect(await refund()).to.include({ outcome: 'refused', words: '{"mobile":["Enter a valid mobile."]}' });
    server.say('', 403);
    expect(await refund()).to.include({ outcome: 'refused', words: '(HTTP status 403)' });
  });

  it('a refund request to Khalti counts as not sent if the connection failed', async () => {
    const closed = await startAnswering();
    await closed.close();
    expect(await refund({}, closed.url)).to.include({ outcome: 'not reached' });
    expect(await refund({}, 'http://nowhere.invalid')).to.include({ outcome: 'not reached' });
  });

  it('a refund request to Khalti has an unknown outcome after any unexpected answer or a closed connection', async () => {
    server.hangUp();
    expect(await refund()).to.include({ outcome: 'lost' });
    for (const [body, status] of [
      [{ detail: 'Transaction refund successful.' }, 500],
      [{ detail: 'Transaction refund successful.' }, 202],
      [{ detail: 'Transaction refund successful.' }, 302],
      [{}, 200],
      [{ detail: ['done'] }, 200],
      ['<html>', 200],
      ['', 200],
      [`{"detail":"${'x'.repeat(70_000)}"}`, 200],
    ] as const) {
      server.say(body, status);
      expect(await refund(), `${status} ${JSON.stringify(body).slice(0, 40)}`).to.include({ outcome: 'lost' });
    }
  });
});
