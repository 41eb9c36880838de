import { expect } from 'chai';
import type { CrewTrip } from '../../../core/boarding/crew-trip.ts';
import { hoursAfter } from '../../../core/kernel/time.ts';
import type { TripId, UserId } from '../../../core/kernel/ids.ts';
import { aBooking, sitting } from '../../support/bookings.ts';
import { aBus, aTrip, changePlan, seat } from '../../support/catalogue.ts';
import { aClerk, counterOn } from '../../support/counter.ts';
import { handClock, START } from '../../support/clock.ts';
import { onEveryEngine } from '../../support/engines.ts';
import { aPassenger, anOperator } from '../../support/people.ts';

onEveryEngine('manifests', (engine) => {
  let userId: UserId;
  beforeEach(async () => {
    ({ id: userId } = await aPassenger(engine(), { fullName: 'Asha Gurung', phone: '9812345678' }));
  });
  const find = async (id: TripId) => (await engine().manifests.find(id))!;

  it('a manifest has the route, bus, boarding points and number of tickets of its trip', async () => {
    const { operatorId } = await anOperator(engine());
    const bus = { operatorId, name: 'Red Panda', registrationNo: 'GA 1 KHA 7' };
    const { id, departsAt, arrivesAt } = await aTrip(engine(), { bus });
    await changePlan(engine(), id, { boardingPoints: [{ name: 'Kalanki', minutes: 0 }], departedAt: START });
    await aBooking(engine(), { userId, tripId: id, seats: [seat('A1'), seat('A2')], status: 'CONFIRMED' });
    await aBooking(engine(), { userId, tripId: id, seats: [seat('B1')] });
    const trip: CrewTrip = {
      id,
      operatorId,
      sourceCity: 'Kathmandu',
      destinationCity: 'Pokhara',
      departsAt,
      arrivesAt,
      status: 'ACTIVE',
      busName: 'Red Panda',
      registrationNo: 'GA 1 KHA 7',
      crew: [],
      sold: 2,
      boarded: 0,
      departedAt: START,
    };
    const found = await find(id);
    expect(found.trip).to.deep.equal(trip);
    expect(found.boardingPoints.map(({ name }) => name)).to.deep.equal(['Kalanki']);
    expect(await engine().crewTrips.find(id)).to.deep.equal(trip);
    expect(await engine().transact(({ crewTrips }) => crewTrips.find(id))).to.deep.equal(trip);
    expect(await engine().manifests.find(4711 as TripId)).to.equal(undefined);
    expect(await engine().crewTrips.find(4711 as TripId)).to.equal(undefined);
  });

  it('a manifest’s revision can be read without the manifest', async () => {
    const { id, departsAt } = await aTrip(engine());
    const { operatorId } = (await engine().crewTrips.find(id))!;
    expect(await engine().manifests.revision(id)).to.deep.equal({ operatorId, departsAt, revision: 1 });
    await aBooking(engine(), { userId, tripId: id, seats: [seat('A1')], status: 'CONFIRMED' });
    expect((await engine().manifests.revision(id))?.revision).to.equal(2);
    expect((await find(id)).revision).to.equal(2);
    expect(await engine().manifests.revision(4711 as TripId)).to.equal(undefined);
  });

  it('a manifest lists bookings with a ticket, and their seats, but no unpaid bookings', async () => {
    const { id: tripId } = await aTrip(engine());
    const booking = await aBooking(engine(), { userId, tripId, seats: [seat('A1')], status: 'CONFIRMED' });
    await aBooking(engine(), { userId, tripId, seats: [seat('A2')], status: 'PENDING_PAYMENT' });
    await aBooking(engine(), { userId, tripId, seats: [seat('B1')], status: 'EXPIRED' });
    const { bookings, revoked } = await find(tripId);
    const [found, ...others] = bookings;
    expect(others).to.deep.equal([]);
    const { seats, ...rest } = found!;
    expect(rest).to.deep.equal({
      id: booking.id,
      code: booking.code,
      bookedAt: booking.bookedAt,
      status: 'CONFIRMED',
      section: { from: 0, to: 1 },
      name: 'Asha Gurung',
      phone: '9812345678',
      soldBy: null,
      places: 1,
      boardedPlaces: 0,
    });
    expect(seats.map(({ id: _id, ...one }) => one)).to.deep.equal([
      { ...sitting(seat('A1')), boardedAt: null, need: null, beside: [] },
    ]);
    expect(revoked).to.deep.equal([]);
  });

  it('a manifest still lists passengers who have boarded, and passengers whose trip has arrived', async () => {
    const { id: tripId } = await aTrip(engine());
    await aBooking(engine(), { userId, tripId, seats: [seat('A1')], status: 'CHECKED_IN' });
    await aBooking(engine(), { userId, tripId, seats: [seat('A2')], status: 'COMPLETED' });
    expect((await find(tripId)).bookings.map(({ status }) => status)).to.have.members(['CHECKED_IN', 'COMPLETED']);
  });

  it('a manifest shows a counter sale with the buyer’s contact and the clerk’s name', async () => {
    const clock = handClock();
    const { operatorId } = await anOperator(engine());
    const clerk = await aClerk(engine(), { operatorId });
    const { id: tripId } = await aTrip(engine(), { bus: { operatorId } });
    const contact = { name: 'Bina Rai', phone: '061-123456', email: null };
    await counterOn(engine(), clock).sell(clerk, tripId, { numbers: ['A1'], contact });
    const [sold] = (await find(tripId)).bookings;
    expect([sold!.name, sold!.phone, sold!.soldBy]).to.deep.equal(['Bina Rai', '061-123456', 'Asha Gurung']);
  });

  it('a manifest of a bus without a seat map counts the booked places', async () => {
    const { id: tripId } = await aTrip(engine(), { seats: 10 });
    await aBooking(engine(), { userId, tripId, seatsCount: 3, status: 'CONFIRMED' });
    const { bookings, trip } = await find(tripId);
    expect(bookings.map(({ places, boardedPlaces, seats }) => ({ places, boardedPlaces, seats }))).to.deep.equal([
      { places: 3, boardedPlaces: 0, seats: [] },
    ]);
    expect(trip.sold).to.equal(3);
  });

  it('a manifest lists revoked tickets only of bookings that were paid', async () => {
    const { id: tripId } = await aTrip(engine());
    const refunded = await aBooking(engine(), { userId, tripId, seats: [seat('A1')], status: 'REFUNDED' });
    await aBooking(engine(), { userId, tripId, seats: [seat('A2')], status: 'CANCELLED' });
    const kept = await aBooking(engine(), { userId, tripId, seats: [seat('B1')], status: 'CONFIRMED' });
    await engine().transact(({ bookings }) =>
      bookings.move(kept.id, 'cancelPaid', { reason: '', by: 'PASSENGER', at: START, fee: kept.total }),
    );
    const { bookings, revoked } = await find(tripId);
    expect(bookings).to.deep.equal([]);
    expect(revoked).to.deep.equal([refunded, kept].map(({ id, code, bookedAt }) => ({ id, code, bookedAt })));
  });

  it('a manifest keeps a passenger’s seat id when the passenger moves to another seat', async () => {
    const { id: tripId } = await aTrip(engine());
    await aBooking(engine(), { userId, tripId, seats: [seat('A1')], status: 'CONFIRMED' });
    const seatOf = async () => (await find(tripId)).bookings[0]!.seats[0]!;
    const before = await seatOf();
    await engine().transact(async ({ soldSeats, plannedTrips, buses }) => {
      const trip = (await plannedTrips.lock(tripId))!;
      const free = (await buses.seatMaps([trip.busId])).get(trip.busId)!.seats.find(({ number }) => number === 'B2')!;
      const [sold] = await soldSeats.of(tripId);
      await soldSeats.move(tripId, [{ bookingId: sold!.bookingId, from: sold!.id, to: free.id }]);
    });
    expect(await seatOf()).to.deep.equal({ ...before, seat: 'B2' });
  });

  describe('trips of a crew’s day', () => {
    it('a crew’s list of trips for a day has trips that depart that day or are under way, sorted by departure', async () => {
      const { operatorId } = await anOperator(engine());
      const busId = await aBus(engine(), { operatorId });
      const at = async (hours: number, length: number, status: 'ACTIVE' | 'CANCELLED' = 'ACTIVE') => {
        const departsAt = hoursAfter(START, hours);
        return (await aTrip(engine(), { busId, departsAt, arrivesAt: hoursAfter(departsAt, length), status })).id;
      };
      const underWay = await at(-20, 21);
      await at(-20, 20);
      await at(-10, 24, 'CANCELLED');
      const [late, early] = [await at(8, 3), await at(0, 3)];
      const cancelled = await at(4, 3, 'CANCELLED');
      await at(9, 3);
      const leftEarly = await at(10, 3);
      await changePlan(engine(), leftEarly, { departedAt: START });
      await aTrip(engine(), { departsAt: hoursAfter(START, 5) });
      const day = { start: START, end: hoursAfter(START, 9) };
      const ids = async (now?: typeof START) =>
        (await engine().crewTrips.list(operatorId, day, now)).map(({ id }) => id);
      expect(await ids()).to.deep.equal([early, cancelled, late]);
      expect(await ids(START)).to.deep.equal([underWay, early, cancelled, late, leftEarly]);
    });
  });
});
