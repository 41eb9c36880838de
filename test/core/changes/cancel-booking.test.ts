import { expect } from 'chai';
import type { Booking, BookingStatus } from '../../../core/bookings/booking.ts';
import { cancelBooking } from '../../../core/changes/cancel-booking.ts';
import type { BookingId } from '../../../core/kernel/ids.ts';
import { daysAfter, hoursAfter, minutesAfter } from '../../../core/kernel/time.ts';
import type { Payment } from '../../../core/payments/payment.ts';
import { aBooking } from '../../support/bookings.ts';
import { type TripForTests, aTrip, changePlan, seat } from '../../support/catalogue.ts';
import { START } from '../../support/clock.ts';
import { type Engine, memoryEngine } from '../../support/engines.ts';
import {
  cancellingOn,
  FREE,
  NO_CHARGE,
  NO_REFUND,
  operatorsNotified,
  refundOf,
  SMALL_FEE,
  statusOf,
  TIERS,
  viewOf,
} from '../../support/cancelling.ts';
import { recorded, seatMessage } from '../../support/events.ts';
import { type Paying, aBookedTrip, payingOn } from '../../support/paying.ts';
import { aPassengerId } from '../../support/people.ts';
import { refusalOf } from '../../support/refusals.ts';
import { NEWS } from '../../support/news.ts';
import { aWorld } from '../../support/world.ts';

