import { expect } from 'chai';
import { type Booking, type BookingMove, type BookingStatus, MOVES } from '../../../core/bookings/booking.ts';
import type { BookingRepo, NewBooking } from '../../../core/bookings/ports.ts';
import type { BookingId, OperatorId, TripId, UserId } from '../../../core/kernel/ids.ts';
import { basisPoints, paisa } from '../../../core/kernel/money.ts';
import { type Instant, hoursAfter, minutesAfter } from '../../../core/kernel/time.ts';
import { aBooking } from '../../support/bookings.ts';
import { aTrip } from '../../support/catalogue.ts';
import { START } from '../../support/clock.ts';
import { onEveryEngine } from '../../support/engines.ts';
import { aPassengerId } from '../../support/people.ts';

const NOBODY = 2_000_000_000;
const before = (at: Instant): Instant => (at - 1) as Instant;

onEveryEngine('bookings', (engine) => {
  let tripId: TripId;
  let operatorId: OperatorId;
  let userId: UserId;

  beforeEach(async () => {
    tripId = (await aTrip(engine(), { seats: ['A1', 'A2', 'B1', 'B2'] })).id;
    operatorId = (await engine().transact(({ trips }) => trips.find(tripId)))!.bus.operatorId;
    userId = await aPassengerId(engine());
  });

  const on = <Result>(work: (bookings: BookingRepo) => Promise<Result>): Promise<Result> =>
    engine().transact(({ bookings }) => work(bookings));
  const made = (traits: Partial<NewBooking> & { readonly status?: BookingStatus } = {}): Promise<Booking> =>
    aBooking(engine(), { userId, tripId, ...traits });

  it('a new booking is stored with all its data, as PENDING_PAYMENT', async () => {
    const booking: NewBooking = {
      code: 'BT261120000001',
      userId,
      tripId,
      operatorId,
      section: { from: 0, to: 1 },
      channel: 'ONLINE',
      contact: null,
      language: 'ne',
      seatsCount: 3,
      total: paisa(9_007_199_254_740),
      commissionRate: basisPoints(1_250),
      commission: paisa(1_001),
      operatorEarning: paisa(9_007_199_253_739),
      cancellationTiers: [{ hours: 1.5, fee: basisPoints(1_050) }],
      changeTiers: [{ hours: 2.5, fee: basisPoints(550) }],
      leastFee: basisPoints(2_500),
      amountDue: paisa(9_001),
      paymentDeadline: minutesAfter(START, 15),
      bookedAt: START,
    };
    const id = (await on((bookings) => bookings.add(booking, [])))!;
    const trip = (await engine().transact(({ trips }) => trips.find(tripId)))!;
    const bookedFor = { departsAt: trip.departsAt, busType: trip.bus.type };
    const expected = {
      ...booking,
      id,
      status: 'PENDING_PAYMENT',
      bookedFor,
      sectionTimes: null,
      earnedAt: null,
      parts: [],
      changedFrom: null,
      agent: null,
    };
    expect(await on((bookings) => bookings.find(id))).to.deep.equal(expected);
    expect(await on((bookings) => bookings.findOwned(id, userId))).to.deep.equal(expected);
    expect(await on((bookings) => bookings.lock(id))).to.deep.equal(expected);
    expect(await on((bookings) => bookings.lockOwned(id, userId))).to.deep.equal(expected);
  });

  it('locking a trip’s active bookings locks all of them, ordered by payment deadline, and no ended ones', async () => {
    const later = await made({ paymentDeadline: minutesAfter(START, 20) });
    const ended: readonly BookingStatus[] = ['CANCELLED', 'REFUNDED', 'EXPIRED'];
    for (const status of ended) await made({ status });
    const sooner = await made({ status: 'CHECKED_IN', paymentDeadline: minutesAfter(START, 10) });
    const same = await made({ status: 'COMPLETED', paymentDeadline: minutesAfter(START, 10) });
    const other = await aTrip(engine());
    await made({ tripId: other.id, status: 'CONFIRMED' });
    const found = await on((bookings) => bookings.lockActive(tripId));
    expect(found.map(({ id }) => id)).to.deep.equal([sooner.id, same.id, later.id]);
    expect(found[2]).to.deep.equal(later);
    expect(await on((bookings) => bookings.countActive(tripId))).to.equal(3);
    expect(await on((bookings) => bookings.countActive(other.id))).to.equal(1);
  });

  it('a booking sold at a counter is stored with the buyer’s contact', async () => {
    for (const email of ['asha@example.com', null]) {
      const contact = { name: 'Asha Gurung', phone: '+977 1-4412345', email };
      const { id } = await made({ channel: 'COUNTER', contact });
      expect(await on((bookings) => bookings.lock(id))).to.deep.include({ userId, channel: 'COUNTER', contact });
      expect(await on((bookings) => bookings.findOwned(id, userId)), 'of the seller').to.equal(undefined);
      expect(await on((bookings) => bookings.lockOwned(id, userId)), 'of the seller').to.equal(undefined);
    }
  });

  it('a booking with a code that another booking has is refused, and the transaction can continue', async () => {
    const { id: taken, status, ...booking } = await made();
    const [again, other] = await on(async (bookings) => [
      await bookings.add(booking, []),
      await bookings.add({ ...booking, code: 'BT261120999999' }, []),
    ]);
    expect(again).to.equal(undefined);
    expect(other).to.be.a('number').and.not.equal(taken);
  });

  it('a booking is not found by an unknown id, nor for a user who does not own it', async () => {
    const { id } = await made();
    const other = await aPassengerId(engine());
    const nobodys = NOBODY as BookingId;
    expect(
      await on(async (bookings) => [
        await bookings.find(nobodys),
        await bookings.findOwned(nobodys, userId),
        await bookings.lock(nobodys),
        await bookings.lockOwned(nobodys, userId),
        await bookings.findOwned(id, other),
        await bookings.lockOwned(id, other),
      ]),
    ).to.deep.equal([undefined, undefined, undefined, undefined, undefined, undefined]);
  });

  it('a booking’s status accepts only the changes that the table of allowed changes lists', async () => {
    const states: readonly BookingStatus[] = [
      'PENDING_PAYMENT',
      'CONFIRMED',
      'CHECKED_IN',
      'COMPLETED',
      'CANCELLED',
      'REFUNDED',
      'EXPIRED',
    ];
    for (const status of states) {
      for (const move of Object.keys(MOVES) as BookingMove[]) {
        const { id } = await made({ status });
        const { from, to } = MOVES[move];
        const allowed = (from as readonly BookingStatus[]).includes(status);
        const [was, became] = await on(async (bookings) => [
          await bookings.move(id, move),
          (await bookings.find(id))?.status,
        ]);
        expect([status, move, was, became]).to.deep.equal([status, move, allowed, allowed ? to : status]);
      }
    }
  });

  it('a change of a booking’s status takes effect only once, and changes no other booking', async () => {
    const [one, other] = [await made(), await made()];
    const moved = await Promise.all([1, 2, 3].map(() => on((bookings) => bookings.move(one.id, 'confirm'))));
    expect(moved.filter(Boolean)).to.have.length(1);
    expect((await on((bookings) => bookings.find(other.id)))?.status).to.equal('PENDING_PAYMENT');
  });

  it('a cancelled booking stores why, when and at what fee it was cancelled', async () => {
    const { id } = await made({ status: 'CONFIRMED' });
    const cancellation = {
      reason: 'Plans changed',
      by: 'PASSENGER',
      at: minutesAfter(START, 3),
      fee: paisa(12_050),
    } as const;
    await on((bookings) => bookings.move(id, 'refund', cancellation));
    await on((bookings) => bookings.move(id, 'refund', { ...cancellation, reason: 'again' }));
    expect(await engine().bookingViews.find(id, userId)).to.include({
      status: 'REFUNDED',
      cancelReason: 'Plans changed',
      cancelledBy: 'PASSENGER',
      cancelledAt: minutesAfter(START, 3),
      cancellationFee: 12_050,
    });
  });

  it('unpaid bookings are overdue from their payment deadline on, and are listed oldest deadline first', async () => {
    const late = await made({ paymentDeadline: minutesAfter(START, 3) });
    const later = await made({ paymentDeadline: minutesAfter(START, 2) });
    const latest = await made({ paymentDeadline: minutesAfter(START, 1) });
    await made({ paymentDeadline: START, status: 'CONFIRMED' });
    const overdue = (now: Instant, limit = 10) =>
      on(async (bookings) => (await bookings.overdue(now, limit)).map(({ id }) => id));
    const any = (now: Instant) => engine().bookingViews.anyOverdue(now);

    expect([await overdue(before(minutesAfter(START, 1))), await any(before(minutesAfter(START, 1)))]).to.deep.equal([
      [],
      false,
    ]);
    expect([await overdue(minutesAfter(START, 1)), await any(minutesAfter(START, 1))]).to.deep.equal([
      [latest.id],
      true,
    ]);
    expect(await overdue(minutesAfter(START, 3))).to.deep.equal([latest.id, later.id, late.id]);
    expect(await overdue(minutesAfter(START, 3), 2)).to.deep.equal([latest.id, later.id]);
    expect(await on((bookings) => bookings.overdue(minutesAfter(START, 1), 1))).to.deep.equal([latest]);
  });

  it('overdue bookings can be listed for one trip, the oldest payment deadline first', async () => {
    const elsewhere = (await aTrip(engine(), { seats: 5 })).id;
    const [late, latest] = [
      await made({ paymentDeadline: minutesAfter(START, 2) }),
      await made({ paymentDeadline: minutesAfter(START, 1) }),
    ];
    const other = await made({ tripId: elsewhere, paymentDeadline: START });
    await made({ paymentDeadline: START, status: 'EXPIRED' });
    const overdueOn = (trip: TripId, now: Instant, limit = 10) =>
      on(async (bookings) => (await bookings.overdueOn(trip, now, limit)).map(({ id }) => id));
    expect(await overdueOn(tripId, before(minutesAfter(START, 1)))).to.deep.equal([]);
    expect(await overdueOn(tripId, minutesAfter(START, 2))).to.deep.equal([latest.id, late.id]);
    expect(await overdueOn(tripId, minutesAfter(START, 2), 1)).to.deep.equal([latest.id]);
    expect(await overdueOn(elsewhere, START)).to.deep.equal([other.id]);
    expect(await on((bookings) => bookings.overdueOn(tripId, minutesAfter(START, 1), 1))).to.deep.equal([latest]);
  });

  it('a paid booking is listed as arrived from the arrival time of its trip on', async () => {
    const earlier = await aTrip(engine(), { departsAt: hoursAfter(START, 1), arrivesAt: hoursAfter(START, 2) });
    const [confirmed, checkedIn] = [
      await made({ tripId: earlier.id, status: 'CONFIRMED' }),
      await made({ tripId: earlier.id, status: 'CHECKED_IN' }),
    ];
    for (const status of ['PENDING_PAYMENT', 'COMPLETED', 'CANCELLED', 'REFUNDED', 'EXPIRED'] as const)
      await made({ tripId: earlier.id, status });
    await made({ status: 'CONFIRMED' });
    const arrived = (now: Instant, limit = 10) => on((bookings) => bookings.arrived(now, limit));
    expect(await arrived(before(earlier.arrivesAt))).to.deep.equal([]);
    expect(await arrived(earlier.arrivesAt)).to.have.members([confirmed.id, checkedIn.id]);
    expect(await arrived(earlier.arrivesAt, 1)).to.have.length(1);
  });

  it('a paid booking of a retimed trip is listed as arrived from the trip’s new arrival time on', async () => {
    const trip = { key: 'moved', departsAt: hoursAfter(START, 1), arrivesAt: hoursAfter(START, 5) };
    const { id, busId } = await aTrip(engine(), trip);
    const paid = await made({ tripId: id, status: 'CONFIRMED' });
    const waiting = await made({ tripId: id });
    const arrived = (now: Instant) => on((bookings) => bookings.arrived(now, 10));
    await aTrip(engine(), { ...trip, busId, arrivesAt: hoursAfter(START, 3) });
    await on((bookings) => bookings.move(waiting.id, 'confirm'));
    expect(await arrived(before(hoursAfter(START, 3)))).to.deep.equal([]);
    expect(await arrived(hoursAfter(START, 3))).to.have.members([paid.id, waiting.id]);
    await aTrip(engine(), { ...trip, busId, arrivesAt: hoursAfter(START, 9) });
    expect(await arrived(hoursAfter(START, 8))).to.deep.equal([]);
    expect(await arrived(hoursAfter(START, 9))).to.have.members([paid.id, waiting.id]);
  });

  it('a paid booking made before an hour is to be reminded of a journey within a day, until it is marked', async () => {
    const { id: tripId, departsAt } = await aTrip(engine(), { departsAt: hoursAfter(START, 30) });
    const [paid, other] = [await made({ tripId, status: 'CONFIRMED' }), await made({ tripId, status: 'CONFIRMED' })];
    for (const status of ['PENDING_PAYMENT', 'CHECKED_IN', 'CANCELLED', 'REFUNDED'] as const)
      await made({ tripId, status });
    await made({ tripId, status: 'CONFIRMED', bookedAt: hoursAfter(START, 8) });
    await made({ status: 'CONFIRMED' });
    const leaving = { start: departsAt, end: hoursAfter(departsAt, 1) };
    const due = (span = leaving, limit = 10) => on((bookings) => bookings.toRemind(span, hoursAfter(START, 8), limit));
    expect(await due()).to.have.members([paid.id, other.id]);
    expect(await due(leaving, 1)).to.have.length(1);
    expect(await due({ start: hoursAfter(START, 20), end: departsAt })).to.deep.equal([]);
    await on((bookings) => bookings.markReminded([paid.id], START));
    expect(await due()).to.deep.equal([other.id]);
  });
});
