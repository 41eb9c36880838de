import { expect } from 'chai';
import type { Booking } from '../../../core/bookings/booking.ts';
import { paisa } from '../../../core/kernel/money.ts';
import type { Payment } from '../../../core/payments/payment.ts';
import { type Engine, memoryEngine } from '../../support/engines.ts';
import { fakeRedirect } from '../../../adapters/memory/page-gateway.ts';
import { type Paying, aBookedTrip, payingOn } from '../../support/paying.ts';
import { outcomeOf } from '../../support/payment-outcome.ts';

describe('callbacks without a payment', () => {
  let paying: Paying;
  let engine: Engine;
  let booking: Booking;
  let payment: Payment;

  beforeEach(async () => {
    paying = payingOn(memoryEngine());
    ({ engine } = paying);
    ({ booking } = await aBookedTrip(engine));
    payment = await paying.checkout(booking);
  });

  const paid = () => ({ outcome: 'paid', bookingId: booking.id });

  describe('a success callback without a payment', () => {
    it('a success callback that names a payment made at the counter matches no payment', async () => {
      const transactionUuid = '7d1c5f9e-5f0e-4a52-9d0a-0e8f3b6f8a12';
      const cash = { bookingId: booking.id, gateway: 'CASH', transactionUuid, amount: booking.total };
      await engine.transact(async ({ payments }) => {
        const id = await payments.add({ ...cash, createdAt: paying.clock(), nextEnquiryAt: undefined });
        await payments.move(id, 'complete', paying.clock());
      });
      expect(await paying.handleSuccess(paying.gateway.pay(cash))).to.deep.equal({ outcome: 'not matched' });
      expect(await paying.handleFailure(paying.gateway.callback(cash))).to.equal(undefined);
      const logged = await engine.transact(({ callbacks }) => callbacks.of(transactionUuid));
      expect(logged.map(({ paymentId }) => paymentId)).to.deep.equal([undefined, undefined]);
      expect(paying.gateway.asked().times).to.equal(0);
    });

    it('a callback that matches no payment is logged, and changes no payment', async () => {
      const stranger = { transactionUuid: '7d1c5f9e-5f0e-4a52-9d0a-0e8f3b6f8a11', amount: paisa(100) };
      const others = {
        [paying.gateway.pay(stranger)]: stranger.transactionUuid,
        [paying.gateway.callback({ ...stranger, transactionUuid: 'x'.repeat(1_000) })]: 'x'.repeat(255),
        [paying.gateway.callback({ ...stranger, transactionUuid: 'a\0b' })]: 'a\u{FFFD}b',
        'no callback at all': '',
      };
      for (const [data, name] of Object.entries(others)) {
        expect(await paying.handleSuccess(data)).to.deep.equal({ outcome: 'not matched' });
        const [entry] = await engine.transact(({ callbacks }) => callbacks.of(name));
        expect(entry, name).to.deep.include({
          paymentId: undefined,
          payload: data.slice(0, 768),
          source: 'SUCCESS_CALLBACK',
        });
      }
      expect(paying.gateway.asked().times).to.equal(0);
    });

    it('a callback that matches no payment is not logged if its IP address has used up its limit of logged callbacks', async () => {
      const stranger = paying.gateway.pay({
        transactionUuid: '7d1c5f9e-5f0e-4a52-9d0a-0e8f3b6f8a11',
        amount: paisa(100),
      });
      const logged = async () =>
        (await engine.transact(({ callbacks }) => callbacks.of('7d1c5f9e-5f0e-4a52-9d0a-0e8f3b6f8a11'))).length;
      paying.spent.add('203.0.113.9');
      expect([
        await paying.handleSuccess(stranger, '203.0.113.9'),
        await paying.handleFailure(stranger, '203.0.113.9'),
        await logged(),
      ]).to.deep.equal([{ outcome: 'not matched' }, undefined, 0]);
      await paying.handleSuccess(stranger, '203.0.113.1');
      await paying.handleFailure(stranger, '203.0.113.1');
      expect(await logged()).to.equal(2);

      await paying.handleFailure(paying.gateway.callback(payment, { status: 'CANCELED' }), '203.0.113.9');
      expect(await paying.handleSuccess(paying.gateway.pay(payment), '203.0.113.9')).to.deep.equal(paid());
      expect((await outcomeOf(engine, booking, payment)).said).to.deep.equal([
        ['FAILURE_CALLBACK', true],
        ['SUCCESS_CALLBACK', true],
      ]);
    });

    it('a callback whose payment cannot be looked up is logged once, within the limit of its IP address', async () => {
      let isBroken = false;
      const broken = payingOn({
        ...engine,
        transact: (work) => {
          if (!isBroken) return engine.transact(work);
          isBroken = false;
          return Promise.reject(new Error('No answer.'));
        },
      });
      const stranger = paying.gateway.callback(
        { transactionUuid: '7d1c5f9e-5f0e-4a52-9d0a-0e8f3b6f8a11', amount: paisa(100) },
        { authentic: false },
      );
      const handleSuccess = (address: string) => {
        isBroken = true;
        return broken.handleSuccess(stranger, address).catch((error: unknown) => (error as Error).message);
      };
      broken.spent.add('203.0.113.9');
      expect([await handleSuccess('203.0.113.9'), await handleSuccess('203.0.113.1')]).to.deep.equal([
        'No answer.',
        'No answer.',
      ]);
      expect(
        await engine.transact(({ callbacks }) => callbacks.of('7d1c5f9e-5f0e-4a52-9d0a-0e8f3b6f8a11')),
      ).to.have.length(1);
    });

    it('a callback without data is logged as empty or as missing', async () => {
      await paying.handleSuccess('');
      await paying.handleSuccess(undefined);
      const said = await engine.transact(({ callbacks }) => callbacks.of(''));
      expect(said.map(({ payload, signatureValid }) => [payload, signatureValid])).to.deep.equal([
        ['(empty)', false],
        ['(no data param)', false],
      ]);
    });

    it('a callback that matches no payment is logged up to 768 bytes, without cutting a character in two', async () => {
      await paying.handleSuccess(`${'x'.repeat(767)}पैसा`);
      await paying.handleSuccess('\0'.repeat(10_000));
      const payloads = (await engine.transact(({ callbacks }) => callbacks.of(''))).map(({ payload }) => payload);
      expect(payloads).to.deep.equal(['x'.repeat(767), '\u{FFFD}'.repeat(256)]);
    });
  });

  describe('callbacks about one payment', () => {
    const logged = () => engine.transact(({ callbacks }) => callbacks.of(payment.transactionUuid));

    it('after a hundred logged callbacks about one payment, only signed callbacks are logged, each only once', async () => {
      const { gateway, handleSuccess, handleFailure } = paying;
      gateway.say(payment.transactionUuid, 'PENDING');
      const forged = gateway.callback(payment, { authentic: false, status: 'COMPLETE' });
      for (let times = 0; times < 60; times += 1) {
        await handleSuccess(forged);
        await handleFailure(gateway.callback(payment, { authentic: false, reference: String(times) }));
      }
      const returns = async () => (await logged()).filter(({ source }) => source !== 'ENQUIRY');
      expect(await returns()).to.have.length(100);

      const genuine = gateway.pay(payment);
      for (let times = 0; times < 3; times += 1) expect(await handleSuccess(genuine)).to.deep.equal(paid());
      expect(
        (await returns()).slice(100).map(({ payload, signatureValid }) => [payload, signatureValid]),
      ).to.deep.equal([[genuine, true]]);
    });

    it('unsigned callbacks about one payment are logged a hundred times, and later ones still cause a status enquiry', async () => {
      const wallet = fakeRedirect();
      paying = payingOn(engine, { others: [wallet] });
      payment = await paying.checkout(booking, wallet.name);
      const said = {
        gateway: wallet.name,
        source: 'SUCCESS_CALLBACK',
        gatewayId: payment.gatewayId,
        query: `pid=${payment.gatewayId}`,
        address: '203.0.113.1',
      } as const;
      for (let times = 0; times < 120; times += 1) await paying.handleReturn(said);
      expect((await logged()).filter(({ source }) => source !== 'ENQUIRY')).to.have.length(100);
      wallet.pay(payment.gatewayId ?? '');
      paying.clock.advance(10);
      expect(await paying.handleReturn(said)).to.deep.equal(paid());
    });
  });
});
