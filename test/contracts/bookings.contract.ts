import { expect } from 'chai';
import { MOVES } from '../../core/bookings/booking.ts';
import type { Booking, BookingMove, BookingStatus } from '../../core/bookings/booking.ts';
import type { BookingRepo, NewBooking } from '../../core/bookings/ports.ts';
import type { BookingId, TripId, UserId } from '../../core/kernel/ids.ts';
import { basisPoints, paisa } from '../../core/kernel/money.ts';
import { hoursAfter, minutesAfter } from '../../core/kernel/time.ts';
import type { Instant } from '../../core/kernel/time.ts';
import { aBooking } from '../support/bookings.ts';
import { aTrip, seat } from '../support/catalogue.ts';
import { START } from '../support/clock.ts';
import { onEveryEngine } from '../support/engines.ts';
import { aPassengerId } from '../support/people.ts';

const NOBODY = 2_000_000_000;
const before = (at: Instant): Instant => (at - 1) as Instant;

onEveryEngine('bookings', (engine) => {
  let tripId: TripId;
  let userId: UserId;

  beforeEach(async () => {
    tripId = (await aTrip(engine(), { seats: ['A1', 'A2', 'B1', 'B2'] })).id;
    userId = await aPassengerId(engine());
  });

  const on = <Result>(work: (bookings: BookingRepo) => Promise<Result>): Promise<Result> => engine().transact(({ bookings }) => work(bookings));
  const made = (traits: Partial<NewBooking> & { readonly status?: BookingStatus } = {}): Promise<Booking> => aBooking(engine(), { userId, tripId, ...traits });

  it('come back as they were added, waiting for their payment', async () => {
    const booking: NewBooking = {
      code: 'BT261120000001', userId, tripId, seatsCount: 3, total: paisa(9_007_199_254_740), commissionRate: basisPoints(1_250),
      commission: paisa(1_001), operatorEarning: paisa(9_007_199_253_739), paymentDeadline: minutesAfter(START, 15), bookedAt: START,
    };
    const id = (await on((bookings) => bookings.add(booking)))!;
    const expected = { ...booking, id, status: 'PENDING_PAYMENT' };
    expect(await on((bookings) => bookings.find(id))).to.deep.equal(expected);
    expect(await on((bookings) => bookings.findOwned(id, userId))).to.deep.equal(expected);
    expect(await on((bookings) => bookings.lock(id))).to.deep.equal(expected);
    expect(await on((bookings) => bookings.lockOwned(id, userId))).to.deep.equal(expected);
  });

  it('have a code of their own; whoever comes second is told, and may go on', async () => {
    const { id: taken, status, ...booking } = await made();
    const [again, other] = await on(async (bookings) => [await bookings.add(booking), await bookings.add({ ...booking, code: 'BT261120999999' })]);
    expect(again).to.equal(undefined);
    expect(other).to.be.a('number').and.not.equal(taken);
  });

  it('are not found when there is none, nor by anybody but their owner', async () => {
    const { id } = await made();
    const other = await aPassengerId(engine());
    const nobodys = NOBODY as BookingId;
    expect(await on(async (bookings) => [
      await bookings.find(nobodys), await bookings.findOwned(nobodys, userId), await bookings.lock(nobodys), await bookings.lockOwned(nobodys, userId),
      await bookings.findOwned(id, other), await bookings.lockOwned(id, other),
    ])).to.deep.equal([undefined, undefined, undefined, undefined, undefined, undefined]);
  });

  it('move from each state exactly as the table allows', async () => {
    const states: readonly BookingStatus[] = ['PENDING_PAYMENT', 'CONFIRMED', 'CHECKED_IN', 'COMPLETED', 'CANCELLED', 'REFUNDED', 'EXPIRED'];
    for (const status of states) {
      for (const move of Object.keys(MOVES) as BookingMove[]) {
        const { id } = await made({ status });
        const { from, to } = MOVES[move];
        const allowed = (from as readonly BookingStatus[]).includes(status);
        const [was, became] = await on(async (bookings) => [await bookings.move(id, move), (await bookings.find(id))?.status]);
        expect([status, move, was, became]).to.deep.equal([status, move, allowed, allowed ? to : status]);
      }
    }
  });

  it('move once, and alone', async () => {
    const [one, other] = [await made(), await made()];
    const moved = await Promise.all([1, 2, 3].map(() => on((bookings) => bookings.move(one.id, 'confirm'))));
    expect(moved.filter(Boolean)).to.have.length(1);
    expect((await on((bookings) => bookings.find(other.id)))?.status).to.equal('PENDING_PAYMENT');
  });

  it('keep why, when and at what cost they were cancelled', async () => {
    const { id } = await made({ status: 'CONFIRMED' });
    const cancellation = { reason: 'Plans changed', by: 'PASSENGER', at: minutesAfter(START, 3), fee: paisa(12_050) } as const;
    await on((bookings) => bookings.move(id, 'refund', cancellation));
    await on((bookings) => bookings.move(id, 'refund', { ...cancellation, reason: 'again' }));
    expect(await engine().bookingViews.find(id, userId)).to.include({
      status: 'REFUNDED', cancelReason: 'Plans changed', cancelledBy: 'PASSENGER', cancelledAt: minutesAfter(START, 3), cancellationFee: 12_050,
    });
  });

  it('are overdue from the deadline on while they wait for their payment, the oldest first', async () => {
    const late = await made({ paymentDeadline: minutesAfter(START, 3) });
    const later = await made({ paymentDeadline: minutesAfter(START, 2) });
    const latest = await made({ paymentDeadline: minutesAfter(START, 1) });
    await made({ paymentDeadline: START, status: 'CONFIRMED' });
    const overdue = (now: Instant, limit = 10) => on(async (bookings) => (await bookings.overdue(now, limit)).map(({ id }) => id));
    const any = (now: Instant) => engine().bookingViews.anyOverdue(now);

    expect([await overdue(before(minutesAfter(START, 1))), await any(before(minutesAfter(START, 1)))]).to.deep.equal([[], false]);
    expect([await overdue(minutesAfter(START, 1)), await any(minutesAfter(START, 1))]).to.deep.equal([[latest.id], true]);
    expect(await overdue(minutesAfter(START, 3))).to.deep.equal([latest.id, later.id, late.id]);
    expect(await overdue(minutesAfter(START, 3), 2)).to.deep.equal([latest.id, later.id]);
    expect(await on((bookings) => bookings.overdue(minutesAfter(START, 1), 1))).to.deep.equal([latest]);
  });

  it('have arrived from the arrival on, once paid', async () => {
    const earlier = await aTrip(engine(), { departsAt: hoursAfter(START, 1), arrivesAt: hoursAfter(START, 2) });
    const [confirmed, checkedIn] = [await made({ tripId: earlier.id, status: 'CONFIRMED' }), await made({ tripId: earlier.id, status: 'CHECKED_IN' })];
    for (const status of ['PENDING_PAYMENT', 'COMPLETED', 'CANCELLED', 'REFUNDED', 'EXPIRED'] as const) await made({ tripId: earlier.id, status });
    await made({ status: 'CONFIRMED' });
    const arrived = (now: Instant, limit = 10) => on((bookings) => bookings.arrived(now, limit));
    expect(await arrived(before(earlier.arrivesAt))).to.deep.equal([]);
    expect(await arrived(earlier.arrivesAt)).to.have.members([confirmed.id, checkedIn.id]);
    expect(await arrived(earlier.arrivesAt, 1)).to.have.length(1);
  });

  describe('as their passenger sees them', () => {
    it('show trip, seats and passengers', async () => {
      const trip = await aTrip(engine(), { from: 'Kathmandu', to: 'Janakpur', seats: ['A2', 'A10', 'A1'], bus: { name: 'Night Queen', registrationNo: 'BA 9 CHA 77', type: 'SOFA' } });
      const booking = await aBooking(engine(), { userId, tripId: trip.id, seatsCount: 3 });
      await engine().transact(async ({ seatLocks }) => {
        const wanted = ['A2', 'A10', 'A1'].map(seat);
        await seatLocks.select({ tripId: trip.id, passenger: userId, wanted, expiresAt: minutesAfter(START, 1) }, START);
        await seatLocks.sell({
          tripId: trip.id, passenger: userId, booking: booking.id, paymentDeadline: booking.paymentDeadline,
          seats: [
            { seat: seat('A2'), name: 'आशा "A" O\'Neil', age: 0, gender: 'F', boardingPoint: 'Kalanki', droppingPoint: 'Zero Mile' },
            { seat: seat('A10'), name: '', age: null, gender: null, boardingPoint: '', droppingPoint: '' },
            { seat: seat('A1'), name: 'Bikram', age: 150, gender: 'M', boardingPoint: '', droppingPoint: '' },
          ],
        }, START);
      });
      const { operatorId, ...journey } = (await engine().bookingViews.find(booking.id, userId))!.trip;
      expect(operatorId).to.be.a('number');
      expect(journey).to.deep.equal({
        sourceCity: 'Kathmandu', destinationCity: 'Janakpur', departsAt: trip.departsAt, arrivesAt: trip.arrivesAt,
        busName: 'Night Queen', registrationNo: 'BA 9 CHA 77', busType: 'SOFA', companyName: 'Blue Sky Travels',
      });
      expect(await engine().bookingViews.find(booking.id, userId)).to.deep.include({
        ...booking, paymentStatus: null, cancelReason: null, cancelledBy: null, cancelledAt: null, cancellationFee: null, rating: null,
        seats: [
          { seat: 'A1', name: 'Bikram', age: 150, gender: 'M', boardingPoint: '', droppingPoint: '' },
          { seat: 'A10', name: '', age: null, gender: null, boardingPoint: '', droppingPoint: '' },
          { seat: 'A2', name: 'आशा "A" O\'Neil', age: 0, gender: 'F', boardingPoint: 'Kalanki', droppingPoint: 'Zero Mile' },
        ],
      });
    });

    it('keep their seats in sight when they are over', async () => {
      const { id } = await aBooking(engine(), { userId, tripId, seats: [seat('A1')], status: 'EXPIRED' });
      expect((await engine().bookingViews.find(id, userId))?.seats.map((taken) => taken.seat)).to.deep.equal(['A1']);
    });

    it('show the newest payment’s state', async () => {
      const [booking, other] = [await made(), await made()];
      await engine().transact(async ({ payments }) => {
        const payment = { bookingId: booking.id, amount: booking.total, nextEnquiryAt: undefined };
        const first = await payments.add({ ...payment, transactionUuid: 'one', createdAt: START });
        await payments.move(first, 'abandon', START);
        await payments.add({ ...payment, transactionUuid: 'two', createdAt: minutesAfter(START, 1) });
        const others = await payments.add({ ...payment, bookingId: other.id, transactionUuid: 'three', createdAt: minutesAfter(START, 2) });
        await payments.move(others, 'abandon', START);
      });
      expect((await engine().bookingViews.find(booking.id, userId))?.paymentStatus).to.equal('INITIATED');
    });

    it('are listed newest first, equal moments by key, the owner’s alone, so many at most', async () => {
      const [first, second, third] = [await made(), await made({ bookedAt: minutesAfter(START, 5) }), await made()];
      await made({ userId: await aPassengerId(engine()), bookedAt: minutesAfter(START, 9) });
      const list = async (limit: number) => (await engine().bookingViews.list(userId, limit)).map(({ id }) => id);
      expect(await list(10)).to.deep.equal([second.id, third.id, first.id]);
      expect(await list(2)).to.deep.equal([second.id, third.id]);
    });

    it('are seen by nobody else', async () => {
      const { id } = await made();
      expect(await engine().bookingViews.find(id, await aPassengerId(engine()))).to.equal(undefined);
      expect(await engine().bookingViews.find(NOBODY as BookingId, userId)).to.equal(undefined);
    });
  });
});

onEveryEngine('the activity log', (engine) => {
  it('keeps what was done to a booking, oldest first', async () => {
    const [userId, tripId] = [await aPassengerId(engine()), (await aTrip(engine())).id];
    const [booking, other] = [await aBooking(engine(), { userId, tripId }), await aBooking(engine(), { userId, tripId })];
    const created = { type: 'BOOKING_CREATED', userId, actorRole: 'PASSENGER', bookingId: booking.id, description: 'Booked A1.', amount: paisa(120_000) } as const;
    const rated = { type: 'RATING_SUBMITTED', userId, actorRole: 'PASSENGER', bookingId: booking.id, description: '5 stars' } as const;
    await engine().transact(async ({ activities }) => {
      await activities.add(created, START);
      await activities.add({ ...rated, bookingId: other.id }, START);
      await activities.add(rated, minutesAfter(START, 1));
    });
    expect(await engine().transact(({ activities }) => activities.of(booking.id)))
      .to.deep.equal([{ ...created, at: START }, { ...rated, at: minutesAfter(START, 1) }]);
  });
});
