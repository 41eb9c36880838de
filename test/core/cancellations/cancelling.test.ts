import { expect } from 'chai';
import type { Booking, BookingStatus } from '../../../core/bookings/booking.ts';
import { cancelBooking } from '../../../core/cancellations/cancel-booking.ts';
import { quoteCancellation } from '../../../core/cancellations/quote-cancellation.ts';
import type { BookingId } from '../../../core/kernel/ids.ts';
import { basisPoints } from '../../../core/kernel/money.ts';
import type { Refusal } from '../../../core/kernel/refusal.ts';
import { daysAfter, hoursAfter, minutesAfter } from '../../../core/kernel/time.ts';
import type { Payment } from '../../../core/payments/payment.ts';
import { aBooking } from '../../support/bookings.ts';
import { aTrip, seat } from '../../support/catalogue.ts';
import type { TripForTests } from '../../support/catalogue.ts';
import { START } from '../../support/clock.ts';
import { memoryEngine, onEveryEngine } from '../../support/engines.ts';
import type { Engine } from '../../support/engines.ts';
import { recorded, seatMessage } from '../../support/events.ts';
import { aBookedTrip, paymentOf, payingOn } from '../../support/paying.ts';
import type { Paying } from '../../support/paying.ts';
import { aPassengerId } from '../../support/people.ts';
import { refusalOf } from '../../support/refusals.ts';

const TIERS = [{ hours: 48, fee: basisPoints(0) }, { hours: 24, fee: basisPoints(1_000) }, { hours: 0, fee: basisPoints(10_000) }];

const FREE = { refund: 240_000, fee: 0, tier: '0% fee: 48 hours or more before departure' };
const SMALL_FEE = { refund: 216_000, fee: 24_000, tier: '10% fee: 24 to 48 hours before departure' };
const NO_REFUND = { refund: 0, fee: 240_000, tier: '100% fee: less than 24 hours before departure' };
const NO_CHARGE = { refund: 0, fee: 0, tier: 'No charge: this booking has not been paid for' };

const cancellingOn = (paying: Paying) => ({
  quote: quoteCancellation({ ...paying.engine, clock: paying.clock, cancellationTiers: TIERS }),
  cancel: ({ id, userId }: Booking, reason = '') => cancelBooking({ ...paying.engine, clock: paying.clock, cancellationTiers: TIERS })(userId, id, reason),
});

const codeOf = (error: unknown): string => (error as Refusal).code;

const viewOf = async (engine: Engine, { id, userId }: Booking) => (await engine.bookingViews.find(id, userId))!;
const refundOf = (engine: Engine, { id }: Payment) => engine.transact(({ refunds }) => refunds.find(id));
const statusOf = async (engine: Engine, { transactionUuid }: Payment) => (await paymentOf(engine, transactionUuid)).status;
const operatorsTold = async (engine: Engine) => (await recorded(engine)).map(([, told]) => told as { type?: string; payload?: object })
  .filter(({ type }) => type === 'booking_cancelled').map(({ payload }) => payload);

