import { expect } from 'chai';
import type { Booking } from '../../../core/bookings/booking.ts';
import type { BookingId, TripId, UserId } from '../../../core/kernel/ids.ts';
import { paisa } from '../../../core/kernel/money.ts';
import { type Instant, minutesAfter } from '../../../core/kernel/time.ts';
import type { SeatPassenger } from '../../../core/seats/sold-passenger.ts';
import { aBooking, ownBookings, sellHeld, sitting } from '../../support/bookings.ts';
import { aTrip, changePlan, seat } from '../../support/catalogue.ts';
import { START } from '../../support/clock.ts';
import { onEveryEngine } from '../../support/engines.ts';
import { aPassengerId } from '../../support/people.ts';
import { aPaidBooking, aRefund } from '../../support/refunds.ts';

const NOBODY = 2_000_000_000;

onEveryEngine('booking views', (engine) => {
  let tripId: TripId;
  let userId: UserId;

  beforeEach(async () => {
    tripId = (await aTrip(engine(), { seats: ['A1', 'A2', 'B1', 'B2'] })).id;
    userId = await aPassengerId(engine());
  });

  const made = (traits: Partial<Parameters<typeof aBooking>[1]> = {}): Promise<Booking> =>
    aBooking(engine(), { userId, tripId, ...traits });

  describe('a passenger’s booking view', () => {
    it('a passenger’s booking view shows trip, seats and passengers', async () => {
      const trip = await aTrip(engine(), {
        from: 'Kathmandu',
        to: 'Janakpur',
        seats: ['A2', 'A10', 'A1'],
        bus: { name: 'Night Queen', registrationNo: 'BA 9 CHA 77', type: 'SOFA' },
      });
      const booking = await aBooking(engine(), { userId, tripId: trip.id, seatsCount: 3 });
      await engine().transact(async ({ seatLocks }) => {
        const wanted = ['A2', 'A10', 'A1'].map(seat);
        await seatLocks.hold({ tripId: trip.id, passenger: userId, wanted, expiresAt: minutesAfter(START, 1) }, START);
        await sellHeld(
          seatLocks,
          {
            tripId: trip.id,
            passenger: userId,
            booking: booking.id,
            paymentDeadline: booking.paymentDeadline,
            seats: [
              {
                seat: seat('A2'),
                name: 'आशा "A" O\'Neil',
                age: 0,
                gender: 'F',
                boardingPoint: 'Kalanki',
                droppingPoint: 'Zero Mile',
              },
              { seat: seat('A10'), name: '', age: null, gender: null, boardingPoint: '', droppingPoint: '' },
              { seat: seat('A1'), name: 'Bikram', age: 150, gender: 'M', boardingPoint: '', droppingPoint: '' },
            ],
          },
          START,
        );
      });
      const { operatorId, ...journey } = (await engine().bookingViews.find(booking.id, userId))!.trip;
      expect(operatorId).to.be.a('number');
      expect(journey).to.deep.equal({
        status: 'ACTIVE',
        sourceCity: 'Kathmandu',
        destinationCity: 'Janakpur',
        departsAt: trip.departsAt,
        arrivesAt: trip.arrivesAt,
        whole: { departsAt: trip.departsAt, arrivesAt: trip.arrivesAt },
        departedAt: null,
        busName: 'Night Queen',
        registrationNo: 'BA 9 CHA 77',
        busType: 'SOFA',
        companyName: 'Blue Sky Travels',
        companyPhone: null,
      });
      expect(await engine().bookingViews.find(booking.id, userId)).to.deep.include({
        ...booking,
        paymentStatus: null,
        cancelReason: null,
        cancelledBy: null,
        cancelledAt: null,
        cancellationFee: null,
        refunds: [],
        rating: null,
        seats: [
          { seat: 'A1', name: 'Bikram', age: 150, gender: 'M', boardingPoint: '', droppingPoint: '' },
          { seat: 'A10', name: '', age: null, gender: null, boardingPoint: '', droppingPoint: '' },
          {
            seat: 'A2',
            name: 'आशा "A" O\'Neil',
            age: 0,
            gender: 'F',
            boardingPoint: 'Kalanki',
            droppingPoint: 'Zero Mile',
          },
        ],
      });
    });

    it('a passenger’s booking view says where and when the passenger in the first seat gets on and off', async () => {
      await changePlan(engine(), tripId, {
        boardingPoints: [{ name: 'Kalanki', minutes: 25 }],
        droppingPoints: [{ name: 'Damauli', minutes: 300 }],
      });
      const placesOf = async (passenger: SeatPassenger) => {
        const { id } = await made({ seats: [passenger.seat], passengers: [passenger] });
        const { gettingOn, gettingOff } = (await engine().bookingViews.find(id, userId))!;
        return { gettingOn, gettingOff };
      };
      const { departsAt, arrivesAt } = (await engine().transact(({ plannedTrips }) => plannedTrips.find(tripId)))!;
      // The trip does not have the dropping point, so its time is unknown.
      const chosen = sitting(seat('A1'), { boardingPoint: 'Kalanki', droppingPoint: 'Zero Mile' });
      expect(await placesOf(chosen)).to.deep.equal({
        gettingOn: { name: 'Kalanki', at: minutesAfter(departsAt, 25), place: null },
        gettingOff: { name: 'Zero Mile', at: null },
      });
      expect(await placesOf(sitting(seat('B1')))).to.deep.equal({
        gettingOn: { name: 'Kathmandu', at: departsAt, place: null },
        gettingOff: { name: 'Pokhara', at: arrivesAt },
      });
    });

    it('a passenger’s booking view still shows the seats of an EXPIRED booking', async () => {
      const { id } = await aBooking(engine(), { userId, tripId, seats: [seat('A1')], status: 'EXPIRED' });
      expect((await engine().bookingViews.find(id, userId))?.seats.map((taken) => taken.seat)).to.deep.equal(['A1']);
    });

    it('a passenger’s booking view shows the status of the booking’s newest payment', async () => {
      const [booking, other] = [await made(), await made()];
      await engine().transact(async ({ payments }) => {
        const payment = { gateway: 'ESEWA', bookingId: booking.id, amount: booking.total, nextEnquiryAt: undefined };
        const first = await payments.add({ ...payment, transactionUuid: 'one', createdAt: START });
        await payments.move(first, 'abandon', START);
        await payments.add({ ...payment, transactionUuid: 'two', createdAt: minutesAfter(START, 1) });
        const others = await payments.add({
          ...payment,
          bookingId: other.id,
          transactionUuid: 'three',
          createdAt: minutesAfter(START, 2),
        });
        await payments.move(others, 'abandon', START);
      });
      expect((await engine().bookingViews.find(booking.id, userId))?.paymentStatus).to.equal('INITIATED');
    });

    it('a passenger’s own bookings are listed newest first, then by id, up to the limit', async () => {
      const [first, second, third] = [await made(), await made({ bookedAt: minutesAfter(START, 5) }), await made()];
      await made({ userId: await aPassengerId(engine()), bookedAt: minutesAfter(START, 9) });
      const list = async (limit: number) => (await ownBookings(engine(), userId, { limit })).map(({ id }) => id);
      expect(await list(10)).to.deep.equal([second.id, third.id, first.id]);
      expect(await list(2)).to.deep.equal([second.id, third.id]);
    });

    it('a page of a passenger’s bookings begins after the last booking of the previous page', async () => {
      const at = [0, 5, 5, 5, 9].map((minutes) => minutesAfter(START, minutes));
      const ids: BookingId[] = [];
      for (const bookedAt of at) ids.push((await made({ bookedAt })).id);
      const expected = ids.toReversed();
      for (const limit of [1, 2, 3]) {
        const seen: BookingId[] = [];
        for (let page = await ownBookings(engine(), userId, { limit }); page.length > 0;) {
          seen.push(...page.map(({ id }) => id));
          page = await ownBookings(engine(), userId, { limit, before: seen.at(-1) });
        }
        expect(seen, `pages of ${limit}`).to.deep.equal(expected);
      }
    });

    it('a page of a passenger’s bookings after an unknown or another passenger’s booking is empty', async () => {
      await made();
      const other = await made({ userId: await aPassengerId(engine()), bookedAt: minutesAfter(START, 9) });
      for (const before of [other.id, NOBODY as BookingId])
        expect(await ownBookings(engine(), userId, { before })).to.deep.equal([]);
    });

    it('a passenger’s list of bookings shows the same values of a booking as the view of that booking alone', async () => {
      const paid = await aPaidBooking(engine(), { userId });
      await aRefund(engine(), { paid });
      await aRefund(engine(), { paid });
      const rated = await aBooking(engine(), { userId, tripId, status: 'COMPLETED', seats: [seat('B2'), seat('A2')] });
      const rating = { stars: 2, review: 'समयमै "पुगियो"।', issueFlag: true, issueNote: '' };
      await engine().transact(async ({ bookings, payments, ratings }) => {
        const [bookingId, operatorId] = [rated.id, rated.operatorId];
        await ratings.add({ bookingId, userId, operatorId, ...rating }, START);
        const payment = { gateway: 'ESEWA', bookingId, amount: rated.total, nextEnquiryAt: undefined };
        const first = await payments.add({ ...payment, transactionUuid: 'one', createdAt: START });
        await payments.move(first, 'abandon', START);
        await payments.add({ ...payment, transactionUuid: 'two', createdAt: START });
        const cancellation = { reason: 'Cancelled.', by: 'PASSENGER', at: START, fee: paisa(1200) } as const;
        await bookings.move((await bookings.find(paid.booking.id))!.id, 'refund', cancellation);
      });
      await made();
      const listed = await ownBookings(engine(), userId);
      expect(
        listed.map(({ refunds, rating: given, seats, paymentStatus }) => [
          ...[refunds.length, given?.stars, seats.length, paymentStatus],
        ]),
      ).to.have.deep.members([
        [2, undefined, 1, 'COMPLETE'],
        [0, 2, 2, 'INITIATED'],
        [0, undefined, 0, null],
      ]);
      for (const { trip, ...booking } of listed) {
        const view = await engine().bookingViews.find(booking.id, userId);
        expect(view).to.deep.include(booking);
        expect(view?.trip).to.deep.include(trip);
      }
    });

    it('a passenger’s list of bookings says whether anybody’s unpaid booking is past its payment deadline', async () => {
      const { paymentDeadline } = await made({ userId: await aPassengerId(engine()) });
      const isAnyOverdue = async (now: Instant) =>
        (await engine().bookingViews.list(userId, { limit: 1 }, now)).isAnyOverdue;
      expect(await isAnyOverdue((paymentDeadline - 1) as Instant)).to.equal(false);
      expect(await isAnyOverdue(paymentDeadline)).to.equal(true);
    });

    it('a booking sold at a counter is in no account’s list of bookings, not even the seller’s', async () => {
      const contact = { name: 'Asha Gurung', phone: '01-4412345', email: null };
      const [sold, own] = [await made({ channel: 'COUNTER', contact }), await made()];
      expect(await engine().bookingViews.find(sold.id, userId)).to.equal(undefined);
      expect((await ownBookings(engine(), userId)).map(({ id }) => id)).to.deep.equal([own.id]);
    });

    it('a passenger’s booking cannot be viewed by another user', async () => {
      const { id } = await made();
      expect(await engine().bookingViews.find(id, await aPassengerId(engine()))).to.equal(undefined);
      expect(await engine().bookingViews.find(NOBODY as BookingId, userId)).to.equal(undefined);
    });
  });
});
