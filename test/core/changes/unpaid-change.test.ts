import { expect } from 'chai';
import type { Booking } from '../../../core/bookings/booking.ts';
import type { PassengerBooking } from '../../../core/bookings/ports.ts';
import { changePassengers } from '../../../core/changes/change-passengers.ts';
import { paisa } from '../../../core/kernel/money.ts';
import { hoursAfter, minutesAfter } from '../../../core/kernel/time.ts';
import type { Payment } from '../../../core/payments/payment.ts';
import { aBooking } from '../../support/bookings.ts';
import { cancellingOn, statusOf, viewOf } from '../../support/cancelling.ts';
import { type TripForTests, changePlan } from '../../support/catalogue.ts';
import { type Changing, anotherTrip, aPaidBooking, changingOn, payFor, rowsOf } from '../../support/changing.ts';
import { aClerk } from '../../support/counter.ts';
import { disruptingOn } from '../../support/disrupting.ts';
import { type Engine, memoryEngine } from '../../support/engines.ts';
import { earnDue } from '../../support/entries.ts';
import { type Paying, payingOn } from '../../support/paying.ts';
import { anAdmin, anOperator, aPassengerId } from '../../support/people.ts';
import { refundsOn } from '../../support/refunds.ts';
import { codeOf } from '../../support/refusals.ts';
import { aScan, scanningOn } from '../../support/scanning.ts';

