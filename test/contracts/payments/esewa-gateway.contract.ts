import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect } from 'chai';
import { type EsewaGateway, esewaGateway } from '../../../adapters/esewa/gateway.ts';
import { readSettings } from '../../../app/settings.ts';
import { paisa } from '../../../core/kernel/money.ts';
import type { Payment } from '../../../core/payments/payment.ts';
import { DOCUMENTED, WITHOUT_REFERENCE } from '../../support/esewa-answers.ts';
import { startEsewa } from '../../support/esewa-server.ts';
import { beginning, fakeGateway } from '../../support/gateway.ts';

/**
 * The features of eSewa that no other gateway has: its statuses and signed callbacks. The adapter must read eSewa's
 * documented answers. The fake gateways of other tests must behave the same.
 */

type Order = Pick<Payment, 'transactionUuid' | 'amount'>;

type Said = keyof typeof DOCUMENTED.enquiries;
const SAID = Object.keys(DOCUMENTED.enquiries) as readonly Said[];

interface Subject {
  readonly gateway: EsewaGateway;
  /**
   * Makes the gateway report this status of a payment, and returns the payment. With undefined, the gateway does not
   * answer.
   */
  readonly said: (status: Said | undefined) => Order;
  /** Makes the gateway report a paid payment. Returns the payment, and the `data` that the browser brings back. */
  readonly paid: () => { readonly order: Order; readonly data: string };
  readonly close: () => Promise<void>;
}

const ORDER: Order = { transactionUuid: '7d1c5f9e-5f0e-4a52-9d0a-0e8f3b6f8a11', amount: paisa(120_050) };

/** The adapter, with a server that repeats eSewa's documented answers. */
async function documented(): Promise<Subject> {
  let answer: string | undefined;
  const server = createServer((request, response) => {
    if (answer === undefined) request.socket.destroy();
    else response.writeHead(200, { 'Content-Type': 'application/json' }).end(answer);
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    gateway: esewaGateway({
      formUrl: url,
      statusUrl: url,
      productCode: DOCUMENTED.productCode,
      secretKey: DOCUMENTED.secretKey,
      bounds: { min: null, max: null },
      baseUrl: 'https://bus.example',
    }),
    said(status) {
      const documented = status && DOCUMENTED.enquiries[status];
      answer = documented?.body;
      return documented?.order ?? ORDER;
    },
    paid: () => ({ order: DOCUMENTED.paid, data: Buffer.from(DOCUMENTED.callback).toString('base64') }),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** The adapter, with the fake eSewa server that HTTP tests use. */
async function againstTheDouble(): Promise<Subject> {
  const esewa = await startEsewa();
  const settings = readSettings({ APP_SECRET: 'only for tests, thirty-two letters long', ...esewa.environment })
    .merchants.ESEWA;
  if (!settings) throw new Error('The double gave no settings.');
  return {
    gateway: esewaGateway({ ...settings, bounds: { min: null, max: null }, baseUrl: 'https://bus.example' }),
    said(status) {
      if (status !== 'NOT_FOUND') esewa.say(ORDER.transactionUuid, status);
      return status === 'NOT_FOUND' ? { ...ORDER, transactionUuid: 'never-begun' } : ORDER;
    },
    paid: () => ({
      order: ORDER,
      data: esewa.data({ total_amount: '1200.50', transaction_uuid: ORDER.transactionUuid }),
    }),
    close: () => esewa.close(),
  };
}

/** The fake gateway that tests of use cases use. */
async function inMemory(): Promise<Subject> {
  const gateway = fakeGateway();
  return {
    gateway,
    said(status) {
      gateway.isUp = status !== undefined;
      gateway.say(ORDER.transactionUuid, status === 'NOT_FOUND' ? undefined : status);
      return ORDER;
    },
    paid: () => ({ order: ORDER, data: gateway.pay(ORDER) }),
    close: async () => undefined,
  };
}

for (const [name, open] of Object.entries({
  'eSewa, as documented': documented,
  'eSewa, by its double': againstTheDouble,
  'in memory': inMemory,
})) {
  describe(`a gateway with signed callbacks (${name})`, () => {
    let subject: Subject;
    before(async () => {
      subject = await open();
    });
    after(() => subject.close());

    for (const status of SAID) {
      it(`a gateway’s answer ${status} to a status enquiry is understood, with the transaction’s reference if it has one`, async () => {
        const answer = await subject.gateway.enquire(beginning(subject.said(status)));
        expect(answer.status).to.equal(status);
        expect(answer.reference === '').to.equal(WITHOUT_REFERENCE.includes(status));
        expect(answer.raw).to.include(status);
      });
    }

    it('a gateway’s missing answer to a status enquiry is stored as “(no answer …)”', async () => {
      const { status, reference, raw } = await subject.gateway.enquire(beginning(subject.said(undefined)));
      expect([status, reference]).to.deep.equal([undefined, '']);
      expect(raw).to.match(/^\(no answer.*\)$/);
    });

    it('a gateway’s signed callback names the payment, its amount and its reference', () => {
      const { order, data } = subject.paid();
      const { reference, raw, ...rest } = subject.gateway.readCallback(data);
      expect(rest).to.deep.equal({ ...order, status: 'COMPLETE', authentic: true });
      expect(reference).not.to.equal('');
      expect(raw).to.include(order.transactionUuid);
    });

    it('a callback that cannot be read is never taken as authentic', () => {
      for (const nonsense of ['', 'x', '{}', 'bm8ganNvbg==']) {
        expect(subject.gateway.readCallback(nonsense), nonsense).to.include({
          transactionUuid: '',
          status: '',
          reference: '',
          amount: undefined,
          authentic: false,
        });
      }
    });

    it('a gateway’s payment form has a valid address, and contains the transaction UUID', () => {
      const checkout = subject.gateway.form(beginning(ORDER));
      expect(URL.canParse(checkout.url)).to.equal(true);
      expect(Object.values(checkout.fields)).to.include(ORDER.transactionUuid);
    });
  });
}
