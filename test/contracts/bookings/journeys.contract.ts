import { expect } from 'chai';
import type { Booking } from '../../../core/bookings/booking.ts';
import type { BookingId, UserId } from '../../../core/kernel/ids.ts';
import { type Instant, hoursAfter, minutesAfter } from '../../../core/kernel/time.ts';
import type { PlannedTrip } from '../../../core/trips/planned-trips.ts';
import { aBooking, ownBookings } from '../../support/bookings.ts';
import { type TripForTests, aTrip, changePlan } from '../../support/catalogue.ts';
import { START } from '../../support/clock.ts';
import { onEveryEngine } from '../../support/engines.ts';
import { aPassengerId } from '../../support/people.ts';
import { addStops } from '../../support/stops.ts';

const before = (at: Instant): Instant => (at - 1) as Instant;

onEveryEngine('bookings between two stops of a trip', (engine) => {
  let trip: TripForTests;
  let userId: UserId;

  beforeEach(async () => {
    trip = await aTrip(engine(), { seats: ['A1', 'A2'] });
    await addStops(engine(), trip.id);
    userId = await aPassengerId(engine());
  });

  const booked = (from: number, to: number, status: Booking['status'] = 'CONFIRMED') =>
    aBooking(engine(), { userId, tripId: trip.id, section: { from, to }, status });
  const find = async (id: BookingId) => (await engine().transact(({ bookings }) => bookings.find(id)))!;
  const departed = (at: Instant) =>
    engine().transact(async ({ bookings }) => (await bookings.departed(at, 10)).map(({ id }) => id));
  const arrived = (at: Instant) => engine().transact(({ bookings }) => bookings.arrived(at, 10));
  const retime = (changes: Partial<PlannedTrip>, now: Instant) =>
    engine().transact(async ({ plannedTrips, bookings }) => {
      const old = (await plannedTrips.lock(trip.id))!;
      await plannedTrips.save([{ ...old, ...changes }]);
      await bookings.follow({ ...old, ...changes }, now);
    });

  it('a booking between two stops has the departure from its first stop and the arrival at its last', async () => {
    const [first, second, whole] = [await booked(0, 1), await booked(1, 2), await booked(0, 2)];
    const times = [first, second, whole].map(({ section, sectionTimes, bookedFor }) => [
      section,
      sectionTimes,
      bookedFor?.departsAt,
    ]);
    const [leaves, comes] = [minutesAfter(trip.departsAt, 160), minutesAfter(trip.departsAt, 150)];
    expect(times).to.deep.equal([
      [{ from: 0, to: 1 }, { departsAt: trip.departsAt, arrivesAt: comes }, trip.departsAt],
      [{ from: 1, to: 2 }, { departsAt: leaves, arrivesAt: trip.arrivesAt }, leaves],
      [{ from: 0, to: 2 }, null, trip.departsAt],
    ]);
  });

  it('a paid booking’s fare is earned when the bus is planned to leave the booking’s first stop', async () => {
    const [first, second] = [await booked(0, 1), await booked(1, 2)];
    const leaves = minutesAfter(trip.departsAt, 160);
    expect(await departed(before(leaves))).to.have.members([first.id]);
    expect(await departed(leaves)).to.have.members([first.id, second.id]);
  });

  it('a paid booking is completed when the bus is planned to reach the booking’s last stop', async () => {
    const [first, second] = [await booked(0, 1), await booked(1, 2)];
    const comes = minutesAfter(trip.departsAt, 150);
    expect(await arrived(before(comes))).to.deep.equal([]);
    expect(await arrived(comes)).to.have.members([first.id]);
    expect(await arrived(trip.arrivesAt)).to.have.members([first.id, second.id]);
  });

  it('bookings between two stops follow the trip’s new times, except those whose last stop was reached already', async () => {
    const [first, second, whole] = [await booked(0, 1), await booked(1, 2), await booked(0, 2)];
    const now = minutesAfter(trip.departsAt, 155);
    const arrivesAt = hoursAfter(trip.arrivesAt, 2);
    const stops = (await engine().transact(({ plannedTrips }) => plannedTrips.find(trip.id)))!.stops;
    await retime({ arrivesAt, stops: stops.map((stop) => ({ ...stop, departs: 200 })) }, now);
    expect((await find(first.id)).sectionTimes).to.deep.equal(first.sectionTimes);
    expect((await find(second.id)).sectionTimes).to.deep.equal({
      departsAt: minutesAfter(trip.departsAt, 200),
      arrivesAt,
    });
    expect((await find(whole.id)).sectionTimes).to.equal(null);
    expect(await arrived(before(arrivesAt))).to.have.members([first.id]);
    expect(await arrived(arrivesAt)).to.have.members([first.id, second.id, whole.id]);
  });

  it('a paid booking whose last stop was reached before its trip was cancelled is still completed, and its fare earned', async () => {
    const [first] = [await booked(0, 1), await booked(0, 2)];
    await changePlan(engine(), trip.id, { status: 'CANCELLED' });
    expect(await arrived(trip.arrivesAt)).to.deep.equal([first.id]);
    expect(await departed(trip.arrivesAt)).to.deep.equal([first.id]);
  });
});

