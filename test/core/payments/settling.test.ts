import { expect } from 'chai';
import type { Booking } from '../../../core/bookings/booking.ts';
import { daysAfter, minutesAfter } from '../../../core/kernel/time.ts';
import { paisa } from '../../../core/kernel/money.ts';
import type { Payment } from '../../../core/payments/payment.ts';
import { aBooking } from '../../support/bookings.ts';
import { aTrip, seat } from '../../support/catalogue.ts';
import { memoryEngine } from '../../support/engines.ts';
import type { Engine } from '../../support/engines.ts';
import { recorded, seatMessage } from '../../support/events.ts';
import { aBookedTrip, paymentOf, payingOn } from '../../support/paying.ts';
import type { Paying } from '../../support/paying.ts';
import { aPassengerId } from '../../support/people.ts';

/** Everything a payment can bring about. */
async function traces(engine: Engine, { id }: Booking, payment: Payment) {
  const { booking, activities, refund, mails, said } = await engine.transact(async (stores) => ({
    booking: await stores.bookings.find(id),
    activities: await stores.activities.of(id),
    refund: await stores.refunds.find(payment.id),
    mails: await stores.mailQueue.claim(minutesAfter(payment.createdAt, 100_000), minutesAfter(payment.createdAt, 100_000), 10),
    said: await stores.callbacks.of(payment.transactionUuid),
  }));
  return {
    booking: booking?.status,
    payment: (await paymentOf(engine, payment.transactionUuid)).status,
    activities: activities.map(({ type, amount }) => [type, amount]),
    refund: refund && [refund.reason, refund.amount],
    mails: mails.length,
    said: said.map(({ source, signatureValid }) => [source, signatureValid]),
  };
}

