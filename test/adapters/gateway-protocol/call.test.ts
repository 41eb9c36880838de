import { expect } from 'chai';
import { askAbout, openPage } from '../../../adapters/gateway-protocol/ask.ts';
import { call, neverLeft } from '../../../adapters/gateway-protocol/call.ts';
import { idOf, paymentIdOf } from '../../../adapters/gateway-protocol/payment-id.ts';
import { type AnsweringServer, startAnswering } from '../../support/answering.ts';

const rejectionOf = (promise: Promise<unknown>): Promise<unknown> =>
  promise.then(
    () => expect.fail('should have been rejected'),
    (error: unknown) => error,
  );

describe('a call to a gateway', () => {
  let server: AnsweringServer;
  before(async () => {
    server = await startAnswering();
  });
  after(() => server.close());

  const get = () => call({ url: server.url, timeoutMs: 10_000 });

  /** Runs `work`, and ends all its timeouts at once. Returns these timeouts, in milliseconds. */
  const lapsing = async (work: () => Promise<unknown>): Promise<readonly number[]> => {
    const timeout = AbortSignal.timeout.bind(AbortSignal);
    const asked: number[] = [];
    AbortSignal.timeout = (milliseconds) => {
      asked.push(milliseconds);
      return AbortSignal.abort(new DOMException('The operation was aborted due to timeout', 'TimeoutError'));
    };
    try {
      await work();
    } finally {
      AbortSignal.timeout = timeout;
    }
    return asked;
  };

  it('a call to a payment gateway does not follow a redirect', async () => {
    const before = server.received.length;
    server.say('', 302, { Location: '/elsewhere' });
    expect(await get()).to.deep.equal({ status: 302, text: '' });
    expect(server.received.length - before).to.equal(1);
  });

  it('a call to a payment gateway reads at most 64 KiB of the response', async () => {
    server.say(`"${'x'.repeat(65_534)}"`);
    expect((await get()).text).to.have.length(65_536);
    server.say(`"${'x'.repeat(65_535)}"`);
    expect(await rejectionOf(get())).to.have.property('message', 'larger than 64 KiB');
  });

  it('a call to a payment gateway rejects a reply that is not UTF-8', async () => {
    server.respond((_, response) => response.end(Buffer.from([0x7b, 0xff, 0x7d])));
    expect(await rejectionOf(get())).to.be.instanceOf(TypeError);
  });

  it('a status enquiry at a payment gateway ends without an answer after 15 seconds', async () => {
    const timeouts = await lapsing(async () => {
      const answer = await askAbout({ url: server.url, understand: () => ({ status: 'COMPLETE', reference: '' }) });
      expect(answer.status).to.equal(undefined);
      expect(answer.raw).to.match(/^\(no answer: .*timeout\)$/);
    });
    expect(timeouts).to.deep.equal([15_000]);
  });

  it('a request for a gateway’s payment page times out after 10 seconds', async () => {
    const timeouts = await lapsing(async () => {
      const opened = await openPage({ url: server.url, json: {}, understand: () => undefined });
      expect(opened.raw).to.match(/^\(no answer: .*timeout\)$/);
      expect(opened).not.to.have.property('content');
    });
    expect(timeouts).to.deep.equal([10_000]);
  });

  it('a call to a payment gateway counts as not sent if the connection is refused or the host has no address', async () => {
    const closed = await startAnswering();
    await closed.close();
    for (const url of [closed.url, closed.url.replace('127.0.0.1', 'localhost'), 'http://nowhere.invalid/'])
      expect(neverLeft(await rejectionOf(call({ url, timeoutMs: 10_000 }))), url).to.equal(true);
  });

  it('a call to a payment gateway counts as sent if the gateway closes the connection or answers too late', async () => {
    server.hangUp();
    expect(neverLeft(await rejectionOf(get()))).to.equal(false);
    server.respond((_, response) => {
      response.write('{"status":');
      response.destroy();
    });
    expect(neverLeft(await rejectionOf(get()))).to.equal(false);
    await lapsing(async () => {
      expect(neverLeft(await rejectionOf(get()))).to.equal(false);
    });
  });
});

describe('the id of a payment at a gateway', () => {
  const UUID = '7d1c5f9e-5f0e-4a52-9d0a-0e8f3b6f8a11';

  it('the id of a payment at a gateway is 20 letters and digits, always the same for one payment', () => {
    expect(paymentIdOf(UUID))
      .to.match(/^[A-Z2-9]{20}$/)
      .and.to.equal(paymentIdOf(UUID));
    expect(paymentIdOf(UUID)).not.to.equal(paymentIdOf(UUID.replace('7d', '7e')));
  });

  it('the id of a payment at a gateway has at least 80 random bits', () => {
    const ids = Array.from({ length: 2_000 }, (_, index) => paymentIdOf(`${index}`));
    for (let place = 0; place < 20; place += 1)
      expect(new Set(ids.map((id) => id.charAt(place))).size, `place ${place}`).to.equal(32);
  });

  it('a payment’s id at the gateway is the stored one, and is computed only if none is stored', () => {
    expect(idOf({ gatewayId: 'OLD', transactionUuid: UUID })).to.equal('OLD');
    expect(idOf({ gatewayId: undefined, transactionUuid: UUID })).to.equal(paymentIdOf(UUID));
  });
});