describe('cancelling', () => {
  let paying: Paying;
  let engine: Engine;
  let trip: TripForTests;
  let booking: Booking;
  let payment: Payment;

  const quote = (of = booking, by = of.userId) => cancellingOn(paying).quote(by, of.id);
  const cancel = (reason = '', of = booking) => cancellingOn(paying).cancel(of, reason);
  const pay = () => paying.settle(paying.gateway.pay(payment));
  const at = (hoursBefore: number) => paying.clock.set(hoursAfter(trip.departsAt, -hoursBefore));
  const logged = async () => (await engine.transact(({ activities }) => activities.of(booking.id))).filter(({ type }) => type === 'BOOKING_CANCELLED');

  beforeEach(async () => {
    paying = payingOn(memoryEngine());
    ({ engine } = paying);
    ({ trip, booking } = await aBookedTrip(engine));
    payment = await paying.checkout(booking);
  });

  describe('a booking that is not paid', () => {
    it('costs nothing, ends its payments and frees its seats; nobody is notified but who watches the seats', async () => {
      const second = await paying.checkout(booking);
      const failed = await paying.checkout(booking);
      await engine.transact(({ payments }) => payments.move(failed.id, 'tellFailed', START));
      expect(await quote()).to.deep.equal(NO_CHARGE);
      expect(await cancel()).to.deep.equal({ ...NO_CHARGE, status: 'CANCELLED' });
      expect([await statusOf(engine, payment), await statusOf(engine, second), await statusOf(engine, failed)]).to.deep.equal(['CANCELED', 'CANCELED', 'FAILED']);
      expect(await recorded(engine)).to.deep.equal([seatMessage(trip.id, 'AVAILABLE', 'A1', 'A2')]);
      expect(await refundOf(engine, payment)).to.equal(undefined);
    });

    it('leaves who, when, why and at what fee, and an entry in the log', async () => {
      await cancel();
      expect(await viewOf(engine, booking)).to.include({
        status: 'CANCELLED', cancelReason: 'Cancelled before payment.', cancelledBy: 'PASSENGER', cancelledAt: START, cancellationFee: 0,
      });
      expect(await logged()).to.deep.equal([{
        type: 'BOOKING_CANCELLED', actorRole: 'PASSENGER', userId: booking.userId, bookingId: booking.id, at: START,
        description: `Cancelled booking ${booking.code} before it was paid.`,
      }]);
    });

    it('may be cancelled past its deadline too, as long as nobody has ended it; what others hold by then is not told as free', async () => {
      paying.clock.advance(16);
      const bikram = await aPassengerId(engine);
      await engine.transact(({ seatLocks }) =>
        seatLocks.select({ tripId: trip.id, passenger: bikram, wanted: [seat('A1')], expiresAt: minutesAfter(START, 30) }, paying.clock()));
      expect(await quote()).to.deep.equal(NO_CHARGE);
      expect((await cancel()).status).to.equal('CANCELLED');
      expect(await recorded(engine)).to.deep.equal([seatMessage(trip.id, 'AVAILABLE', 'A2')]);
    });
  });

  describe('a paid booking', () => {
    beforeEach(pay);

    it('without a fee gives everything back', async () => {
      at(48);
      expect(await quote()).to.deep.equal(FREE);
      expect(await cancel()).to.deep.equal({ ...FREE, status: 'REFUNDED' });
      expect(await statusOf(engine, payment)).to.equal('FULL_REFUND');
      expect(await refundOf(engine, payment)).to.deep.equal({
        paymentId: payment.id, bookingId: booking.id, reason: 'PASSENGER_CANCELLATION', amount: 240_000, dueAt: daysAfter(paying.clock(), 7),
      });
    });

    it('with a fee gives the rest back', async () => {
      at(48 - 1 / 3_600_000);
      expect(await quote()).to.deep.equal(SMALL_FEE);
      expect(await cancel()).to.deep.equal({ ...SMALL_FEE, status: 'REFUNDED' });
      expect(await statusOf(engine, payment)).to.equal('PARTIAL_REFUND');
      expect(await refundOf(engine, payment)).to.include({ amount: 216_000 });
      expect(await viewOf(engine, booking)).to.include({ status: 'REFUNDED', cancelReason: 'Cancelled by the passenger.', cancellationFee: 24_000 });
    });

    it('with nothing to give back leaves the payment as it is', async () => {
      at(23);
      expect(await quote()).to.deep.equal(NO_REFUND);
      expect(await cancel()).to.deep.equal({ ...NO_REFUND, status: 'CANCELLED' });
      expect(await statusOf(engine, payment)).to.equal('COMPLETE');
      expect(await refundOf(engine, payment)).to.equal(undefined);
    });

    it('frees the seats, tells the operator what goes back, and logs it', async () => {
      at(30);
      await cancel();
      expect((await recorded(engine)).slice(1)).to.deep.equal([
        seatMessage(trip.id, 'AVAILABLE', 'A1', 'A2'),
        [(await recorded(engine))[0]![0], { operator_id: (await viewOf(engine, booking)).trip.operatorId, type: 'booking_cancelled', payload: { booking_code: booking.code, refund: 2160 } }],
      ]);
      const [entry, ...more] = await logged();
      expect(more).to.deep.equal([]);
      expect(entry).to.include({ description: `Cancelled booking ${booking.code}: NPR 2160 goes back, NPR 240 is kept.`, amount: 216_000 });
    });

    it('that was paid twice gives the second payment back whole, as is on record already', async () => {
      at(30);
      const twice = await engine.transact(async ({ payments }) => {
        const id = await payments.add({ bookingId: booking.id, transactionUuid: '3f0e1c6e-7a52-4d0b-9a66-5b2a5c6d7e8f', amount: booking.total, createdAt: START, nextEnquiryAt: undefined });
        return { ...payment, id, transactionUuid: '3f0e1c6e-7a52-4d0b-9a66-5b2a5c6d7e8f' };
      });
      await paying.settle(paying.gateway.pay(twice));
      await cancel();
      expect([await statusOf(engine, payment), await statusOf(engine, twice)]).to.deep.equal(['PARTIAL_REFUND', 'FULL_REFUND']);
      expect(await refundOf(engine, payment)).to.include({ reason: 'PASSENGER_CANCELLATION', amount: 216_000 });
      expect(await refundOf(engine, twice)).to.include({ reason: 'DUPLICATE_PAYMENT', amount: 240_000 });
    });

    it('gives nothing back for attempts that brought no money', async () => {
      at(30);
      const failed = await engine.transact(async ({ payments }) => {
        const transactionUuid = '3f0e1c6e-7a52-4d0b-9a66-5b2a5c6d7e8f';
        const id = await payments.add({ bookingId: booking.id, transactionUuid, amount: booking.total, createdAt: START, nextEnquiryAt: undefined });
        await payments.move(id, 'tellFailed', START);
        return { ...payment, id, transactionUuid };
      });
      await cancel();
      expect([await statusOf(engine, failed), await refundOf(engine, failed)]).to.deep.equal(['FAILED', undefined]);
    });

    it('keeps its refund when the gateway says once more that it was paid', async () => {
      at(30);
      await cancel();
      expect(await pay()).to.deep.equal({ outcome: 'refunded', bookingId: booking.id });
      expect(await statusOf(engine, payment)).to.equal('PARTIAL_REFUND');
    });
  });

  it('keeps a reason as it was given, and no more of it than 300 characters', async () => {
    await cancel(`Plans changed.\n${'😀'.repeat(300)}`);
    expect((await viewOf(engine, booking)).cancelReason).to.equal(`Plans changed.\n${'😀'.repeat(285)}`);
  });

  it('gives places back on a bus without a seat map, and has no seats to tell of', async () => {
    const minibus = await aTrip(engine, { seats: 5 });
    const places = await aBooking(engine, { userId: booking.userId, tripId: minibus.id, seatsCount: 4, status: 'CONFIRMED' });
    const left = () => engine.transact(({ trips }) => trips.placesLeft(minibus.id));
    expect(await left()).to.equal(1);
    await cancel('', places);
    expect(await left()).to.equal(5);
    expect((await recorded(engine)).map(([topic]) => topic.split('/')[0])).to.deep.equal(['operators']);
  });

  it('refuses what is over, in the quote too', async () => {
    for (const status of ['CANCELLED', 'REFUNDED', 'EXPIRED'] satisfies BookingStatus[]) {
      const over = await aBooking(engine, { userId: booking.userId, tripId: trip.id, seats: [seat('B1')], status });
      expect(await refusalOf(cancel('', over))).to.deep.equal(['conflict', 'BOOKING_OVER']);
      expect(await refusalOf(quote(over))).to.deep.equal(['conflict', 'BOOKING_OVER']);
    }
  });

  it('refuses once the bus has left, paid or not; the quote then says that nothing goes back', async () => {
    const paid = await aBooking(engine, { userId: booking.userId, tripId: trip.id, seats: [seat('B1'), seat('B2')], status: 'CHECKED_IN' });
    at(0);
    expect(await refusalOf(cancel())).to.deep.equal(['conflict', 'TRIP_DEPARTED']);
    expect(await refusalOf(cancel('', paid))).to.deep.equal(['conflict', 'TRIP_DEPARTED']);
    expect(await quote(paid)).to.deep.equal({ refund: 0, fee: 240_000, tier: '100% fee: after departure' });
    expect(await quote()).to.deep.equal(NO_CHARGE);
  });

  it('says that a booking is over before it says that the bus has left', async () => {
    await cancel();
    at(-1);
    expect(await refusalOf(cancel())).to.deep.equal(['conflict', 'BOOKING_OVER']);
  });

  it('knows no booking but the passenger’s own', async () => {
    const bikram = await aPassengerId(engine);
    const nobodys = { ...booking, id: 2_000_000_000 as BookingId };
    expect(await refusalOf(quote(booking, bikram))).to.deep.equal(['absent', 'BOOKING_UNKNOWN']);
    expect(await refusalOf(quote(nobodys))).to.deep.equal(['absent', 'BOOKING_UNKNOWN']);
    expect(await refusalOf(cancel('', { ...booking, userId: bikram }))).to.deep.equal(['absent', 'BOOKING_UNKNOWN']);
    expect(await refusalOf(cancel('', nobodys))).to.deep.equal(['absent', 'BOOKING_UNKNOWN']);
  });

  it('changes nothing when it can not be finished', async () => {
    await pay();
    const breaking: Engine['transact'] = (work) => engine.transact((stores) =>
      work({ ...stores, activities: { ...stores.activities, add: async () => { throw new Error('The disk is full.'); } } }));
    const ending = cancelBooking({ transact: breaking, clock: paying.clock, cancellationTiers: TIERS })(booking.userId, booking.id, '');
    expect(await ending.catch((error: unknown) => (error as Error).message)).to.equal('The disk is full.');
    expect((await viewOf(engine, booking)).status).to.equal('CONFIRMED');
    expect([await statusOf(engine, payment), await refundOf(engine, payment)]).to.deep.equal(['COMPLETE', undefined]);
    expect(await operatorsTold(engine)).to.deep.equal([]);
  });
});

