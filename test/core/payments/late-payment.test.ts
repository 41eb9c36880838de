import { expect } from 'chai';
import type { Booking } from '../../../core/bookings/booking.ts';
import { daysAfter, minutesAfter } from '../../../core/kernel/time.ts';
import type { Payment } from '../../../core/payments/payment.ts';
import { aBooking } from '../../support/bookings.ts';
import { aTrip, seat } from '../../support/catalogue.ts';
import { type Engine, memoryEngine } from '../../support/engines.ts';
import { recorded, seatMessage } from '../../support/events.ts';
import { type Paying, aBookedTrip, payingOn } from '../../support/paying.ts';
import { outcomeOf } from '../../support/payment-outcome.ts';
import { aPassengerId } from '../../support/people.ts';

describe('late payments', () => {
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

  describe('a late success callback', () => {
    const late = () => ({
      booking: 'EXPIRED',
      payment: 'COMPLETE',
      activities: [['REFUND_DUE', 240_000]],
      refund: ['LATE_PAYMENT', 240_000],
      mails: 1,
    });
    const due = () => ({ outcome: 'refund due', bookingId: booking.id });
    const lapse = () => {
      paying.clock.set(booking.paymentDeadline);
    };
    const select = async (...numbers: readonly string[]) => {
      const [passenger, now] = [await aPassengerId(engine), paying.clock()];
      return engine.transact(({ seatLocks }) =>
        seatLocks.hold({ tripId, passenger, wanted: numbers.map(seat), expiresAt: minutesAfter(now, 10) }, now),
      );
    };

    it('a late payment gets the booking’s seats again if all of them are free, and publishes them as booked', async () => {
      lapse();
      await paying.expire();
      expect(await paying.handleSuccess(paying.gateway.pay(payment))).to.deep.equal(paid());
      expect(await outcomeOf(engine, booking, payment)).to.deep.include({
        booking: 'CONFIRMED',
        payment: 'COMPLETE',
        refund: undefined,
        mails: 1,
      });
      expect(await notified()).to.deep.equal([
        seatMessage(tripId, 'AVAILABLE', 'A1', 'A2'),
        seatMessage(tripId, 'BOOKED', 'A1', 'A2'),
        confirmed(),
      ]);
      paying.clock.advance(1_000);
      expect((await select('A1', 'A2', 'B1')).held).to.deep.equal(['B1']);
    });

    it('a late payment gets the seats again even if its overdue booking has not been marked as expired yet', async () => {
      const data = paying.gateway.pay(payment);
      lapse();
      expect(await paying.handleSuccess(data)).to.deep.equal(paid());
      expect((await outcomeOf(engine, booking, payment)).booking).to.equal('CONFIRMED');
    });

    it('a late payment first marks its overdue booking as expired', async () => {
      const data = paying.gateway.pay(payment);
      const blind = payingOn({ ...engine, bookingViews: { ...engine.bookingViews, anyOverdue: async () => false } });
      blind.clock.set(booking.paymentDeadline);
      expect(await blind.handleSuccess(data)).to.deep.equal(paid());
      expect(await notified()).to.deep.equal([
        seatMessage(tripId, 'AVAILABLE', 'A1', 'A2'),
        seatMessage(tripId, 'BOOKED', 'A1', 'A2'),
        confirmed(),
      ]);
    });

    it('a payment counts as late if its deadline passes while the database lock on its booking is awaited', async () => {
      const bikram = await aPassengerId(engine);
      const selection = {
        tripId,
        passenger: bikram,
        wanted: [seat('A1')],
        expiresAt: minutesAfter(booking.paymentDeadline, 10),
      };
      const slow = payingOn({
        ...engine,
        transact: (work) =>
          engine.transact((stores) =>
            work({
              ...stores,
              bookings: {
                ...stores.bookings,
                lockPaidBy: async (transactionUuid) => {
                  slow.clock.set(booking.paymentDeadline);
                  await stores.seatLocks.hold(selection, slow.clock());
                  return stores.bookings.lockPaidBy(transactionUuid);
                },
              },
            }),
          ),
      });
      expect(await slow.handleSuccess(paying.gateway.pay(payment))).to.deep.equal(due());
    });

    it('a late payment is refunded when another passenger holds one of the booking’s seats', async () => {
      lapse();
      await select('A2');
      expect(await paying.handleSuccess(paying.gateway.pay(payment))).to.deep.equal(due());
      expect(await outcomeOf(engine, booking, payment)).to.deep.include(late());
      expect((await engine.transact(({ refunds }) => refunds.ofPayment(payment.id)))[0]?.dueAt).to.equal(
        daysAfter(paying.clock(), 7),
      );
    });

    it('a late payment is refunded when someone else has booked one of its seats, unless that booking is overdue too', async () => {
      lapse();
      await paying.expire();
      const bikram = await aPassengerId(engine);
      await aBooking(engine, { userId: bikram, tripId, seats: [seat('A2')], bookedAt: paying.clock() });
      const second = await paying.engine.transact(async ({ payments }) => {
        const transactionUuid = '7d1c5f9e-5f0e-4a52-9d0a-0e8f3b6f8a11';
        await payments.add({
          bookingId: booking.id,
          gateway: 'ESEWA',
          transactionUuid,
          amount: booking.total,
          createdAt: paying.clock(),
          nextEnquiryAt: undefined,
        });
        return transactionUuid;
      });
      expect(await paying.handleSuccess(paying.gateway.pay(payment))).to.deep.equal(due());
      paying.clock.advance(15);
      expect(
        await paying.handleSuccess(paying.gateway.pay({ transactionUuid: second, amount: booking.total })),
      ).to.deep.equal(paid());
    });

    it('a late payment is refunded when the bus has departed', async () => {
      const leaving = await aTrip(engine, { departsAt: minutesAfter(booking.bookedAt, 20) });
      const other = await aBooking(engine, { userId: booking.userId, tripId: leaving.id, seats: [seat('A1')] });
      const begun = await paying.checkout(other);
      paying.clock.set(leaving.departsAt);
      expect(await paying.handleSuccess(paying.gateway.pay(begun))).to.deep.equal({
        outcome: 'refund due',
        bookingId: other.id,
      });
      expect(await outcomeOf(engine, other, begun)).to.deep.include({
        booking: 'EXPIRED',
        payment: 'COMPLETE',
        refund: ['LATE_PAYMENT', 120_000],
      });
    });

    it('a late payment that the gateway reports again gets the same outcome, and is refunded only once', async () => {
      lapse();
      await select('A1');
      const data = paying.gateway.pay(payment);
      for (let times = 0; times < 3; times += 1) expect(await paying.handleSuccess(data)).to.deep.equal(due());
      expect((await outcomeOf(engine, booking, payment)).activities).to.deep.equal([['REFUND_DUE', 240_000]]);
    });

    it('a late payment gets the places again on a bus without a seat map, if enough are free', async () => {
      for (const [others, outcome] of [
        [2, 'paid'],
        [3, 'refund due'],
      ] as const) {
        const micro = await aTrip(engine, { seats: 5 });
        const booked = await aBooking(engine, { userId: booking.userId, tripId: micro.id, seatsCount: 3 });
        const begun = await paying.checkout(booked);
        paying.clock.set(booked.paymentDeadline);
        await paying.expire();
        await aBooking(engine, {
          userId: booking.userId,
          tripId: micro.id,
          seatsCount: others,
          bookedAt: paying.clock(),
        });
        expect(await paying.handleSuccess(paying.gateway.pay(begun))).to.deep.equal({ outcome, bookingId: booked.id });
        expect(
          await engine.transact(({ trips }) => trips.takePlaces(micro.id, 1, paying.clock())),
          'a place left',
        ).to.equal(outcome === 'refund due');
        paying.clock.set(booking.bookedAt);
      }
    });
  });
});