describe('a change that leaves something to pay', () => {
  let paying: Paying;
  let engine: Engine;
  let changing: Changing;
  let trip: TripForTests;
  let to: TripForTests;
  let booking: Booking;
  let payment: Payment;
  let owner: Awaited<ReturnType<typeof anOperator>>;
  let made: PassengerBooking;

  beforeEach(async () => {
    paying = payingOn(memoryEngine());
    ({ engine } = paying);
    changing = changingOn(paying);
    owner = await anOperator(engine, { companyName: 'Blue Sky' });
    const { operatorId } = owner;
    ({ trip, booking, payment } = await aPaidBooking(paying, { userId: await aPassengerId(engine), operatorId }));
    to = await anotherTrip(engine, booking, 60_050);
    paying.clock.set(hoursAfter(trip.departsAt, -20));
    made = await changing.change(booking, to, { numbers: ['A1', 'A2'] });
  });

  const statuses = async () => Promise.all([booking, made].map(async (one) => (await viewOf(engine, one)).status));
  const refundsOf = ({ id }: Pick<Booking, 'id'>) =>
    engine.transact(async ({ refunds }) =>
      (await refunds.ofBooking(id)).map(({ reason, amount }) => [reason, amount] as const),
    );
  const goodwill = async () =>
    refundsOn(engine, paying.clock).addGoodwill((await anAdmin(engine)).id, payment.id, {
      amount: paisa(100),
      note: 'No air.',
    });
  const heldBy = async (tripId = to.id) =>
    (await changing.hold({ userId: await aPassengerId(engine) }, tripId, ['A1', 'A2'])).held.length;

  it('an unpaid change to another trip waits for the payment of the difference, and both bookings keep their seats meanwhile', async () => {
    expect(made).to.include({ status: 'PENDING_PAYMENT', total: 120_100, amountDue: 30_100, paymentStatus: null });
    expect(made.paymentDeadline).to.equal(minutesAfter(paying.clock(), 15));
    expect(await statuses()).to.deep.equal(['CONFIRMED', 'PENDING_PAYMENT']);
    expect([await heldBy(), await heldBy(trip.id)]).to.deep.equal([0, 0]);
    expect((await viewOf(engine, booking)).changed.to).to.equal(null);
    expect(await engine.ledgerViews.ofBooking(made.id)).to.deep.equal([]);
  });

  it('an unpaid change to another trip counts as one unpaid booking of the passenger, and the old booking does not count', async () => {
    const limited = changingOn(paying, true);
    for (let count = 1; count < 5; count++) {
      const { id: tripId } = await anotherTrip(engine, booking, 60_000);
      await aBooking(engine, { userId: booking.userId, tripId, bookedAt: paying.clock() });
    }
    const more = await aPaidBooking(paying, { userId: booking.userId, operatorId: owner.operatorId });
    const beyond = async (of: Pick<Booking, 'id' | 'userId'>, fare: number) =>
      limited.change(of, await anotherTrip(engine, booking, fare), { numbers: ['A1', 'A2'] });
    paying.clock.set(made.bookedAt);
    expect(await codeOf(beyond(more.booking, 90_000))).to.equal('TOO_MANY_UNPAID');
    expect(await beyond(more.booking, 1_000)).to.include({ status: 'CONFIRMED' });
  });

  it('a payment completes an unpaid change to another trip at the quoted amounts, even if the fare has changed since', async () => {
    const paid = await paying.checkout(made);
    expect(paid.amount).to.equal(30_100);
    await changePlan(engine, to.id, { fare: paisa(10_000) });
    await paying.handleSuccess(paying.gateway.pay(paid));
    expect(await statuses()).to.deep.equal(['CANCELLED', 'CONFIRMED']);
    expect(await rowsOf(engine, made, 'PAYMENT')).to.deep.equal(['GATEWAY / UNEARNED 30100']);
    expect(await rowsOf(engine, made)).to.deep.equal(['TRANSFER / UNEARNED 90000']);
    expect(await rowsOf(engine, booking)).to.deep.equal([
      'UNEARNED / TRANSFER 90000',
      'UNEARNED / OPERATOR 9000',
      'UNEARNED / COMMISSION 1000',
    ]);
    expect(await viewOf(engine, booking)).to.include({ cancelledBy: 'PASSENGER', cancellationFee: 10_000 });
    expect((await viewOf(engine, made)).paymentStatus).to.equal('COMPLETE');
    expect([await heldBy(), await heldBy(trip.id)]).to.deep.equal([0, 2]);
  });

  it('a change to another trip that is paid later sends one confirmation, and no message about the old booking’s end', async () => {
    const until = hoursAfter(paying.clock(), 1);
    const takeNews = () =>
      engine.transact(async ({ mailQueue, smsQueue }) => {
        const mails = await mailQueue.claim(until, minutesAfter(until, 1), 1_000);
        const texts = await smsQueue.due(until, 1_000);
        for (const text of texts) await smsQueue.take(text, 1, until);
        return [...mails.map(({ mail }) => mail), ...texts.map(({ sms }) => sms)];
      });
    await takeNews();
    await payFor(paying, made);
    const { id: bookingId } = made;
    expect(await takeNews()).to.deep.equal([
      { kind: 'BOOKING_CONFIRMED', bookingId },
      { kind: 'CONFIRMED', bookingId },
    ]);
  });

  it('a booking with several payments is refunded from the newest payment first, and then from older ones', async () => {
    const paid = await payFor(paying, made);
    const office = { role: 'ADMIN', userId: (await anAdmin(engine)).id } as const;
    await cancellingOn(paying).cancelForOffice(office, made);
    const refunds = await engine.transact((stores) => stores.refunds.ofBooking(made.id));
    expect(refunds.map(({ paymentId, amount }) => [paymentId, amount])).to.deep.equal([
      [paid.id, 30_100],
      [payment.id, 90_000],
    ]);
    expect([await statusOf(engine, paid), await statusOf(engine, payment)]).to.deep.equal([
      'FULL_REFUND',
      'PARTIAL_REFUND',
    ]);
    expect(await rowsOf(engine, made, 'CANCELLATION')).to.deep.equal([
      'UNEARNED / REFUND_DUE 30100',
      'UNEARNED / REFUND_DUE 90000',
    ]);
    expect((await engine.ledgerViews.balances()).UNEARNED).to.equal(0);
  });

  it('cancelled seats of a changed booking are refunded from several payments, and each refund names these seats', async () => {
    await payFor(paying, made);
    const office = { role: 'ADMIN', userId: (await anAdmin(engine)).id } as const;
    await cancellingOn(paying).cancelForOffice(office, made, { seats: ['A1'] });
    const [part] = (await viewOf(engine, made)).parts;
    expect(part).to.include({ amount: 60_050, refund: 60_050 });
    expect(part?.moreRefundIds).to.have.length(1);
    expect(await refundsOf(made)).to.deep.equal([
      ['OPERATOR_CANCELLATION', 30_100],
      ['OPERATOR_CANCELLATION', 29_950],
    ]);
  });

  describe('an open change', () => {
    it('a booking with an unpaid change to another trip refuses new names, part cancellations, a second change and goodwill', async () => {
      const patch = changePassengers({ ...engine, clock: paying.clock });
      const { cancel, quote } = cancellingOn(paying);
      const part = { seats: ['A1'] };
      expect(await codeOf(patch(booking.userId, booking.id, []))).to.equal('CHANGE_OPEN');
      expect(await codeOf(cancel(booking, '', part))).to.equal('CHANGE_OPEN');
      expect(await codeOf(quote(booking.userId, booking.id, part))).to.equal('CHANGE_OPEN');
      expect(await codeOf(changing.quote(booking, to))).to.equal('CHANGE_OPEN');
      expect(await codeOf(changing.quote(booking, trip))).to.equal('CHANGE_OPEN');
      expect(await codeOf(goodwill())).to.equal('CHANGE_OPEN');
    });

    it('a goodwill refund is refused for a payment whose money belongs to a booking with an unpaid change to another trip', async () => {
      await payFor(paying, made);
      const dearer = await anotherTrip(engine, booking, 90_000, { departsAt: hoursAfter(to.departsAt, 24) });
      await changing.change(made, dearer, { numbers: ['B1', 'B2'] });
      expect(await codeOf(goodwill())).to.equal('CHANGE_OPEN');
    });

    it('an unpaid change to another trip ends when the new booking is cancelled', async () => {
      await cancellingOn(paying).cancel(made);
      expect(await statuses()).to.deep.equal(['CONFIRMED', 'CANCELLED']);
      expect((await changing.quote(booking, to)).toPay).to.equal(30_100);
    });

    it('an unpaid change to another trip ends in the same transaction when the old booking is cancelled', async () => {
      const paid = await paying.checkout(made);
      await cancellingOn(paying).cancel(booking, '', { seats: ['A1', 'A2'] });
      expect(await statuses()).to.deep.equal(['CANCELLED', 'CANCELLED']);
      expect(await heldBy()).to.equal(2);
      await paying.handleSuccess(paying.gateway.pay(paid));
      expect(await refundsOf(made)).to.deep.equal([['LATE_PAYMENT', 30_100]]);
    });

    it('an unpaid change to another trip ends when the old booking’s trip is cancelled', async () => {
      const { id: userId, operatorId } = owner;
      await disruptingOn(paying).cancelTrip({ userId, operatorId }, trip);
      expect(await statuses()).to.deep.equal(['REFUNDED', 'CANCELLED']);
    });

    it('an unpaid change to another trip ends in the same transaction when a passenger of the old booking boards', async () => {
      await cancellingOn(paying).cancel(made);
      paying.clock.set(hoursAfter(trip.departsAt, -10));
      made = await changing.change(booking, to, { numbers: ['B1', 'B2'] });
      const { userId, operatorId } = await aClerk(engine, owner);
      const answer = await scanningOn(engine, paying.clock).one(
        { operatorId, sender: { userId } },
        aScan(booking, { at: paying.clock() }),
      );
      expect(answer.result).to.equal('BOARDED');
      expect(await statuses()).to.deep.equal(['CHECKED_IN', 'CANCELLED']);
    });

    it('an unpaid change to another trip is ended by a job once the old booking’s bus has left', async () => {
      await changePlan(engine, trip.id, { departedAt: paying.clock() });
      expect(await changing.sweep()).to.equal(1);
      expect(await statuses()).to.deep.equal(['CONFIRMED', 'CANCELLED']);
      expect(await changing.sweep()).to.equal(0);
    });

    it('a payment of a change is refunded in full if the old bus departs while the lock on its booking is awaited', async () => {
      const paid = await paying.checkout(made);
      const slow = payingOn({
        ...engine,
        transact: (work) =>
          engine.transact((stores) => {
            const lock: typeof stores.bookings.lock = (id) => {
              if (id === booking.id) slow.clock.set(trip.departsAt);
              return stores.bookings.lock(id);
            };
            return work({ ...stores, bookings: { ...stores.bookings, lock } });
          }),
      });
      slow.clock.set(paying.clock());
      expect(await slow.handleSuccess(paying.gateway.pay(paid))).to.include({ outcome: 'refund due' });
      expect(await statuses()).to.deep.equal(['CONFIRMED', 'CANCELLED']);
    });

    it('a payment of a change to another trip that arrives after the departure is refunded in full', async () => {
      const paid = await paying.checkout(made);
      await changePlan(engine, trip.id, { departedAt: paying.clock() });
      expect(await paying.handleSuccess(paying.gateway.pay(paid))).to.include({ outcome: 'refund due' });
      expect(await statuses()).to.deep.equal(['CONFIRMED', 'CANCELLED']);
      expect(await refundsOf(made)).to.deep.equal([['LATE_PAYMENT', 30_100]]);
    });
  });

  describe('a change that is not paid in time', () => {
    let paid: Payment;

    beforeEach(async () => {
      paid = await paying.checkout(made);
      paying.clock.advance(16);
      await paying.expire();
    });

    const pay = () => paying.handleSuccess(paying.gateway.pay(paid));

    it('an unpaid change to another trip expires with its new booking, and leaves the old booking unchanged', async () => {
      expect(await statuses()).to.deep.equal(['CONFIRMED', 'EXPIRED']);
      expect((await changing.quote(booking, to)).toPay).to.equal(30_100);
    });

    it('a late payment completes an unpaid change to another trip if nothing else has happened to the old booking meanwhile', async () => {
      expect(await pay()).to.include({ outcome: 'paid' });
      expect(await statuses()).to.deep.equal(['CANCELLED', 'CONFIRMED']);
      expect(await heldBy()).to.equal(0);
    });

    const putOff = () => changePlan(engine, trip.id, { departsAt: hoursAfter(trip.departsAt, 10) });

    for (const [what, happens] of [
      ['the old booking was cancelled', () => cancellingOn(paying).cancel(booking)],
      ['some of its seats were cancelled', () => cancellingOn(paying).cancel(booking, '', { seats: ['A1'] })],
      ['goodwill was given', () => goodwill()],
      ['the old bus has left', () => changePlan(engine, trip.id, { departedAt: paying.clock() })],
      [
        'the old booking was earned sooner than planned and its trip put off afterwards',
        async () => {
          const earlier = hoursAfter(trip.departsAt, -5);
          await changePlan(engine, trip.id, { departsAt: earlier });
          await engine.transact(({ bookings }) =>
            bookings.follow({ ...trip, stops: [], departsAt: earlier }, paying.clock()),
          );
          paying.clock.set(earlier);
          expect(await earnDue(engine, paying.clock)).to.equal(1);
          await putOff();
        },
      ],
      [
        'the old bus should have left when its trip was put off',
        async () => {
          await putOff();
          paying.clock.set(trip.departsAt);
        },
      ],
      ['the new seats are taken', () => heldBy()],
      ['another change is open', () => changing.change(booking, to, { numbers: ['B1', 'B2'] })],
      [
        'the booking was changed otherwise',
        async () => payFor(paying, await changing.change(booking, to, { numbers: ['B1', 'B2'] })),
      ],
      ['a passenger has boarded', () => engine.transact(({ bookings }) => bookings.move(booking.id, 'checkIn'))],
    ] as const)
      it(`a late payment of an unpaid change to another trip is refunded in full if meanwhile ${what}`, async () => {
        await happens();
        const before = (await viewOf(engine, booking)).status;
        expect(await pay()).to.include({ outcome: 'refund due' });
        expect(await refundsOf(made)).to.deep.equal([['LATE_PAYMENT', 30_100]]);
        expect(await statuses()).to.deep.equal([before, 'EXPIRED']);
      });
  });

  it('a second payment of a changed booking is refunded as a duplicate', async () => {
    const [one, other] = [await paying.checkout(made), await paying.checkout(made)];
    await paying.handleSuccess(paying.gateway.pay(one));
    expect(await paying.handleSuccess(paying.gateway.pay(other))).to.include({ outcome: 'paid' });
    expect(await refundsOf(made)).to.deep.equal([['DUPLICATE_PAYMENT', 30_100]]);
  });

  it('a booking and the booking that replaced it share one account for refunds, which can be named on either', async () => {
    await payFor(paying, made);
    await cancellingOn(paying).cancelForOffice({ role: 'ADMIN', userId: (await anAdmin(engine)).id }, made);
    const account = { kind: 'ESEWA', holder: 'Asha', number: '9812345678', bank: null } as const;
    await engine.transact(({ refunds }) => refunds.nameAccount(booking.id, account, 'PASSENGER', paying.clock()));
    const refunds = await engine.transact((stores) => stores.refunds.ofBooking(made.id));
    expect(refunds.map((refund) => refund.account?.number)).to.deep.equal(['9812345678', '9812345678']);
    expect(await engine.transact((stores) => stores.refunds.accountOf(made.id))).to.include({ version: 1 });
  });

  it('the internal payment that credits an old booking’s money to the new booking is never checked at a gateway or refunded', async () => {
    await payFor(paying, made);
    const credit = (await engine.transact(({ payments }) => payments.ofBooking(made.id))).find(
      ({ gateway }) => gateway === 'CREDIT',
    );
    const admin = (await anAdmin(engine)).id;
    expect(await codeOf(paying.enquire(admin, credit!.id))).to.equal('NOT_AT_GATEWAY');
    const gift = { amount: paisa(1), note: 'No air.' };
    expect(await codeOf(refundsOn(engine, paying.clock).addGoodwill(admin, credit!.id, gift))).to.equal(
      'REFUND_EXCEEDS',
    );
  });
});
