import { expect } from 'chai';
import type { Booking } from '../../../core/bookings/booking.ts';
import { minutesAfter } from '../../../core/kernel/time.ts';
import type { Payment } from '../../../core/payments/payment.ts';
import { aBooking } from '../../support/bookings.ts';
import { aTrip, seat } from '../../support/catalogue.ts';
import { type Engine, memoryEngine } from '../../support/engines.ts';
import { recorded } from '../../support/events.ts';
import { type Paying, aBookedTrip, paymentOf, payingOn } from '../../support/paying.ts';
import { NOTHING, outcomeOf } from '../../support/payment-outcome.ts';
import { aPassengerId } from '../../support/people.ts';

describe('the success callback', () => {
  let paying: Paying;
  let engine: Engine;
  let booking: Booking;
  let payment: Payment;
  let tripId: Booking['tripId'];

  beforeEach(async () => {
    paying = payingOn(memoryEngine());
    ({ engine } = paying);
    ({ booking } = await aBookedTrip(engine));
    payment = await paying.checkout(booking);
    ({ tripId } = booking);
  });

  const paid = () => ({ outcome: 'paid', bookingId: booking.id });
  const confirmed = () =>
    [
      'operators',
      { type: 'booking_confirmed', payload: { booking_code: booking.code, seats_count: 2, amount: 2400 } },
    ] as const;
  const notified = async () =>
    (await recorded(engine)).map(([topic, message]) => {
      const { type, payload } = message as { type?: string; payload?: object };
      return topic.startsWith('operators/') ? ['operators', { type, payload }] : [topic, message];
    });

  describe('a signed COMPLETE callback', () => {
    it('a signed COMPLETE callback confirms the booking, notifies the company and queues the mail, without a status enquiry', async () => {
      const data = paying.gateway.pay(payment);
      expect(await paying.handleSuccess(data)).to.deep.equal(paid());
      expect(await outcomeOf(engine, booking, payment)).to.deep.equal({
        booking: 'CONFIRMED',
        payment: 'COMPLETE',
        activities: [['PAYMENT_COMPLETED', 240_000]],
        refund: undefined,
        mails: 1,
        said: [['SUCCESS_CALLBACK', true]],
      });
      expect(await notified()).to.deep.equal([confirmed()]);
      expect(paying.gateway.asked().times).to.equal(0);
    });

    it('a signed COMPLETE callback turns held seats into sold seats', async () => {
      await paying.handleSuccess(paying.gateway.pay(payment));
      paying.clock.set(minutesAfter(booking.paymentDeadline, 60));
      await paying.expire();
      const bikram = await aPassengerId(engine);
      const selection = {
        tripId,
        passenger: bikram,
        wanted: [seat('A1')],
        expiresAt: minutesAfter(paying.clock(), 10),
      };
      const { refused } = await engine.transact(({ seatLocks }) => seatLocks.hold(selection, paying.clock()));
      expect(refused).to.deep.equal([{ seat: 'A1', reason: 'booked' }]);
    });

    it('a repeated COMPLETE callback changes nothing and gets the same answer', async () => {
      const data = paying.gateway.pay(payment);
      await paying.handleSuccess(data);
      const before = await outcomeOf(engine, booking, payment);
      for (let times = 0; times < 3; times += 1) expect(await paying.handleSuccess(data)).to.deep.equal(paid());
      const said = Array.from({ length: 4 }, () => ['SUCCESS_CALLBACK', true]);
      // The repeated callbacks queue no further mail.
      expect(await outcomeOf(engine, booking, payment)).to.deep.equal({ ...before, mails: 1, said });
      expect(await notified()).to.deep.equal([confirmed()]);
    });

    it('a signed COMPLETE callback completes the payment from every unsettled state', async () => {
      for (const status of ['PENDING', 'CANCELED', 'FAILED', 'AMBIGUOUS'] as const) {
        const other = await paying.checkout(
          await aBooking(engine, { userId: booking.userId, tripId: (await aTrip(engine)).id, seats: [seat('A1')] }),
        );
        const way = {
          PENDING: 'reportPending',
          CANCELED: 'abandon',
          FAILED: 'reportFailed',
          AMBIGUOUS: 'doubt',
        } as const;
        await engine.transact(({ payments }) => payments.move(other.id, way[status], paying.clock()));
        expect(await paying.handleSuccess(paying.gateway.pay(other)), status).to.deep.equal({
          outcome: 'paid',
          bookingId: other.bookingId,
        });
      }
    });

    it('a COMPLETE callback is rolled back as a whole when a part of it fails, and succeeds the next time', async () => {
      const data = paying.gateway.pay(payment);
      const full = () => Promise.reject(new Error('The queue is full.'));
      const broken = payingOn({
        ...engine,
        transact: (work) =>
          engine.transact((stores) => work({ ...stores, mailQueue: { ...stores.mailQueue, add: full } })),
      });
      broken.gateway.pay(payment);
      expect(await broken.handleSuccess(data).catch((error: unknown) => (error as Error).message)).to.equal(
        'The queue is full.',
      );
      expect(await outcomeOf(engine, booking, payment)).to.deep.equal({
        ...NOTHING,
        booking: 'PENDING_PAYMENT',
        payment: 'INITIATED',
        said: [['SUCCESS_CALLBACK', true]],
      });
      expect(await paying.handleSuccess(data)).to.deep.equal(paid());
    });
  });

  describe('a COMPLETE callback for an ended booking', () => {
    for (const status of ['CANCELLED', 'REFUNDED'] as const)
      it(`a payment that succeeds after its booking became ${status} is due as a refund`, async () => {
        const ended = await aBooking(engine, {
          userId: booking.userId,
          tripId: (await aTrip(engine)).id,
          seats: [seat('A1')],
        });
        const begun = await paying.checkout(ended);
        await engine.transact(async ({ bookings, seatLocks }) => {
          for (const move of status === 'CANCELLED' ? (['cancelUnpaid'] as const) : (['confirm', 'refund'] as const))
            await bookings.move(ended.id, move);
          await seatLocks.releaseBooking(ended.id, paying.clock());
        });
        expect(await paying.handleSuccess(paying.gateway.pay(begun))).to.deep.equal({
          outcome: 'refund due',
          bookingId: ended.id,
        });
        expect(await outcomeOf(engine, ended, begun)).to.deep.include({
          booking: status,
          payment: 'COMPLETE',
          refund: ['LATE_PAYMENT', 120_000],
          mails: 1,
        });
      });
  });

  describe('a COMPLETE callback for a paid booking', () => {
    it('a second payment of a paid booking becomes COMPLETE and is due as a refund', async () => {
      const second = await paying.checkout(booking);
      await paying.handleSuccess(paying.gateway.pay(payment));
      const data = paying.gateway.pay(second);
      for (let times = 0; times < 3; times += 1) expect(await paying.handleSuccess(data)).to.deep.equal(paid());
      expect(await outcomeOf(engine, booking, second)).to.deep.include({
        booking: 'CONFIRMED',
        payment: 'COMPLETE',
        refund: ['DUPLICATE_PAYMENT', 240_000],
        activities: [
          ['PAYMENT_COMPLETED', 240_000],
          ['REFUND_DUE', 240_000],
        ],
      });
      expect((await outcomeOf(engine, booking, payment)).refund).to.equal(undefined);
    });

    it('a second payment of a booking is refunded, even during or after the trip', async () => {
      for (const move of ['checkIn', 'complete'] as const) {
        const second = await paying.checkout(booking);
        await paying.handleSuccess(paying.gateway.pay(payment));
        await engine.transact(({ bookings }) => bookings.move(booking.id, move));
        expect(await paying.handleSuccess(paying.gateway.pay(second))).to.deep.equal(paid());
        expect((await outcomeOf(engine, booking, second)).refund).to.deep.equal(['DUPLICATE_PAYMENT', 240_000]);
        ({ booking } = await aBookedTrip(engine));
        payment = await paying.checkout(booking);
      }
    });
  });

  describe('a COMPLETE callback for a refunded payment', () => {
    it('a COMPLETE callback for a refunded payment changes nothing, and is answered with “refunded”', async () => {
      const data = paying.gateway.pay(payment);
      await paying.handleSuccess(data);
      for (const [index, move] of (['refundFully', 'refundPartly'] as const).entries()) {
        if (index === 1) {
          ({ booking } = await aBookedTrip(engine));
          payment = await paying.checkout(booking);
          await paying.handleSuccess(paying.gateway.pay(payment));
        }
        await engine.transact(({ payments }) => payments.move(payment.id, move, paying.clock()));
        expect(await paying.handleSuccess(paying.gateway.pay(payment))).to.deep.equal({
          outcome: 'refunded',
          bookingId: booking.id,
        });
        expect((await paymentOf(engine, payment.transactionUuid)).status).to.equal(
          move === 'refundFully' ? 'FULL_REFUND' : 'PARTIAL_REFUND',
        );
      }
    });
  });
});