const NOTHING = { activities: [], refund: undefined, mails: 0 };

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
  const unverified = () => ({ outcome: 'unverified', bookingId: booking.id });
  const confirmed = () => ['operators', { type: 'booking_confirmed', payload: { booking_code: booking.code, seats_count: 2, amount: 2400 } }] as const;
  const notified = async () => (await recorded(engine)).map(([topic, told]) => {
    const { type, payload } = told as { type?: string; payload?: object };
    return topic.startsWith('operators/') ? ['operators', { type, payload }] : [topic, told];
  });

  describe('that is signed and says COMPLETE', () => {
    it('confirms the booking for good, tells the operator, logs it and queues the mail, asking nobody', async () => {
      const data = paying.gateway.pay(payment);
      expect(await paying.settle(data)).to.deep.equal(paid());
      expect(await traces(engine, booking, payment)).to.deep.equal({
        booking: 'CONFIRMED', payment: 'COMPLETE', activities: [['PAYMENT_COMPLETED', 240_000]], refund: undefined, mails: 1,
        said: [['SUCCESS_CALLBACK', true]],
      });
      expect(await notified()).to.deep.equal([confirmed()]);
      expect(paying.gateway.asked().times).to.equal(0);
    });

    it('makes the sale of the seats final', async () => {
      await paying.settle(paying.gateway.pay(payment));
      paying.clock.set(minutesAfter(booking.paymentDeadline, 60));
      await paying.expire();
      const bikram = await aPassengerId(engine);
      const selection = { tripId, passenger: bikram, wanted: [seat('A1')], expiresAt: minutesAfter(paying.clock(), 10) };
      const { refused } = await engine.transact(({ seatLocks }) => seatLocks.select(selection, paying.clock()));
      expect(refused).to.deep.equal([{ seat: 'A1', because: 'booked' }]);
    });

    it('changes nothing when it comes again, and says the same', async () => {
      const data = paying.gateway.pay(payment);
      await paying.settle(data);
      const before = await traces(engine, booking, payment);
      for (let times = 0; times < 3; times += 1) expect(await paying.settle(data)).to.deep.equal(paid());
      const said = Array.from({ length: 4 }, () => ['SUCCESS_CALLBACK', true]);
      // The mail was claimed by the first look.
      expect(await traces(engine, booking, payment)).to.deep.equal({ ...before, mails: 1, said });
      expect(await notified()).to.deep.equal([confirmed()]);
    });

    it('counts from every state that is not settled', async () => {
      for (const status of ['PENDING', 'CANCELED', 'FAILED', 'AMBIGUOUS'] as const) {
        const other = await paying.checkout(await aBooking(engine, { userId: booking.userId, tripId: (await aTrip(engine)).id, seats: [seat('A1')] }));
        const way = { PENDING: 'tellPending', CANCELED: 'abandon', FAILED: 'tellFailed', AMBIGUOUS: 'doubt' } as const;
        await engine.transact(({ payments }) => payments.move(other.id, way[status], paying.clock()));
        expect(await paying.settle(paying.gateway.pay(other)), status).to.deep.equal({ outcome: 'paid', bookingId: other.bookingId });
      }
    });

    it('is undone as a whole when a part of it fails, and works the next time', async () => {
      const data = paying.gateway.pay(payment);
      const full = () => Promise.reject(new Error('The queue is full.'));
      const broken = payingOn({ ...engine, transact: (work) => engine.transact((stores) => work({ ...stores, mailQueue: { ...stores.mailQueue, add: full } })) });
      broken.gateway.pay(payment);
      expect(await broken.settle(data).catch((error: unknown) => (error as Error).message)).to.equal('The queue is full.');
      expect(await traces(engine, booking, payment)).to.deep.equal({ ...NOTHING, booking: 'PENDING_PAYMENT', payment: 'INITIATED', said: [['SUCCESS_CALLBACK', true]] });
      expect(await paying.settle(data)).to.deep.equal(paid());
    });
  });

  describe('that proves nothing', () => {
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

    it('makes us ask, and what the gateway answers counts', async () => {
      for (const [what, data] of Object.entries(unproven())) {
        const other = payingOn(memoryEngine());
        const booked = (await aBookedTrip(other.engine)).booking;
        const begun = await other.checkout(booked);
        other.gateway.say(begun.transactionUuid, 'COMPLETE');
        const said = { ...(JSON.parse(data) as object), transactionUuid: begun.transactionUuid };
        expect(await other.settle(JSON.stringify(said)), what).to.deep.equal({ outcome: 'paid', bookingId: booked.id });
        const signed = what.startsWith('that says');
        expect((await traces(other.engine, booked, begun)).said, what).to.deep.equal([['SUCCESS_CALLBACK', signed], ['ENQUIRY', true]]);
        expect(other.gateway.asked().times).to.equal(1);
      }
    });

    it('leaves the payment AMBIGUOUS when the gateway does not answer', async () => {
      paying.gateway.isUp = false;
      expect(await paying.settle(paying.gateway.callback(payment, { authentic: false }))).to.deep.equal(unverified());
      expect(await traces(engine, booking, payment)).to.deep.equal({
        ...NOTHING, booking: 'PENDING_PAYMENT', payment: 'AMBIGUOUS', said: [['SUCCESS_CALLBACK', false], ['ENQUIRY', true]],
      });
    });

    it('leaves it as the gateway says, or FAILED where that is no state of ours', async () => {
      const words = { INITIATED: 'INITIATED', PENDING: 'PENDING', CANCELED: 'CANCELED', FAILED: 'FAILED', AMBIGUOUS: 'AMBIGUOUS', NOT_FOUND: 'FAILED', EXPIRED: 'FAILED', FULL_REFUND: 'FULL_REFUND' };
      for (const [word, status] of Object.entries(words)) {
        const other = await paying.checkout(booking);
        paying.gateway.say(other.transactionUuid, word);
        expect(await paying.settle(paying.gateway.callback(other)), word).to.deep.equal(unverified());
        expect((await paymentOf(engine, other.transactionUuid)).status, word).to.equal(status);
      }
    });

    it('confirms later all the same, once the gateway says COMPLETE', async () => {
      paying.gateway.isUp = false;
      await paying.settle(paying.gateway.callback(payment));
      paying.gateway.isUp = true;
      paying.gateway.say(payment.transactionUuid, 'COMPLETE');
      expect(await paying.settle(paying.gateway.callback(payment, { authentic: false }))).to.deep.equal(paid());
      // The second enquiry waited for its turn.
      expect(paying.pauses).to.deep.equal([1_000]);
    });

    it('is asked about less and less often', async () => {
      const data = paying.gateway.callback(payment, { authentic: false });
      for (let times = 0; times < 10; times += 1) await paying.settle(data);
      expect([paying.gateway.asked().times, paying.pauses]).to.deep.equal([6, [1_000, 1_000, 1_000, 1_000, 1_000]]);
      paying.clock.advance(1);
      await paying.settle(data);
      expect(paying.gateway.asked().times).to.equal(7);
    });

    it('is asked about once for any number that come while the gateway thinks', async () => {
      const { release } = paying.gateway.hold();
      const data = paying.gateway.callback(payment, { authentic: false });
      const coming = Array.from({ length: 30 }, () => paying.settle(data));
      await Promise.resolve();
      paying.gateway.say(payment.transactionUuid, 'COMPLETE');
      release();
      expect(await Promise.all(coming)).to.deep.equal(Array.from({ length: 30 }, paid));
      expect(paying.gateway.asked()).to.deep.equal({ times: 1, atOnce: 1 });
    });

    it('is not asked about while another process does', async () => {
      await engine.transact(({ payments }) => payments.claimEnquiry(payment, paying.clock(), minutesAfter(paying.clock(), 0.3)));
      expect(await paying.settle(paying.gateway.callback(payment, { authentic: false }))).to.deep.equal(unverified());
      expect([paying.gateway.asked().times, (await paymentOf(engine, payment.transactionUuid)).status]).to.deep.equal([0, 'INITIATED']);
    });
  });

  describe('that is about no payment of ours', () => {
    it('is logged and matched with nothing', async () => {
      const stranger = { transactionUuid: '7d1c5f9e-5f0e-4a52-9d0a-0e8f3b6f8a11', amount: paisa(100) };
      const others = {
        [paying.gateway.pay(stranger)]: stranger.transactionUuid,
        [paying.gateway.callback({ ...stranger, transactionUuid: 'x'.repeat(1_000) })]: 'x'.repeat(255),
        [paying.gateway.callback({ ...stranger, transactionUuid: 'a\0b' })]: 'a\u{FFFD}b',
        'no callback at all': '',
      };
      for (const [data, name] of Object.entries(others)) {
        expect(await paying.settle(data)).to.deep.equal({ outcome: 'not matched' });
        const [entry] = await engine.transact(({ callbacks }) => callbacks.of(name));
        expect(entry, name).to.deep.include({ paymentId: undefined, payload: data, source: 'SUCCESS_CALLBACK' });
      }
      expect(paying.gateway.asked().times).to.equal(0);
    });

    it('is logged as what it is when there is nothing to log', async () => {
      await paying.settle('');
      await paying.settle(undefined);
      const said = await engine.transact(({ callbacks }) => callbacks.of(''));
      expect(said.map(({ payload, signatureValid }) => [payload, signatureValid])).to.deep.equal([['(empty)', false], ['(no data param)', false]]);
    });

    it('is logged up to 8 KiB, no character split', async () => {
      await paying.settle(`${'x'.repeat(8 * 1024 - 1)}पैसा`);
      await paying.settle('\0'.repeat(10_000));
      const payloads = (await engine.transact(({ callbacks }) => callbacks.of(''))).map(({ payload }) => payload);
      expect(payloads).to.deep.equal(['x'.repeat(8 * 1024 - 1), '\u{FFFD}'.repeat(Math.floor(8 * 1024 / 3))]);
    });
  });

  describe('that comes late', () => {
    const late = () => ({ booking: 'EXPIRED', payment: 'COMPLETE', activities: [['REFUND_DUE', 240_000]], refund: ['LATE_PAYMENT', 240_000], mails: 0 });
    const due = () => ({ outcome: 'refund due', bookingId: booking.id });
    const lapse = () => { paying.clock.set(booking.paymentDeadline); };
    const select = async (...numbers: readonly string[]) => {
      const [passenger, now] = [await aPassengerId(engine), paying.clock()];
      return engine.transact(({ seatLocks }) => seatLocks.select({ tripId, passenger, wanted: numbers.map(seat), expiresAt: minutesAfter(now, 10) }, now));
    };

    it('takes the seats back when all are free, and tells that they are gone', async () => {
      lapse();
      await paying.expire();
      expect(await paying.settle(paying.gateway.pay(payment))).to.deep.equal(paid());
      expect(await traces(engine, booking, payment)).to.deep.include({ booking: 'CONFIRMED', payment: 'COMPLETE', refund: undefined, mails: 1 });
      expect(await notified()).to.deep.equal([seatMessage(tripId, 'AVAILABLE', 'A1', 'A2'), seatMessage(tripId, 'BOOKED', 'A1', 'A2'), confirmed()]);
      paying.clock.advance(1_000);
      expect((await select('A1', 'A2', 'B1')).held).to.deep.equal(['B1']);
    });

    it('takes them back when no sweep has come by yet', async () => {
      const data = paying.gateway.pay(payment);
      lapse();
      expect(await paying.settle(data)).to.deep.equal(paid());
      expect((await traces(engine, booking, payment)).booking).to.equal('CONFIRMED');
    });

    it('expires the booking itself when the sweep missed it', async () => {
      const data = paying.gateway.pay(payment);
      const blind = payingOn({ ...engine, bookingViews: { ...engine.bookingViews, anyOverdue: async () => false } });
      blind.clock.set(booking.paymentDeadline);
      expect(await blind.settle(data)).to.deep.equal(paid());
      expect(await notified()).to.deep.equal([seatMessage(tripId, 'AVAILABLE', 'A1', 'A2'), seatMessage(tripId, 'BOOKED', 'A1', 'A2'), confirmed()]);
    });

    it('is late when the deadline passes, and another passenger takes a seat, while it waits for the booking', async () => {
      const bikram = await aPassengerId(engine);
      const selection = { tripId, passenger: bikram, wanted: [seat('A1')], expiresAt: minutesAfter(booking.paymentDeadline, 10) };
      const slow = payingOn({ ...engine, transact: (work) => engine.transact((stores) => work({ ...stores, bookings: {
        ...stores.bookings,
        lock: async (id) => {
          slow.clock.set(booking.paymentDeadline);
          await stores.seatLocks.select(selection, slow.clock());
          return stores.bookings.lock(id);
        },
      } })) });
      expect(await slow.settle(paying.gateway.pay(payment))).to.deep.equal(due());
    });

    it('owes the money when one seat is held by another passenger by now', async () => {
      lapse();
      await select('A2');
      expect(await paying.settle(paying.gateway.pay(payment))).to.deep.equal(due());
      expect(await traces(engine, booking, payment)).to.deep.include(late());
      expect((await engine.transact(({ refunds }) => refunds.find(payment.id)))?.dueAt).to.equal(daysAfter(paying.clock(), 7));
    });

    it('owes the money when one seat is sold by now; not while that sale is overdue in its turn', async () => {
      lapse();
      await paying.expire();
      const bikram = await aPassengerId(engine);
      await aBooking(engine, { userId: bikram, tripId, seats: [seat('A2')], bookedAt: paying.clock() });
      const second = await paying.engine.transact(async ({ payments }) => {
        const transactionUuid = '7d1c5f9e-5f0e-4a52-9d0a-0e8f3b6f8a11';
        await payments.add({ bookingId: booking.id, transactionUuid, amount: booking.total, createdAt: paying.clock(), nextEnquiryAt: undefined });
        return transactionUuid;
      });
      expect(await paying.settle(paying.gateway.pay(payment))).to.deep.equal(due());
      paying.clock.advance(15);
      expect(await paying.settle(paying.gateway.pay({ transactionUuid: second, amount: booking.total }))).to.deep.equal(paid());
    });

    it('owes the money when the bus has left', async () => {
      const leaving = await aTrip(engine, { departsAt: minutesAfter(booking.bookedAt, 20) });
      const other = await aBooking(engine, { userId: booking.userId, tripId: leaving.id, seats: [seat('A1')] });
      const begun = await paying.checkout(other);
      paying.clock.set(leaving.departsAt);
      expect(await paying.settle(paying.gateway.pay(begun))).to.deep.equal({ outcome: 'refund due', bookingId: other.id });
      expect(await traces(engine, other, begun)).to.deep.include({ booking: 'EXPIRED', payment: 'COMPLETE', refund: ['LATE_PAYMENT', 120_000] });
    });

    it('says so again when it comes again, and owes the money once', async () => {
      lapse();
      await select('A1');
      const data = paying.gateway.pay(payment);
      for (let times = 0; times < 3; times += 1) expect(await paying.settle(data)).to.deep.equal(due());
      expect((await traces(engine, booking, payment)).activities).to.deep.equal([['REFUND_DUE', 240_000]]);
    });

    it('takes places back on a bus without a seat map, while there are any', async () => {
      for (const [others, outcome] of [[2, 'paid'], [3, 'refund due']] as const) {
        const micro = await aTrip(engine, { seats: 5 });
        const booked = await aBooking(engine, { userId: booking.userId, tripId: micro.id, seatsCount: 3 });
        const begun = await paying.checkout(booked);
        paying.clock.set(booked.paymentDeadline);
        await paying.expire();
        await aBooking(engine, { userId: booking.userId, tripId: micro.id, seatsCount: others, bookedAt: paying.clock() });
        expect(await paying.settle(paying.gateway.pay(begun))).to.deep.equal({ outcome, bookingId: booked.id });
        expect(await engine.transact(({ trips }) => trips.takePlaces(micro.id, 1)), 'a place left').to.equal(outcome === 'refund due');
        paying.clock.set(booking.bookedAt);
      }
    });
  });

  describe('for a booking that somebody ended', () => {
    it('owes the money', async () => {
      for (const status of ['CANCELLED', 'REFUNDED'] as const) {
        const ended = await aBooking(engine, { userId: booking.userId, tripId: (await aTrip(engine)).id, seats: [seat('A1')] });
        const begun = await paying.checkout(ended);
        await engine.transact(async ({ bookings, seatLocks }) => {
          for (const move of status === 'CANCELLED' ? (['cancelUnpaid'] as const) : (['confirm', 'refund'] as const)) await bookings.move(ended.id, move);
          await seatLocks.free(ended.id, paying.clock());
        });
        expect(await paying.settle(paying.gateway.pay(begun))).to.deep.equal({ outcome: 'refund due', bookingId: ended.id });
        expect(await traces(engine, ended, begun)).to.deep.include({ booking: status, payment: 'COMPLETE', refund: ['LATE_PAYMENT', 120_000], mails: 0 });
      }
    });
  });

  describe('for a booking that is paid already', () => {
    it('owes the second payment, and is a success', async () => {
      const second = await paying.checkout(booking);
      await paying.settle(paying.gateway.pay(payment));
      const data = paying.gateway.pay(second);
      for (let times = 0; times < 3; times += 1) expect(await paying.settle(data)).to.deep.equal(paid());
      expect(await traces(engine, booking, second)).to.deep.include({
        booking: 'CONFIRMED', payment: 'COMPLETE', refund: ['DUPLICATE_PAYMENT', 240_000],
        activities: [['PAYMENT_COMPLETED', 240_000], ['REFUND_DUE', 240_000]],
      });
      expect((await traces(engine, booking, payment)).refund).to.equal(undefined);
    });

    it('counts also when the trip is under way or over', async () => {
      for (const move of ['checkIn', 'complete'] as const) {
        const second = await paying.checkout(booking);
        await paying.settle(paying.gateway.pay(payment));
        await engine.transact(({ bookings }) => bookings.move(booking.id, move));
        expect(await paying.settle(paying.gateway.pay(second))).to.deep.equal(paid());
        expect((await traces(engine, booking, second)).refund).to.deep.equal(['DUPLICATE_PAYMENT', 240_000]);
        ({ booking } = await aBookedTrip(engine));
        payment = await paying.checkout(booking);
      }
    });
  });

  describe('for a payment that was refunded', () => {
    it('changes nothing, and says so', async () => {
      const data = paying.gateway.pay(payment);
      await paying.settle(data);
      for (const [index, move] of (['refundFully', 'refundPartly'] as const).entries()) {
        if (index === 1) {
          ({ booking } = await aBookedTrip(engine));
          payment = await paying.checkout(booking);
          await paying.settle(paying.gateway.pay(payment));
        }
        await engine.transact(({ payments }) => payments.move(payment.id, move, paying.clock()));
        expect(await paying.settle(paying.gateway.pay(payment))).to.deep.equal({ outcome: 'refunded', bookingId: booking.id });
        expect((await paymentOf(engine, payment.transactionUuid)).status).to.equal(move === 'refundFully' ? 'FULL_REFUND' : 'PARTIAL_REFUND');
      }
    });
  });
});

