import { expect } from 'chai';
import type { BusId, TripId, UserId } from '../../../core/kernel/ids.ts';
import { minutesAfter } from '../../../core/kernel/time.ts';
import { aBooking } from '../../support/bookings.ts';
import { aTrip, seat } from '../../support/catalogue.ts';
import { START } from '../../support/clock.ts';
import { onEveryEngine } from '../../support/engines.ts';
import { type Fleet, aFleet, rowsOf } from '../../support/fleet.ts';
import { aPassengerId } from '../../support/people.ts';

onEveryEngine('a seat removed from the seat map', (engine) => {
  const B1 = seat('B1');
  let fleet: Fleet;
  let bus: BusId;
  let trip: TripId;
  let asha: UserId;
  beforeEach(async () => {
    fleet = await aFleet(engine());
    ({ id: bus } = await fleet.add({ seatMap: rowsOf('A1', 'B1') }));
    trip = (await aTrip(engine(), { busId: bus })).id;
    asha = await aPassengerId(engine());
  });

  const hold = (on = trip) =>
    engine().transact(({ seatLocks }) =>
      seatLocks.hold({ tripId: on, passenger: asha, wanted: [B1], expiresAt: minutesAfter(START, 10) }, START),
    );
  /** Removes seat B1 from the map, and gives its number to the first other seat. */
  const replace = async () => {
    const [older] = (await fleet.map(bus))!.seats;
    await fleet.draw(bus, rowsOf({ number: B1, id: older!.id }));
    return older!.id;
  };
  const expired = () => aBooking(engine(), { userId: asha, tripId: trip, seats: [B1], status: 'EXPIRED' });

  it('a hold by seat number takes the seat on the present seat map, not a removed seat with the same number', async () => {
    await expired();
    const older = await replace();
    expect(await hold()).to.deep.include({ held: [B1], refused: [] });
    expect(await engine().transact(({ tripsAhead }) => tripsAhead.held([trip], START))).to.deep.equal([
      { tripId: trip, seatId: older },
    ]);
    expect(await fleet.seatsOf(trip)).to.deep.equal(['B1 held']);
  });

  it('a late payment does not get back a seat that was removed from the seat map', async () => {
    const { id } = await expired();
    await replace();
    const again = { tripId: trip, passenger: asha, booking: id, seatsCount: 1 };
    expect(await engine().transact(({ seatLocks }) => seatLocks.reclaim(again, START))).to.equal(undefined);
    expect(await fleet.seatsOf(trip)).to.deep.equal(['B1']);
  });

  it('the audit does not confuse a removed seat with a newer seat that has the same number', async () => {
    const left = await aTrip(engine(), { busId: bus, departsAt: minutesAfter(START, 5) });
    await aBooking(engine(), { userId: asha, tripId: left.id, seats: [B1], status: 'CONFIRMED' });
    fleet.clock.set(left.departsAt);
    await replace();
    await aBooking(engine(), { userId: asha, tripId: left.id, seats: [B1], status: 'CONFIRMED' });
    expect(await engine().auditReader.soldTwice()).to.deep.equal([]);
  });

  it('an import releases holds of seats that an earlier import removed while the trip was cancelled', async () => {
    const cancelled = (await aTrip(engine(), { busId: bus, status: 'CANCELLED' })).id;
    await hold(cancelled);
    await replace();
    await engine().transact(({ catalogue }) => catalogue.dropStrandedHolds(START));
    expect(await engine().transact(({ seatLocks }) => seatLocks.release(cancelled, asha, START))).to.deep.equal([]);
  });
});
