import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import { connectIpsGateway } from '../../../adapters/connectips/gateway.ts';
import { esewaGateway } from '../../../adapters/esewa/gateway.ts';
import { fonepayGateway } from '../../../adapters/fonepay/gateway.ts';
import { khaltiGateway } from '../../../adapters/khalti/gateway.ts';
import { openGateways } from '../../../app/gateways.ts';
import { calendarOf } from '../../../core/kernel/calendar.ts';
import { type Paisa, paisa } from '../../../core/kernel/money.ts';
import type { BeginningPayment, OpenedPage, PaymentGateway } from '../../../core/payments/gateway.ts';
import { type AnsweringServer, startAnswering } from '../../support/answering.ts';
import { CONNECTIPS_KEYS } from '../../support/connectips-key.ts';
import { beginning, fakeGateway } from '../../support/gateway.ts';
import { type Api, startApi } from '../../support/http.ts';
import { type Passage, passageTo } from '../../support/outage.ts';
import { type FakePageGateway, fakeQr, fakeRedirect } from '../../../adapters/memory/page-gateway.ts';
import { type Played, postForm } from '../../support/sandbox-payments.ts';

/*
 * Tests of what every gateway must do. They run for each adapter with its gateway's documented answers, and with the
 * sandbox. They also run for the fake gateways of other tests.
 */

interface Subject {
  readonly gateway: PaymentGateway;
  /** Makes the gateway answer when it is asked for a payment page or QR code. */
  readonly answersOpening: () => Promise<void> | void;
  /** Makes the gateway answer that this amount was paid, by default the amount that was asked for. */
  readonly isPaid: (payment: BeginningPayment, amount?: Paisa) => Promise<void> | void;
  /** True if payers at this gateway cannot pay another amount than asked for. */
  readonly takesNoOtherAmount?: true;
  /** Makes the gateway answer that the payment is not paid yet. */
  readonly waits: (payment: BeginningPayment) => Promise<void> | void;
  /** Makes the gateway close the connection of every request without an answer. */
  readonly isSilent: () => Promise<void> | void;
  readonly close: () => Promise<void>;
}

const BOUNDS = { min: null, max: null };
const BASE = 'https://bus.example';
const RUPEES = (amount: Paisa): string => (amount / 100).toFixed(2);

/** The answers of a gateway according to its documentation. */
interface Documented {
  readonly opening?: object;
  readonly paid: (payment: BeginningPayment, amount: Paisa) => object;
  readonly waiting: (payment: BeginningPayment) => object;
}

async function documented(gatewayAt: (url: string) => PaymentGateway, says: Documented): Promise<Subject> {
  const server: AnsweringServer = await startAnswering();
  return {
    gateway: gatewayAt(server.url),
    answersOpening: () => server.say(says.opening ?? {}),
    isPaid: (payment, amount = payment.amount) => server.say(says.paid(payment, amount)),
    waits: (payment) => server.say(says.waiting(payment)),
    isSilent: () => server.hangUp(),
    close: () => server.close(),
  };
}

const esewa = () => {
  const answerFor = ({ transactionUuid }: BeginningPayment, amount: Paisa, status: string) => ({
    product_code: 'EPAYTEST',
    transaction_uuid: transactionUuid,
    total_amount: RUPEES(amount),
    status,
    ref_id: status === 'COMPLETE' ? '0007G36' : null,
  });
  return documented(
    (url) =>
      esewaGateway({
        formUrl: url,
        statusUrl: url,
        productCode: 'EPAYTEST',
        secretKey: '8gBm/:&EnhH.1/q',
        bounds: BOUNDS,
        baseUrl: BASE,
      }),
    {
      paid: (payment, amount) => answerFor(payment, amount, 'COMPLETE'),
      waiting: (payment) => answerFor(payment, payment.amount, 'PENDING'),
    },
  );
};

const khalti = () => {
  const opening = {
    pidx: 'bZQLD9wRVWo4CdESSfuSsB',
    payment_url: 'https://test-pay.khalti.com/?pidx=bZQLD9wRVWo4CdESSfuSsB',
    expires_at: '2026-11-20T11:45:00.471649+05:45',
    expires_in: 1800,
  };
  const answerFor = (amount: Paisa, status: string, id: string | null) => ({
    pidx: opening.pidx,
    total_amount: amount,
    status,
    transaction_id: id,
    fee: 0,
    refunded: false,
  });
  return documented((url) => khaltiGateway({ khaltiUrl: url, secretKey: 'key', bounds: BOUNDS, baseUrl: BASE }), {
    opening,
    paid: (_, amount) => answerFor(amount, 'Completed', 'GFq9PFS7b2iYvL8Lir9oXe'),
    waiting: ({ amount }) => answerFor(amount, 'Pending', null),
  });
};