onEveryEngine('cancelling while others', (engine) => {
  const begin = async () => {
    const paying = payingOn(engine());
    const { booking, trip } = await aBookedTrip(engine());
    const payment = await paying.checkout(booking);
    return { paying, booking, trip, payment, ...cancellingOn(paying) };
  };

  const freed = async (tripId: number) => (await recorded(engine())).filter(([topic, told]) =>
    topic === `schedules/${tripId}/seats` && (told as { status: string }).status === 'AVAILABLE').length;

  it('cancel the same booking has one effect', async () => {
    const { paying, booking, trip, payment, cancel } = await begin();
    await paying.settle(paying.gateway.pay(payment));
    paying.clock.set(hoursAfter(trip.departsAt, -30));
    const endings = await Promise.all(Array.from({ length: 20 }, () => cancel(booking).then(({ status }) => status, codeOf)));
    expect(endings.filter((ending) => ending === 'REFUNDED')).to.have.length(1);
    expect(endings.filter((ending) => ending === 'BOOKING_OVER')).to.have.length(19);
    expect(await freed(trip.id)).to.equal(1);
    expect(await operatorsTold(engine())).to.deep.equal([{ booking_code: booking.code, refund: 2160 }]);
    expect(await refundOf(engine(), payment)).to.include({ amount: 216_000 });
  });

  it('bring the payment ends with the money and the seat on one side', async () => {
    for (let round = 0; round < 6; round += 1) {
      const { paying, booking, payment, cancel } = await begin();
      const data = paying.gateway.pay(payment);
      // Whoever starts first may still come second.
      const race = [() => cancel(booking), () => paying.settle(data), () => cancel(booking), () => paying.settle(data)];
      await Promise.all((round % 2 === 0 ? race : race.reverse()).map((run) => run().catch(codeOf)));

      const [{ status }, refund, paymentStatus] = [await viewOf(engine(), booking), await refundOf(engine(), payment), await statusOf(engine(), payment)];
      expect([
        ['CANCELLED', 'COMPLETE', 'LATE_PAYMENT', 240_000], // cancelled first: the money comes in vain
        ['REFUNDED', 'FULL_REFUND', 'PASSENGER_CANCELLATION', 240_000], // paid first
      ]).to.deep.include([status, paymentStatus, refund?.reason, refund?.amount]);
    }
  });

  it('let the booking expire ends it once', async () => {
    const { paying, booking, trip, cancel } = await begin();
    paying.clock.advance(15);
    await Promise.all([cancel(booking).catch(() => undefined), paying.expire(), cancel(booking).catch(() => undefined), paying.expire()]);
    expect(['CANCELLED', 'EXPIRED']).to.include((await viewOf(engine(), booking)).status);
    expect(await freed(trip.id)).to.equal(1);
  });

  it('check out leaves no payment open', async () => {
    const { paying, booking, cancel } = await begin();
    await Promise.all([
      ...Array.from({ length: 5 }, () => paying.checkout(booking).catch(() => undefined)), cancel(booking), ...Array.from({ length: 5 }, () => paying.checkout(booking).catch(() => undefined)),
    ]);
    const payments = await engine().transact((stores) => stores.payments.ofBooking(booking.id));
    expect(new Set(payments.map(({ status }) => status))).to.deep.equal(new Set(['CANCELED']));
  });

  it('book, on a bus without a seat map, gives back what was taken and no more', async () => {
    const paying = payingOn(engine());
    const { cancel } = cancellingOn(paying);
    const [minibus, userId] = [await aTrip(engine(), { seats: 10 }), await aPassengerId(engine())];
    const mine = [];
    for (let count = 0; count < 5; count += 1) mine.push(await aBooking(engine(), { userId, tripId: minibus.id, seatsCount: 2 }));
    await Promise.all([...mine, ...mine].map((one) => cancel(one).catch(() => undefined)));
    expect(await engine().transact(({ trips }) => trips.placesLeft(minibus.id))).to.equal(10);
  });
});