describe('cancelling a booking', () => {
  let paying: Paying;
  let engine: Engine;
  let trip: TripForTests;
  let booking: Booking;
  let payment: Payment;

  const quote = (of = booking, by = of.userId) => cancellingOn(paying).quote(by, of.id);
  const cancel = (reason = '', of = booking) => cancellingOn(paying).cancel(of, reason);
  const pay = () => paying.handleSuccess(paying.gateway.pay(payment));
  const at = (hoursBefore: number) => paying.clock.set(hoursAfter(trip.departsAt, -hoursBefore));
  const logged = async () =>
    (await engine.transact(({ trail }) => trail.of({ type: 'booking', id: booking.id }))).filter(
      ({ kind }) => kind === 'BOOKING_CANCELLED',
    );

  beforeEach(async () => {
    paying = payingOn(memoryEngine());
    ({ engine } = paying);
    ({ trip, booking } = await aBookedTrip(engine));
    payment = await paying.checkout(booking);
  });

  describe('an unpaid booking', () => {
    it('cancelling an unpaid booking is free, ends its payments and publishes its free seats, and mails nobody', async () => {
      const second = await paying.checkout(booking);
      const failed = await paying.checkout(booking);
      await engine.transact(({ payments }) => payments.move(failed.id, 'reportFailed', START));
      expect(await quote()).to.deep.equal(NO_CHARGE);
      expect(await cancel()).to.deep.equal({ ...NO_CHARGE, status: 'CANCELLED' });
      expect([
        await statusOf(engine, payment),
        await statusOf(engine, second),
        await statusOf(engine, failed),
      ]).to.deep.equal(['CANCELED', 'CANCELED', 'FAILED']);
      expect(await recorded(engine)).to.deep.equal([seatMessage(trip.id, 'AVAILABLE', 'A1', 'A2')]);
      expect(await refundOf(engine, payment)).to.equal(undefined);
    });

    it('cancelling an unpaid booking stores who cancelled, when, why and at what fee, also in the activity log', async () => {
      await cancel();
      expect(await viewOf(engine, booking)).to.include({
        status: 'CANCELLED',
        cancelReason: 'Cancelled before payment.',
        cancelledBy: 'PASSENGER',
        cancelledAt: START,
        cancellationFee: 0,
      });
      expect(await logged()).to.deep.equal([
        {
          kind: 'BOOKING_CANCELLED',
          actor: { role: 'PASSENGER', userId: booking.userId },
          operatorId: (await engine.tripSearch.find(trip.id, START))?.operator.id,
          subject: { type: 'booking', id: booking.id },
          changes: { booking_status: { old: 'PENDING_PAYMENT', new: 'CANCELLED' } },
          at: START,
          description: `Cancelled booking ${booking.code} before it was paid.`,
        },
      ]);
    });

    it('an overdue unpaid booking can be cancelled until it expires, and seats held by others are not published as free', async () => {
      paying.clock.advance(16);
      const bikram = await aPassengerId(engine);
      await engine.transact(({ seatLocks }) =>
        seatLocks.hold(
          { tripId: trip.id, passenger: bikram, wanted: [seat('A1')], expiresAt: minutesAfter(START, 30) },
          paying.clock(),
        ),
      );
      expect(await quote()).to.deep.equal(NO_CHARGE);
      expect((await cancel()).status).to.equal('CANCELLED');
      expect(await recorded(engine)).to.deep.equal([seatMessage(trip.id, 'AVAILABLE', 'A2')]);
    });
  });

  describe('a paid booking', () => {
    beforeEach(pay);

    it('cancelling a paid booking without a fee refunds everything', async () => {
      at(48);
      expect(await quote()).to.deep.equal(FREE);
      expect(await cancel()).to.deep.equal({ ...FREE, status: 'REFUNDED' });
      expect(await statusOf(engine, payment)).to.equal('FULL_REFUND');
      expect(await refundOf(engine, payment)).to.deep.include({
        paymentId: payment.id,
        bookingId: booking.id,
        reason: 'PASSENGER_CANCELLATION',
        amount: 240_000,
        dueAt: daysAfter(paying.clock(), 7),
      });
    });

    it('cancelling a paid booking with a fee refunds the rest', async () => {
      at(48 - 1 / 3_600_000);
      expect(await quote()).to.deep.equal(SMALL_FEE);
      expect(await cancel()).to.deep.equal({ ...SMALL_FEE, status: 'REFUNDED' });
      expect(await statusOf(engine, payment)).to.equal('PARTIAL_REFUND');
      expect(await refundOf(engine, payment)).to.include({ amount: 216_000 });
      expect(await viewOf(engine, booking)).to.include({
        status: 'REFUNDED',
        cancelReason: 'Cancelled by the passenger.',
        cancellationFee: 24_000,
      });
    });

    it('cancelling a paid booking at a fee of the whole price makes no refund', async () => {
      at(23);
      expect(await quote()).to.deep.equal(NO_REFUND);
      expect(await cancel()).to.deep.equal({ ...NO_REFUND, status: 'CANCELLED' });
      expect(await statusOf(engine, payment)).to.equal('COMPLETE');
      expect(await refundOf(engine, payment)).to.equal(undefined);
    });

    it('cancelling a paid booking frees the seats, notifies the company of the refund, and is in the activity log', async () => {
      at(30);
      await cancel();
      expect((await recorded(engine)).slice(1)).to.deep.equal([
        seatMessage(trip.id, 'AVAILABLE', 'A1', 'A2'),
        [
          (await recorded(engine))[0]![0],
          {
            operator_id: (await viewOf(engine, booking)).trip.operatorId,
            type: 'booking_cancelled',
            payload: { booking_code: booking.code, refund: 2160 },
          },
        ],
      ]);
      const [entry, ...more] = await logged();
      expect(more).to.deep.equal([]);
      expect(entry).to.include({
        description: `Cancelled booking ${booking.code}: NPR 2160 goes back, NPR 240 is kept.`,
        amount: 216_000,
      });
    });

    it('cancelling a booking that was paid twice does not change the full refund of the second payment', async () => {
      at(30);
      const twice = await engine.transact(async ({ payments }) => {
        const id = await payments.add({
          bookingId: booking.id,
          gateway: 'ESEWA',
          transactionUuid: '3f0e1c6e-7a52-4d0b-9a66-5b2a5c6d7e8f',
          amount: booking.total,
          createdAt: START,
          nextEnquiryAt: undefined,
        });
        return { ...payment, id, transactionUuid: '3f0e1c6e-7a52-4d0b-9a66-5b2a5c6d7e8f' };
      });
      await paying.handleSuccess(paying.gateway.pay(twice));
      await cancel();
      expect([await statusOf(engine, payment), await statusOf(engine, twice)]).to.deep.equal([
        'PARTIAL_REFUND',
        'FULL_REFUND',
      ]);
      expect(await refundOf(engine, payment)).to.include({ reason: 'PASSENGER_CANCELLATION', amount: 216_000 });
      expect(await refundOf(engine, twice)).to.include({ reason: 'DUPLICATE_PAYMENT', amount: 240_000 });
    });

    it('cancelling a paid booking refunds nothing for payment attempts through which no money arrived', async () => {
      at(30);
      const failed = await engine.transact(async ({ payments }) => {
        const transactionUuid = '3f0e1c6e-7a52-4d0b-9a66-5b2a5c6d7e8f';
        const id = await payments.add({
          bookingId: booking.id,
          gateway: 'ESEWA',
          transactionUuid,
          amount: booking.total,
          createdAt: START,
          nextEnquiryAt: undefined,
        });
        await payments.move(id, 'reportFailed', START);
        return { ...payment, id, transactionUuid };
      });
      await cancel();
      expect([await statusOf(engine, failed), await refundOf(engine, failed)]).to.deep.equal(['FAILED', undefined]);
    });

    it('a cancelled booking keeps its refund when the gateway reports the payment again', async () => {
      at(30);
      await cancel();
      expect(await pay()).to.deep.equal({ outcome: 'refunded', bookingId: booking.id });
      expect(await statusOf(engine, payment)).to.equal('PARTIAL_REFUND');
    });
  });

  it('the reason of a booking’s cancellation is stored as the passenger gave it, up to 300 characters', async () => {
    await cancel(`Plans changed.\n${'😀'.repeat(300)}`);
    expect((await viewOf(engine, booking)).cancelReason).to.equal(`Plans changed.\n${'😀'.repeat(285)}`);
  });

  it('cancelling a booking on a bus without a seat map puts the places back on sale, and publishes no seat numbers', async () => {
    const minibus = await aTrip(engine, { seats: 5 });
    const places = await aBooking(engine, {
      userId: booking.userId,
      tripId: minibus.id,
      seatsCount: 4,
      status: 'CONFIRMED',
    });
    const left = () => engine.transact(({ trips }) => trips.placesLeft(minibus.id, START));
    expect(await left()).to.equal(1);
    await cancel('', places);
    expect(await left()).to.equal(5);
    expect((await recorded(engine)).map(([topic]) => topic.split('/')[0])).to.deep.equal(['operators']);
  });

  it('cancelling a booking that has ended is refused, and so is the quote of its cancellation fee', async () => {
    for (const status of ['CANCELLED', 'REFUNDED', 'EXPIRED'] satisfies BookingStatus[]) {
      const over = await aBooking(engine, { userId: booking.userId, tripId: trip.id, seats: [seat('B1')], status });
      expect(await refusalOf(cancel('', over))).to.deep.equal(['conflict', 'BOOKING_OVER']);
      expect(await refusalOf(quote(over))).to.deep.equal(['conflict', 'BOOKING_OVER']);
    }
  });

  it('cancelling a booking is refused once the bus has left, and the quoted refund is zero', async () => {
    const seats = [seat('B1'), seat('B2')];
    const paid = await aBooking(engine, { userId: booking.userId, tripId: trip.id, seats, status: 'CHECKED_IN' });
    at(0);
    expect(await refusalOf(cancel())).to.deep.equal(['conflict', 'TRIP_DEPARTED']);
    expect(await refusalOf(cancel('', paid))).to.deep.equal(['conflict', 'TRIP_DEPARTED']);
    expect(await quote(paid)).to.deep.equal({ refund: 0, fee: 240_000, tier: '100% fee: after departure' });
    expect(await quote()).to.deep.equal(NO_CHARGE);
    at(24);
    await changePlan(engine, trip.id, { departedAt: hoursAfter(trip.departsAt, -25) });
    expect(await refusalOf(cancel('', paid))).to.deep.equal(['conflict', 'TRIP_DEPARTED']);
  });

  it('cancelling an ended booking after departure is refused because it has ended, not because the bus has left', async () => {
    await cancel();
    at(-1);
    expect(await refusalOf(cancel())).to.deep.equal(['conflict', 'BOOKING_OVER']);
  });

  it('cancelling another passenger’s booking is refused as for an unknown booking', async () => {
    const bikram = await aPassengerId(engine);
    const nobodys = { ...booking, id: 2_000_000_000 as BookingId };
    expect(await refusalOf(quote(booking, bikram))).to.deep.equal(['absent', 'BOOKING_UNKNOWN']);
    expect(await refusalOf(quote(nobodys))).to.deep.equal(['absent', 'BOOKING_UNKNOWN']);
    expect(await refusalOf(cancel('', { ...booking, userId: bikram }))).to.deep.equal(['absent', 'BOOKING_UNKNOWN']);
    expect(await refusalOf(cancel('', nobodys))).to.deep.equal(['absent', 'BOOKING_UNKNOWN']);
  });

  it('a cancellation of a booking is undone as a whole when one of its steps fails', async () => {
    await pay();
    const breaking: Engine['transact'] = (work) =>
      engine.transact((stores) =>
        work({
          ...stores,
          trail: {
            ...stores.trail,
            add: async () => {
              throw new Error('The disk is full.');
            },
          },
        }),
      );
    const ending = cancelBooking({
      ...aWorld,
      ...NEWS,
      transact: breaking,
      clock: paying.clock,
      cancellationTiers: TIERS,
    })(booking.userId, booking.id, '');
    expect(await ending.catch((error: unknown) => (error as Error).message)).to.equal('The disk is full.');
    expect((await viewOf(engine, booking)).status).to.equal('CONFIRMED');
    expect([await statusOf(engine, payment), await refundOf(engine, payment)]).to.deep.equal(['COMPLETE', undefined]);
    expect(await operatorsNotified(engine)).to.deep.equal([]);
  });
});
