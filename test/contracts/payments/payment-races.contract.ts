import { expect } from 'chai';
import type { Booking } from '../../../core/bookings/booking.ts';
import { Refusal } from '../../../core/kernel/refusal.ts';
import { minutesAfter } from '../../../core/kernel/time.ts';
import type { Payment } from '../../../core/payments/payment.ts';
import { aBooking } from '../../support/bookings.ts';
import { aTrip, seat } from '../../support/catalogue.ts';
import { onEveryEngine } from '../../support/engines.ts';
import { recorded } from '../../support/events.ts';
import { type Paying, aBookedTrip, paymentOf, payingOn } from '../../support/paying.ts';
import { aPassengerId } from '../../support/people.ts';

/** Returns the result or the refusal code of each call. Any other error fails the test. */
const endings = async (works: readonly Promise<unknown>[]): Promise<readonly unknown[]> =>
  Promise.all(
    works.map((work) =>
      work.catch((error: unknown) => {
        if (!(error instanceof Refusal)) throw error;
        return error.code;
      }),
    ),
  );

const times = <Result>(count: number, work: () => Promise<Result>): Promise<Result>[] =>
  Array.from({ length: count }, work);

onEveryEngine('races of payments', (engine) => {
  let paying: Paying;
  let booking: Booking;
  let payment: Payment;

  beforeEach(async () => {
    paying = payingOn(engine());
    ({ booking } = await aBookedTrip(engine()));
    payment = await paying.checkout(booking);
  });

  const look = () =>
    engine().transact(async ({ bookings, trail, mailQueue, refunds, payments }) => {
      const all = await payments.ofBooking(booking.id);
      const mails = await mailQueue.claim(minutesAfter(paying.clock(), 1), minutesAfter(paying.clock(), 2), 100);
      const reasons: string[] = [];
      for (const { id } of all) reasons.push(...[(await refunds.ofPayment(id))[0]?.reason ?? []].flat());
      return {
        booking: (await bookings.find(booking.id))?.status,
        payments: all.map(({ status }) => status),
        refunds: reasons,
        activities: (await trail.of({ type: 'booking', id: booking.id })).map(({ kind }) => kind),
        confirmations: mails.filter(({ mail }) => mail.kind === 'BOOKING_CONFIRMED').length,
        refundMails: mails.filter(({ mail }) => mail.kind === 'refund-due').length,
      };
    });

  it('a booking is confirmed only once when forty callbacks arrive at once', async () => {
    const data = paying.gateway.pay(payment);
    const settlements = await Promise.all(times(40, () => paying.handleSuccess(data)));
    expect(settlements).to.deep.equal(settlements.map(() => ({ outcome: 'paid', bookingId: booking.id })));
    expect(await look()).to.deep.equal({
      booking: 'CONFIRMED',
      payments: ['COMPLETE'],
      refunds: [],
      activities: ['PAYMENT_COMPLETED'],
      confirmations: 1,
      refundMails: 0,
    });
    expect((await recorded(engine())).filter(([topic]) => topic.startsWith('operators/'))).to.have.length(1);
  });

  it('a booking is confirmed only once by callbacks and status enquiries in several processes', async () => {
    const other = payingOn(engine());
    paying.gateway.pay(payment);
    other.gateway.say(payment.transactionUuid, 'COMPLETE');
    const unproven = paying.gateway.callback(payment, { authentic: false });
    await Promise.all([
      ...times(10, () => paying.handleSuccess(unproven)),
      ...times(10, () => other.handleSuccess(unproven)),
      ...times(5, () => paying.handleSuccess(paying.gateway.callback(payment))),
    ]);
    expect(await look()).to.deep.equal({
      booking: 'CONFIRMED',
      payments: ['COMPLETE'],
      refunds: [],
      activities: ['PAYMENT_COMPLETED'],
      confirmations: 1,
      refundMails: 0,
    });
    expect(paying.gateway.asked().times + other.gateway.asked().times).to.be.at.most(1);
  });

  it('twenty checkouts of one booking at once start twenty different payments', async () => {
    const begun = await Promise.all(times(20, () => paying.checkout(booking)));
    expect(new Set(begun.map(({ transactionUuid }) => transactionUuid)).size).to.equal(20);
    expect((await look()).payments).to.deep.equal(Array.from({ length: 21 }, () => 'INITIATED'));
  });

  it('a booking that is paid twenty times at once is confirmed by one payment, and the others are refunded', async () => {
    const begun = await Promise.all(times(19, () => paying.checkout(booking)));
    const data = [payment, ...begun].map((each) => paying.gateway.pay(each));
    const settlements = await Promise.all(data.map((each) => paying.handleSuccess(each)));
    expect(settlements).to.deep.equal(settlements.map(() => ({ outcome: 'paid', bookingId: booking.id })));
    const { refunds, activities, ...rest } = await look();
    expect(rest).to.deep.equal({
      booking: 'CONFIRMED',
      payments: Array.from({ length: 20 }, () => 'COMPLETE'),
      confirmations: 1,
      refundMails: 19,
    });
    expect(refunds).to.deep.equal(Array.from({ length: 19 }, () => 'DUPLICATE_PAYMENT'));
    expect(activities.filter((type) => type === 'PAYMENT_COMPLETED')).to.have.length(1);
  });

  it('a payment ends in a seat or a refund even if its booking expires while another passenger takes the seat', async () => {
    for (let round = 0; round < 5; round += 1) {
      ({ booking } = await aBookedTrip(engine()));
      paying = payingOn(engine());
      payment = await paying.checkout(booking);
      const bikram = await aPassengerId(engine());
      const data = paying.gateway.pay(payment);
      paying.clock.set(booking.paymentDeadline);
      const selection = {
        tripId: booking.tripId,
        passenger: bikram,
        wanted: [seat('A1')],
        expiresAt: minutesAfter(paying.clock(), 10),
      };
      const [, , chosen] = await Promise.all([
        paying.handleSuccess(data),
        paying.expire(),
        engine().transact(({ seatLocks }) => seatLocks.hold(selection, paying.clock())),
        paying.handleSuccess(data),
      ]);
      const { booking: status, refunds, payments } = await look();
      expect(payments).to.deep.equal(['COMPLETE']);
      expect([status, refunds]).to.deep.equal(
        chosen.held.length > 0 ? ['EXPIRED', ['LATE_PAYMENT']] : ['CONFIRMED', []],
      );
    }
  });

  it('only one of two late payments for the same seat gets the seat back', async () => {
    const { tripId } = booking;
    paying.clock.set(booking.paymentDeadline);
    await paying.expire();
    const bikram = await aPassengerId(engine());
    const second = await aBooking(engine(), {
      userId: bikram,
      tripId,
      seats: [seat('A2'), seat('B1')],
      bookedAt: paying.clock(),
    });
    const other = await paying.checkout(second);
    paying.clock.set(second.paymentDeadline);
    const settlements = await Promise.all(
      [payment, other].map((each) => paying.handleSuccess(paying.gateway.pay(each))),
    );
    expect(settlements.map(({ outcome }) => outcome)).to.have.members(['paid', 'refund due']);
  });

  it('a checkout of a booking that is cancelled at the same moment leaves no payment open', async () => {
    for (let round = 0; round < 5; round += 1) {
      ({ booking } = await aBookedTrip(engine()));
      const cancel = () =>
        engine().transact(async ({ bookings, payments, seatLocks }) => {
          await bookings.lock(booking.id);
          await bookings.move(booking.id, 'cancelUnpaid');
          await seatLocks.releaseBooking(booking.id, paying.clock());
          await payments.abandonAll(booking.id, paying.clock());
        });
      await endings([
        ...times(5, () => paying.checkout(booking)),
        cancel(),
        ...times(5, () => paying.checkout(booking)),
      ]);
      expect((await look()).payments).to.satisfy((statuses: readonly string[]) =>
        statuses.every((status) => status === 'CANCELED'),
      );
    }
  });

  it('callbacks, expiry and reconciliation on one trip never deadlock', async () => {
    const trip = await aTrip(engine(), { seats: ['A1', 'A2', 'A3', 'A4', 'B1', 'B2'] });
    const bookings = [];
    for (const number of ['A1', 'A2', 'A3', 'A4', 'B1', 'B2']) {
      bookings.push(
        await aBooking(engine(), { userId: await aPassengerId(engine()), tripId: trip.id, seats: [seat(number)] }),
      );
    }
    const payments = await Promise.all(bookings.map((each) => paying.checkout(each)));
    paying.clock.set(bookings[0]!.paymentDeadline);
    const works = payments.flatMap((each) => {
      const data = paying.gateway.pay(each);
      return [
        paying.handleSuccess(data),
        paying.expire(),
        paying.handleFailure(data),
        paying.reconcile(),
        paying.handleSuccess(data),
      ];
    });
    expect(await endings(works)).to.not.include('DATABASE_UNAVAILABLE');
    const statuses = await Promise.all(
      payments.map(async ({ transactionUuid }) => (await paymentOf(engine(), transactionUuid)).status),
    );
    expect(statuses).to.deep.equal(payments.map(() => 'COMPLETE'));
  });
});