describe('the failure callback', () => {
  it('cancels what is INITIATED or PENDING, with or without a signature, and names the booking', async () => {
    const paying = payingOn(memoryEngine());
    const { booking } = await aBookedTrip(paying.engine);
    const ways = { INITIATED: [], PENDING: ['tellPending'], AMBIGUOUS: ['doubt'], FAILED: ['tellFailed'], COMPLETE: ['complete'], FULL_REFUND: ['complete', 'refundFully'] } as const;
    for (const [status, moves] of Object.entries(ways)) {
      for (const authentic of [true, false]) {
        const payment = await paying.checkout(booking);
        for (const move of moves) await paying.engine.transact(({ payments }) => payments.move(payment.id, move, paying.clock()));
        expect(await paying.abandon(paying.gateway.callback(payment, { authentic }))).to.equal(booking.id);
        const after = await paymentOf(paying.engine, payment.transactionUuid);
        expect(after.status).to.equal(status === 'INITIATED' || status === 'PENDING' ? 'CANCELED' : status);
        const said = await paying.engine.transact(({ callbacks }) => callbacks.of(payment.transactionUuid));
        expect(said.map(({ source, signatureValid }) => [source, signatureValid])).to.deep.equal([['FAILURE_CALLBACK', authentic]]);
      }
    }
    expect(paying.gateway.asked().times).to.equal(0);
  });

  it('matches nothing when the gateway says nothing, which is what it usually says', async () => {
    const paying = payingOn(memoryEngine());
    for (const data of [undefined, '', 'garbage', '{"transactionUuid":"\\u0000"}']) expect(await paying.abandon(data)).to.equal(undefined);
    const said = await paying.engine.transact(({ callbacks }) => callbacks.of(''));
    expect(said.map(({ payload }) => payload)).to.deep.equal(['(no data param)', '(empty)', 'garbage']);
  });
});