onEveryEngine('the views of bookings between two stops of a trip', (engine) => {
  let trip: TripForTests;
  let userId: UserId;

  beforeEach(async () => {
    trip = await aTrip(engine(), { from: 'Kathmandu', to: 'Pokhara', seats: ['A1'] });
    await addStops(engine(), trip.id);
    userId = await aPassengerId(engine());
  });

  const booked = (from: number, to: number) =>
    aBooking(engine(), { userId, tripId: trip.id, section: { from, to }, status: 'CONFIRMED' });
  const journeyOf = ({ sourceCity, destinationCity, departsAt, arrivesAt, whole }: Omit<Booked['trip'], 'crew'>) => [
    ...[sourceCity, destinationCity, departsAt, arrivesAt],
    ...[whole.departsAt, whole.arrivesAt],
  ];
  type Booked = NonNullable<Awaited<ReturnType<ReturnType<typeof engine>['officeBookings']['find']>>>;

  it('passengers and offices see the cities and times of a booking’s own stops, and the times of its whole trip', async () => {
    const { id } = await booked(1, 2);
    const expected = [
      ...['Mugling', 'Pokhara', minutesAfter(trip.departsAt, 160), trip.arrivesAt],
      ...[trip.departsAt, trip.arrivesAt],
    ];
    const { bookingViews, officeBookings } = engine();
    expect(journeyOf((await bookingViews.find(id, userId))!.trip)).to.deep.equal(expected);
    expect(journeyOf((await officeBookings.find(id))!.trip)).to.deep.equal(expected);
    expect(journeyOf((await ownBookings(engine(), userId))[0]!.trip)).to.deep.equal(expected);
  });

  it('a passenger sees when the bus left the stop at which the booking begins', async () => {
    const [first, second] = [await booked(0, 1), await booked(1, 2)];
    const at = minutesAfter(trip.departsAt, 5);
    await changePlan(engine(), trip.id, { departedAt: at, taps: { left: [{ stop: 0, at }], takenBack: [] } });
    const { bookingViews } = engine();
    expect((await bookingViews.find(first.id, userId))!.trip.departedAt).to.equal(at);
    expect((await bookingViews.find(second.id, userId))!.trip.departedAt).to.equal(null);
  });

  it('the office’s filter by departure compares the time at which the bus leaves a booking’s first stop', async () => {
    const [first, second, whole] = [await booked(0, 1), await booked(1, 2), await booked(0, 2)];
    const idsIn = async (start?: Instant, end?: Instant) =>
      (
        await engine().officeBookings.list({ departs: { ...(start && { start }), ...(end && { end }) } }, { limit: 10 })
      ).rows.map(({ id }) => id);
    const leaves = minutesAfter(trip.departsAt, 160);
    expect(await idsIn(trip.departsAt, leaves)).to.deep.equal([whole.id, first.id]);
    expect(await idsIn(leaves)).to.deep.equal([second.id]);
    expect(await idsIn(undefined, minutesAfter(leaves, 1))).to.deep.equal([whole.id, second.id, first.id]);
    expect(START).to.be.below(trip.departsAt);
  });
});
