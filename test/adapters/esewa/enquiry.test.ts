import { type RequestListener, type Server, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect } from 'chai';
import { esewaGateway } from '../../../adapters/esewa/gateway.ts';
import { paisa } from '../../../core/kernel/money.ts';
import { DOCUMENTED } from '../../support/esewa-answers.ts';
import { beginning } from '../../support/gateway.ts';

const PAYMENT = { transactionUuid: 'a7c3', amount: paisa(120_050) };
const ANSWER = {
  product_code: 'BUS',
  transaction_uuid: 'a7c3',
  total_amount: 1200.5,
  status: 'COMPLETE',
  ref_id: '0007G36',
};

describe('the eSewa enquiry', () => {
  let server: Server;
  let listener: RequestListener;
  let url: string;

  before((done) => {
    server = createServer((request, response) => listener(request, response)).listen(0, '127.0.0.1', () => {
      url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
      done();
    });
  });
  after(() => {
    server.close();
    server.closeAllConnections();
  });

  const ask = (answer: RequestListener) => {
    listener = answer;
    const settings = {
      formUrl: url,
      statusUrl: `${url}/status/?v=2`,
      productCode: 'BUS',
      secretKey: 'key',
      bounds: { min: null, max: null },
      baseUrl: url,
    };
    return esewaGateway(settings).enquire(beginning(PAYMENT));
  };
  const say =
    (body: unknown, status = 200): RequestListener =>
    (_, response) => {
      response
        .writeHead(status, { 'Content-Type': 'application/json' })
        .end(typeof body === 'string' ? body : JSON.stringify(body));
    };

  it('an eSewa status enquiry asks about the stored amount, under the configured product code', async () => {
    let asked: URL | undefined;
    await ask((request, response) => {
      asked = new URL(request.url ?? '', url);
      say(ANSWER)(request, response);
    });
    expect(asked?.pathname).to.equal('/status/');
    expect(Object.fromEntries(asked?.searchParams ?? [])).to.deep.equal({
      v: '2',
      product_code: 'BUS',
      total_amount: '1200.50',
      transaction_uuid: 'a7c3',
    });
  });

  it('an eSewa status enquiry returns status, reference and raw answer', async () => {
    expect(await ask(say(ANSWER))).to.deep.equal({
      status: 'COMPLETE',
      amount: 120_050,
      reference: '0007G36',
      raw: JSON.stringify(ANSWER),
    });
    const unknown = { ...ANSWER, status: 'NOT_FOUND', ref_id: null };
    expect(await ask(say(unknown))).to.include({ status: 'NOT_FOUND', reference: '' });
  });

  it('an eSewa status enquiry treats only the answer CANCELED as final; after any other answer eSewa is asked again', async () => {
    expect(await ask(say({ ...ANSWER, status: 'CANCELED' }))).to.include({ isLastWord: true });
    for (const status of ['COMPLETE', 'PENDING', 'NOT_FOUND', 'AMBIGUOUS'])
      expect(await ask(say({ ...ANSWER, status })), status).not.to.have.property('isLastWord');
  });

  it('an eSewa status enquiry reads amounts as numbers or text, with or without a thousands separator', async () => {
    for (const total of ['1200.5', '1200.50', '"1200.5"', '"1,200.50"']) {
      expect((await ask(say(JSON.stringify(ANSWER).replace('1200.5', total)))).status, total).to.equal('COMPLETE');
    }
  });

  it('an eSewa status enquiry ignores an answer about a different payment', async () => {
    for (const change of [
      { transaction_uuid: 'b' },
      { product_code: 'OTHER' },
      { total_amount: 1200, status: 'PENDING' },
      { total_amount: 'much' },
    ]) {
      const answer = await ask(say({ ...ANSWER, ...change }));
      expect(answer, JSON.stringify(change)).to.include({
        status: undefined,
        raw: JSON.stringify({ ...ANSWER, ...change }),
      });
    }
  });

  it('an eSewa status enquiry returns the amount paid if it differs from the amount due', async () => {
    expect(await ask(say({ ...ANSWER, total_amount: 1200 }))).to.include({ status: 'COMPLETE', amount: 120_000 });
  });

  it('an eSewa status enquiry accepts COMPLETE only if the answer repeats all data of the payment', async () => {
    for (const name of ['transaction_uuid', 'product_code', 'total_amount']) {
      expect((await ask(say({ ...ANSWER, [name]: undefined }))).status, name).to.equal(undefined);
      expect((await ask(say({ ...ANSWER, [name]: undefined, status: 'PENDING' }))).status, name).to.equal('PENDING');
    }
  });

  it('an eSewa status enquiry ignores a malformed answer', async () => {
    const garbage: readonly unknown[] = [
      DOCUMENTED.unavailable,
      '',
      'null',
      '[]',
      '{',
      '<html>',
      {},
      { ...ANSWER, status: '' },
      { ...ANSWER, status: null },
      { ...ANSWER, status: ['COMPLETE'] },
      `{"padding":"${'x'.repeat(70_000)}",${JSON.stringify(ANSWER).slice(1)}`,
    ];
    for (const body of garbage)
      expect((await ask(say(body))).status, JSON.stringify(body).slice(0, 60)).to.equal(undefined);
    expect((await ask((_, response) => response.end(Buffer.from([0x7b, 0xff, 0x7d])))).status).to.equal(undefined);
  });

  it('an eSewa status enquiry ignores an answer with an HTTP error status, and does not follow redirects', async () => {
    for (const status of [400, 404, 500, 503])
      expect(await ask(say(ANSWER, status)), String(status)).to.include({
        status: undefined,
        raw: `(no answer: HTTP status ${status})`,
      });
    let asked = 0;
    const answer = await ask((request, response) => {
      asked += 1;
      if (request.url === '/elsewhere') say(ANSWER)(request, response);
      else response.writeHead(302, { Location: '/elsewhere' }).end();
    });
    expect([answer.status, asked]).to.deep.equal([undefined, 1]);
  });

  it('an eSewa status enquiry ends without an answer when the gateway closes the connection', async () => {
    const answer = await ask((request) => request.socket.destroy());
    expect(answer.status).to.equal(undefined);
    expect(answer.raw).to.match(/^\(no answer: .+\)$/);
    expect(
      (
        await ask((_, response) => {
          response.write('{"status":');
          response.destroy();
        })
      ).status,
    ).to.equal(undefined);
  });
});