const fonepay = () => {
  const answerFor = ({ gatewayId }: BeginningPayment, status: object) => ({
    prn: gatewayId,
    merchantCode: 'NBQM',
    ...status,
  });
  return documented(
    (url) =>
      fonepayGateway({
        fonepayUrl: url,
        merchantCode: 'NBQM',
        secret: 'secret',
        username: 'user',
        password: 'pass',
        bounds: BOUNDS,
      }),
    {
      opening: { success: true, message: 'successful', qrMessage: '000201010212', status: 'CREATED' },
      paid: (payment, amount) =>
        answerFor(payment, { paymentStatus: 'success', fonepayTraceId: 3_912_441, requestedAmount: RUPEES(amount) }),
      waiting: (payment) => answerFor(payment, { paymentStatus: 'pending', fonepayTraceId: null }),
    },
  );
};

const connectIps = () => {
  const answerFor = ({ gatewayId }: BeginningPayment, txnAmt: Paisa, status: string, statusDesc: string) => ({
    merchantId: 550,
    appId: 'MER-550-APP-1',
    referenceId: gatewayId,
    txnAmt: String(txnAmt),
    token: null,
    status,
    statusDesc,
  });
  return documented(
    (url) =>
      connectIpsGateway({
        formUrl: url,
        validationUrl: url,
        merchantId: '550',
        appId: 'MER-550-APP-1',
        appName: 'Bus Ticket',
        password: 'Abcd@123',
        key: CONNECTIPS_KEYS.privateKey,
        bounds: BOUNDS,
        calendar: calendarOf('Asia/Kathmandu'),
      }),
    {
      paid: (payment, amount) => answerFor(payment, amount, 'SUCCESS', 'TRANSACTION SUCCESSFUL'),
      waiting: (payment) => answerFor(payment, payment.amount, 'ERROR', 'NO MATCHING TRANSACTION'),
    },
  );
};

async function formDouble(): Promise<Subject> {
  const gateway = fakeGateway();
  return {
    gateway,
    answersOpening: () => undefined,
    isPaid(payment, amount = payment.amount) {
      gateway.isUp = true;
      gateway.pay({ ...payment, amount });
    },
    waits({ transactionUuid }) {
      gateway.isUp = true;
      gateway.say(transactionUuid, 'PENDING');
    },
    isSilent() {
      gateway.isUp = false;
    },
    close: async () => undefined,
  };
}

const pageDouble = (open: () => FakePageGateway) => async (): Promise<Subject> => {
  const gateway = open();
  const answer = (up: boolean) => {
    gateway.isUp = up;
  };
  return {
    gateway,
    answersOpening: () => answer(true),
    isPaid({ gatewayId = '', ...payment }, amount = payment.amount) {
      answer(true);
      gateway.pay(gatewayId, { amount });
    },
    waits({ gatewayId = '' }) {
      answer(true);
      gateway.say(gatewayId, { status: 'PENDING' });
    },
    isSilent: () => answer(false),
    close: async () => undefined,
  };
};

/** The adapter, and the sandbox in place of its gateway. The connection between them can be cut. */
const simulated = (name: Played) => async (): Promise<Subject> => {
  const api: Api = await startApi();
  const passage: Passage = await passageTo(api.url);
  const { hostname, port } = new URL(passage.url);
  const { gateways } = openGateways({ ...api.dependencies, host: hostname, port: Number(port) });
  const gateway = gateways.of(name)!;
  let isCut = false;
  const mend = async (): Promise<void> => {
    if (isCut) await passage.mend();
    isCut = false;
  };
  /** Posts the form, if the gateway takes one, and performs the payer's action. */
  const act = async (payment: BeginningPayment, action: string, more: object = {}): Promise<void> => {
    await mend();
    if (gateway.kind === 'form') {
      const { url, fields } = gateway.form(payment);
      expect((await postForm(api, url, fields)).status).to.equal(200);
    }
    const body = { reference: payment.gatewayId, action, ...more };
    const { status, text } = await api.post(`/sandbox/${name.toLowerCase()}/act`, body);
    expect(status, text).to.equal(200);
  };
  return {
    gateway,
    answersOpening: mend,
    isPaid: (payment, amount = payment.amount) =>
      amount === payment.amount
        ? act(payment, 'pay_silently')
        : act(payment, 'pay_other', { amount: Number(RUPEES(amount)) }),
    ...(name === 'FONEPAY' && { takesNoOtherAmount: true as const }),
    waits: (payment) => act(payment, 'walk_away'),
    async isSilent() {
      await passage.cut();
      isCut = true;
    },
    async close() {
      if (!isCut) await passage.cut();
      await api.close();
    },
  };
};

