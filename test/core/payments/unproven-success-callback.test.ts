import { expect } from 'chai';
import type { Booking } from '../../../core/bookings/booking.ts';
import { minutesAfter } from '../../../core/kernel/time.ts';
import { paisa } from '../../../core/kernel/money.ts';
import type { Payment } from '../../../core/payments/payment.ts';
import { type Engine, memoryEngine } from '../../support/engines.ts';
import { type Paying, aBookedTrip, paymentOf, payingOn } from '../../support/paying.ts';
import { NOTHING, outcomeOf } from '../../support/payment-outcome.ts';

describe('unproven callbacks', () => {
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
  const unverified = () => ({ outcome: 'unverified', bookingId: booking.id });

  describe('an unproven success callback', () => {
    const unproven = (): Readonly<Record<string, string>> => {
      paying.gateway.say(payment.transactionUuid, 'COMPLETE');
      const { callback } = paying.gateway;
      return {
        'without a good signature': callback(payment, { authentic: false }),
        'of another amount': callback(payment, { amount: paisa(1) }),
        'without an amount': callback({ ...payment, amount: undefined as never }),
        'that says PENDING': callback(payment, { status: 'PENDING' }),
        'that says Complete': callback(payment, { status: 'Complete' }),
      };
    };

    it('an unsigned success callback causes a status enquiry, and the gateway’s answer decides the outcome', async () => {
      for (const [what, data] of Object.entries(unproven())) {
        const other = payingOn(memoryEngine());
        const booked = (await aBookedTrip(other.engine)).booking;
        const begun = await other.checkout(booked);
        other.gateway.say(begun.transactionUuid, 'COMPLETE');
        const said = { ...(JSON.parse(data) as object), transactionUuid: begun.transactionUuid };
        expect(await other.handleSuccess(JSON.stringify(said)), what).to.deep.equal({
          outcome: 'paid',
          bookingId: booked.id,
        });
        const signed = what.startsWith('that says');
        expect((await outcomeOf(other.engine, booked, begun)).said, what).to.deep.equal([
          ['SUCCESS_CALLBACK', signed],
          ['ENQUIRY', true],
        ]);
        expect(other.gateway.asked().times).to.equal(1);
      }
    });

    it('an unsigned success callback leaves the payment AMBIGUOUS when the gateway does not answer the status enquiry', async () => {
      paying.gateway.isUp = false;
      expect(await paying.handleSuccess(paying.gateway.callback(payment, { authentic: false }))).to.deep.equal(
        unverified(),
      );
      expect(await outcomeOf(engine, booking, payment)).to.deep.equal({
        ...NOTHING,
        booking: 'PENDING_PAYMENT',
        payment: 'AMBIGUOUS',
        said: [
          ['SUCCESS_CALLBACK', false],
          ['ENQUIRY', true],
        ],
      });
    });

    it('an unsigned success callback sets the status that the gateway answers, or FAILED for an unknown status', async () => {
      const words = {
        INITIATED: 'INITIATED',
        PENDING: 'PENDING',
        CANCELED: 'CANCELED',
        FAILED: 'FAILED',
        AMBIGUOUS: 'AMBIGUOUS',
        NOT_FOUND: 'FAILED',
        EXPIRED: 'FAILED',
        FULL_REFUND: 'FULL_REFUND',
      };
      for (const [word, status] of Object.entries(words)) {
        const other = await paying.checkout(booking);
        paying.gateway.say(other.transactionUuid, word);
        expect(await paying.handleSuccess(paying.gateway.callback(other)), word).to.deep.equal(unverified());
        expect((await paymentOf(engine, other.transactionUuid)).status, word).to.equal(status);
      }
    });

    it('an unsigned success callback confirms the booking when it is repeated after the gateway says COMPLETE', async () => {
      paying.gateway.isUp = false;
      await paying.handleSuccess(paying.gateway.callback(payment));
      paying.gateway.isUp = true;
      paying.gateway.say(payment.transactionUuid, 'COMPLETE');
      expect(await paying.handleSuccess(paying.gateway.callback(payment, { authentic: false }))).to.deep.equal(paid());
      // The second enquiry has to wait until a second after the first.
      expect(paying.pauses).to.deep.equal([1_000]);
    });

    it('repeated unsigned callbacks about one payment cause status enquiries at growing intervals', async () => {
      const data = paying.gateway.callback(payment, { authentic: false });
      for (let times = 0; times < 10; times += 1) await paying.handleSuccess(data);
      expect([paying.gateway.asked().times, paying.pauses]).to.deep.equal([6, [1_000, 1_000, 1_000, 1_000, 1_000]]);
      paying.clock.advance(1);
      await paying.handleSuccess(data);
      expect(paying.gateway.asked().times).to.equal(7);
    });

    it('unsigned callbacks about one payment at the same time cause only one status enquiry', async () => {
      const { release } = paying.gateway.hold();
      const data = paying.gateway.callback(payment, { authentic: false });
      const coming = Array.from({ length: 30 }, () => paying.handleSuccess(data));
      await Promise.resolve();
      paying.gateway.say(payment.transactionUuid, 'COMPLETE');
      release();
      expect(await Promise.all(coming)).to.deep.equal(Array.from({ length: 30 }, paid));
      expect(paying.gateway.asked()).to.deep.equal({ times: 1, atOnce: 1 });
    });

    it('an unsigned success callback causes no status enquiry while another process is making one', async () => {
      await engine.transact(({ payments }) =>
        payments.claimEnquiry(payment, 'callback', paying.clock(), minutesAfter(paying.clock(), 0.3)),
      );
      expect(await paying.handleSuccess(paying.gateway.callback(payment, { authentic: false }))).to.deep.equal(
        unverified(),
      );
      expect([paying.gateway.asked().times, (await paymentOf(engine, payment.transactionUuid)).status]).to.deep.equal([
        0,
        'INITIATED',
      ]);
    });
  });
});
