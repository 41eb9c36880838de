import { expect } from 'chai';
import { type Api, startApi } from '../../support/http.ts';
import { AMOUNT, gatewayOf, PLAYED, pretend } from '../../support/sandbox-payments.ts';

/** The status that each gateway's adapter reports while the payer has not decided yet. */
const UNDECIDED = { ESEWA: 'PENDING', KHALTI: 'INITIATED', FONEPAY: 'PENDING', CONNECTIPS: 'FAILED' } as const;
const UNDER_WAY = { ...UNDECIDED, KHALTI: 'PENDING' } as const;
const REFUSED = { ESEWA: 'CANCELED', KHALTI: 'CANCELED', FONEPAY: 'FAILED', CONNECTIPS: 'FAILED' } as const;

/**
 * Paths below `/api/payments/passenger/` to which the gateways redirect the browser. Undefined if a gateway does not
 * redirect.
 */
const RETURNS = {
  ESEWA: { good: 'gateway/success', bad: 'gateway/failure' },
  KHALTI: { good: 'khalti/return', bad: 'khalti/return' },
  FONEPAY: undefined,
  CONNECTIPS: { good: 'connectips/success', bad: 'connectips/failure' },
} as const;

describe('actions of a payer in the sandbox', () => {
  let api: Api;
  before(async () => {
    api = await startApi();
  });
  after(() => api.close());

  const pathOf = (url: string | null): string | undefined => (url === null ? undefined : new URL(url).pathname);
  const below = (path: string | undefined): string | undefined => path && `/api/payments/passenger/${path}`;

  for (const name of PLAYED) {
    const { good, bad } = RETURNS[name] ?? {};

    it(`a payment at the sandbox’s ${name} is undecided until the payer decides, and remains so if the payer leaves`, async () => {
      const payment = await pretend(api, name);
      expect((await payment.ask()).status).to.equal(UNDECIDED[name]);
      expect(await payment.next('walk_away')).to.equal(null);
      expect((await payment.ask()).status).to.equal(UNDECIDED[name]);
    });

    it(`a paid payment at the sandbox’s ${name} is COMPLETE with its amount, and the payer’s browser returns to the service`, async () => {
      const payment = await pretend(api, name);
      expect(pathOf(await payment.next('pay'))).to.equal(below(good));
      const { status, amount = AMOUNT, reference } = await payment.ask();
      expect({ status, amount }).to.deep.equal({ status: 'COMPLETE', amount: AMOUNT });
      expect(reference).not.to.equal('');
    });

    it(`a refused payment at the sandbox’s ${name} is not COMPLETE, and the payer’s browser returns to the service`, async () => {
      const payment = await pretend(api, name);
      expect(pathOf(await payment.next('refuse'))).to.equal(below(bad));
      expect((await payment.ask()).status).to.equal(REFUSED[name]);
    });

    it(`a payment at the sandbox’s ${name} can be paid without the payer’s browser returning`, async () => {
      const payment = await pretend(api, name);
      expect(await payment.next('pay_silently')).to.equal(null);
      expect((await payment.ask()).status).to.equal('COMPLETE');
    });

    it(`a payment at the sandbox’s ${name} that is set to succeed after some seconds is PENDING until then`, async () => {
      const payment = await pretend(api, name);
      expect(pathOf(await payment.next('pay_later', { seconds: 90 }))).to.equal(below(good));
      api.clock.advance(1.4);
      expect((await payment.ask()).status).to.equal(UNDER_WAY[name]);
      api.clock.advance(0.1);
      expect((await payment.ask()).status).to.equal('COMPLETE');
    });

    it(`a payment at the sandbox’s ${name} that is set to succeed later does so after half a minute by default`, async () => {
      const payment = await pretend(api, name);
      await payment.next('pay_later');
      expect((await payment.ask()).status).to.equal(UNDER_WAY[name]);
      api.clock.advance(0.5);
      expect((await payment.ask()).status).to.equal('COMPLETE');
    });

    it(`a payment at the sandbox’s ${name} that is paid twice is COMPLETE, and the payer’s browser returns to the service`, async () => {
      const payment = await pretend(api, name);
      expect(pathOf(await payment.next('pay_twice'))).to.equal(below(good));
      expect((await payment.ask()).status).to.equal('COMPLETE');
    });

    it(`a paid payment at the sandbox’s ${name} remains paid with the same reference, whatever the payer does next`, async () => {
      const payment = await pretend(api, name);
      const first = await payment.next('pay');
      const { reference } = await payment.ask();
      for (const action of ['refuse', 'walk_away', 'pay_later', 'pay_twice']) await payment.next(action);
      expect(await payment.next('pay')).to.equal(first);
      expect(await payment.ask()).to.include({ status: 'COMPLETE', reference });
    });

    it(`an action on an unknown payment at the sandbox’s ${name} answers 404`, async () => {
      const unknown = { reference: 'nobody', action: 'pay' };
      const { status, json } = await api.post(`/sandbox/${name.toLowerCase()}/act`, unknown);
      expect([status, (json as { code: string }).code]).to.deep.equal([404, 'SANDBOX_PAYMENT_UNKNOWN']);
    });

    it(`an action with an invalid request body on a payment at the sandbox’s ${name} answers 400`, async () => {
      const { reference } = await pretend(api, name);
      const path = `/sandbox/${name.toLowerCase()}/act`;
      const good = { reference, action: 'pay' };
      const bodies = [
        '',
        'x',
        '[]',
        {},
        { action: 'pay' },
        { reference },
        { ...good, reference: 7 },
        { ...good, reference: '' },
        { ...good, action: 'steal' },
        { ...good, seconds: -1 },
        { ...good, seconds: 0.5 },
        { ...good, seconds: '30' },
        { ...good, amount: 0 },
        { ...good, amount: 1.005 },
        { ...good, amount: '10' },
      ];
      for (const body of bodies) expect((await api.post(path, body)).status, JSON.stringify(body)).to.equal(400);
    });
  }

  for (const name of ['ESEWA', 'KHALTI', 'CONNECTIPS'] as const) {
    it(`a payment of a wrong amount at the sandbox’s ${name} is one rupee too low by default, or the given amount`, async () => {
      const [less, more] = [await pretend(api, name), await pretend(api, name)];
      await less.next('pay_other');
      await more.next('pay_other', { amount: 5_000.5 });
      expect([(await less.ask()).amount, (await more.ask()).amount]).to.deep.equal([119_950, 500_050]);
    });
  }

  it('a payment of a wrong amount cannot be made at the sandbox’s FONEPAY, whose answers carry no amount', async () => {
    const payment = await pretend(api, 'FONEPAY');
    expect((await payment.act('pay_other')).status).to.equal(400);
    expect((await payment.ask()).status).to.equal('PENDING');
  });

  for (const name of ['ESEWA', 'CONNECTIPS'] as const) {
    it(`an action on a payment at the sandbox’s ${name} answers 404 until the payment’s form was posted`, async () => {
      const gateway = gatewayOf(api, name);
      const body = { reference: gateway.idOf?.('never-posted'), action: 'pay' };
      expect((await api.post(`/sandbox/${name.toLowerCase()}/act`, body)).status).to.equal(404);
    });
  }

  for (const name of ['ESEWA', 'FONEPAY', 'CONNECTIPS'] as const) {
    it(`a payment at the sandbox’s ${name} can be paid after it was refused`, async () => {
      const payment = await pretend(api, name);
      await payment.next('refuse');
      await payment.next('pay');
      expect((await payment.ask()).status).to.equal('COMPLETE');
    });
  }

  it('a payment at the sandbox’s KHALTI cannot be paid after it was refused', async () => {
    const payment = await pretend(api, 'KHALTI');
    await payment.next('refuse');
    expect(new URL((await payment.next('pay')) ?? '').searchParams.get('status')).to.equal('User canceled');
    expect((await payment.ask()).status).to.equal('CANCELED');
  });

  it('a payment page of the sandbox’s KHALTI expires after half an hour', async () => {
    const payment = await pretend(api, 'KHALTI');
    api.clock.advance(29.9);
    expect((await payment.ask()).status).to.equal('INITIATED');
    api.clock.advance(0.1);
    expect((await payment.ask()).status).to.equal('FAILED');
    await payment.next('pay');
    expect((await payment.ask()).status).to.equal('FAILED');
  });

  it('an eSewa form in the sandbox expires after five minutes, and its payment can still be paid', async () => {
    const payment = await pretend(api, 'ESEWA');
    api.clock.advance(5);
    expect((await payment.ask()).status).to.equal('NOT_FOUND');
    await payment.next('pay');
    expect((await payment.ask()).status).to.equal('COMPLETE');
  });

  it('a FONEPAY QR code of the sandbox expires after a quarter of an hour, and its payment can still be paid', async () => {
    const payment = await pretend(api, 'FONEPAY');
    api.clock.advance(15);
    expect((await payment.ask()).raw).to.include('"timeout"');
    await payment.next('pay');
    expect((await payment.ask()).status).to.equal('COMPLETE');
  });
});