const SUBJECTS: Readonly<Record<string, () => Promise<Subject>>> = {
  'eSewa, as documented': esewa,
  'Khalti, as documented': khalti,
  'Fonepay, as documented': fonepay,
  'connectIPS, as documented': connectIps,
  'eSewa, in the sandbox': simulated('ESEWA'),
  'Khalti, in the sandbox': simulated('KHALTI'),
  'Fonepay, in the sandbox': simulated('FONEPAY'),
  'connectIPS, in the sandbox': simulated('CONNECTIPS'),
  'the double with forms': formDouble,
  'the double with pages': pageDouble(fakeRedirect),
  'the double with codes': pageDouble(fakeQr),
};

for (const [name, open] of Object.entries(SUBJECTS)) {
  describe(`every payment gateway (${name})`, () => {
    let subject: Subject;
    let payment: BeginningPayment;
    /** The opened page or QR code of the payment; undefined at gateways with a form. */
    let opened: OpenedPage | undefined;

    before(async () => {
      subject = await open();
    });
    after(() => subject.close());

    /** Starts a payment, as a checkout does. */
    beforeEach(async () => {
      const begun = beginning({ transactionUuid: randomUUID(), amount: paisa(120_050) });
      const { gateway } = subject;
      payment = { ...begun, gatewayId: gateway.idOf?.(begun.transactionUuid) };
      await subject.answersOpening();
      if (gateway.kind === 'form') return;
      const answer = await gateway.open(payment);
      if (!('gatewayId' in answer)) throw new Error(`Nothing was opened: ${answer.raw}`);
      opened = answer;
      payment = { ...payment, gatewayId: answer.gatewayId };
    });

    it('a gateway’s form, page or QR code carries the id that the payment has at the gateway', async () => {
      const { gateway } = subject;
      if (gateway.kind === 'form') {
        const { url, fields } = gateway.form(payment);
        expect(URL.canParse(url)).to.equal(true);
        expect(Object.values(fields)).to.include(payment.gatewayId);
        return;
      }
      expect(opened).to.have.all.keys('content', 'gatewayId', 'goodUntil', 'raw');
      expect(opened).to.include({ gatewayId: payment.gatewayId });
      expect(opened?.goodUntil).to.be.greaterThan(payment.createdAt);
    });

    it('a payment’s id at the gateway is derived from the transaction UUID, unless the gateway chooses the id', () => {
      const { gateway } = subject;
      if (gateway.idOf) expect(gateway.idOf(payment.transactionUuid)).to.equal(payment.gatewayId);
      else expect(gateway.kind).to.equal('redirect');
    });

    it('a gateway that does not answer opens no payment page, and its answer is stored as “(no answer …)”', async () => {
      const { gateway } = subject;
      if (gateway.kind === 'form') return;
      await subject.isSilent();
      const answer = await gateway.open(payment);
      expect(answer).to.have.all.keys('raw');
      expect(answer.raw).to.match(/^\(no answer.*\)$/);
    });

    it('a status enquiry that the gateway does not answer yields no status', async () => {
      await subject.isSilent();
      const { status, reference, raw } = await subject.gateway.enquire(payment);
      expect([status, reference]).to.deep.equal([undefined, '']);
      expect(raw).to.match(/^\(no answer.*\)$/);
    });

    it('a gateway’s answer about a paid payment is COMPLETE, with the payment’s reference and paid amount', async () => {
      await subject.isPaid(payment);
      const { status, amount, reference, raw } = await subject.gateway.enquire(payment);
      expect([status, amount ?? payment.amount]).to.deep.equal(['COMPLETE', payment.amount]);
      expect(reference).not.to.equal('');
      expect(raw).not.to.equal('');
    });

    it('a gateway’s answer contains the paid amount if it differs from the amount due', async () => {
      if (subject.takesNoOtherAmount) return;
      await subject.isPaid(payment, paisa(120_000));
      const { status, amount } = await subject.gateway.enquire(payment);
      expect([status, amount]).to.deep.equal(['COMPLETE', 120_000]);
    });

    it('a gateway’s answer about an unpaid payment leaves the payment open as long as the payer can pay', async () => {
      await subject.waits(payment);
      const { status, pendingUntil, isLastWord } = await subject.gateway.enquire(payment);
      if (status !== 'PENDING' && status !== 'INITIATED') expect(pendingUntil).to.be.at.least(payment.payBefore);
      expect(isLastWord).not.to.equal(true);
    });

    it('a gateway adapter can request refunds only if it is declared to support automatic refunds', () => {
      const { gateway } = subject;
      if (gateway.refund) expect(gateway.refunds).to.equal('automatic');
    });
  });
}
