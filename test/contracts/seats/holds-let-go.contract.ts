import { expect } from 'chai';
import type { TripId, UserId } from '../../../core/kernel/ids.ts';
import { minutesAfter } from '../../../core/kernel/time.ts';
import { endHolds } from '../../../core/seats/release-seats.ts';
import { aBooking } from '../../support/bookings.ts';
import { aBus, aTrip, seat } from '../../support/catalogue.ts';
import { START } from '../../support/clock.ts';
import { onEveryEngine } from '../../support/engines.ts';
import { recorded, seatMessage } from '../../support/events.ts';
import { aPassengerId } from '../../support/people.ts';

const IN_FIVE = minutesAfter(START, 5);
const LATER = minutesAfter(START, 10);

onEveryEngine('releases of all holds on a trip', (engine) => {
  let trip: TripId;
  let asha: UserId;
  let bikram: UserId;
  beforeEach(async () => {
    trip = (await aTrip(engine(), { seats: ['A1', 'A2', 'B1', 'B2'] })).id;
    [asha, bikram] = [await aPassengerId(engine()), await aPassengerId(engine())];
  });

  const hold = (passenger: UserId, numbers: readonly string[], until = LATER, on = trip) =>
    engine().transact(async ({ seatLocks, holdings }) => {
      const wanted = numbers.map(seat);
      const { held } = await seatLocks.hold({ tripId: on, passenger, wanted, expiresAt: until }, START);
      expect(held).to.deep.equal(wanted);
      await holdings.extend(
        passenger,
        on,
        wanted.map((number) => ({ seat: number, since: START, until })),
      );
    });
  const endAllHolds = (trips = [trip], now = START) =>
    engine().transact(async ({ seatLocks, plannedTrips }) => {
      for (const one of trips) await plannedTrips.lock(one);
      return seatLocks.endAllHolds(trips, now);
    });
  const runs = async (passenger: UserId, on = trip) =>
    (await engine().transact(({ holdings }) => holdings.runs(passenger, on, START))).map((run) => run.seat);
  const heldBy = (passenger: UserId) => engine().transact(({ holdings }) => holdings.trips(passenger, START));

  it('releasing all holds on a trip releases the held seats of every passenger', async () => {
    await hold(asha, ['B1', 'A1']);
    await hold(bikram, ['A2']);
    expect(await endAllHolds()).to.deep.equal([{ tripId: trip, seats: ['A1', 'A2', 'B1'] }]);
    expect([await heldBy(asha), await heldBy(bikram)]).to.deep.equal([[], []]);
    await hold(bikram, ['A1', 'A2', 'B1']);
  });

  it('releasing all holds on a trip keeps holds on other trips', async () => {
    const [other, third] = [(await aTrip(engine())).id, (await aTrip(engine())).id];
    await hold(asha, ['A1']);
    await hold(asha, ['A1'], LATER, other);
    await hold(asha, ['A1'], LATER, third);
    expect(await endAllHolds([trip, other])).to.have.deep.members([
      { tripId: trip, seats: ['A1'] },
      { tripId: other, seats: ['A1'] },
    ]);
    expect((await heldBy(asha)).map(({ tripId }) => tripId)).to.deep.equal([third]);
    expect(await runs(asha, third)).to.deep.equal(['A1']);
    expect(await endAllHolds([])).to.deep.equal([]);
  });

  it('releasing all holds on a trip deletes the records of how long that trip’s seats were held, and no others', async () => {
    await hold(asha, ['A1']);
    await aBooking(engine(), { userId: bikram, tripId: trip, seats: [seat('A2')] });
    await engine().transact(({ holdings }) =>
      holdings.extend(bikram, trip, [{ seat: seat('A2'), since: START, until: LATER }]),
    );
    await endAllHolds();
    expect([await runs(asha), await runs(bikram)]).to.deep.equal([[], ['A2']]);
  });

  it('releasing all holds on a trip also deletes expired holds, and no sold seats', async () => {
    await hold(asha, ['A1'], IN_FIVE);
    await hold(bikram, ['A2']);
    await aBooking(engine(), { userId: await aPassengerId(engine()), tripId: trip, seats: [seat('B1')] });
    expect(await endAllHolds([trip], IN_FIVE)).to.deep.equal([{ tripId: trip, seats: ['A1', 'A2'] }]);
    expect(await endAllHolds([trip], IN_FIVE)).to.deep.equal([]);
  });

  it('releasing all holds on a trip after a change of its bus frees the same seat numbers on the new bus', async () => {
    await hold(asha, ['A1', 'B2']);
    const small = await aBus(engine(), { seats: ['A1', 'A2'] });
    await engine().transact(async ({ plannedTrips }) => {
      const plan = await plannedTrips.lock(trip);
      await plannedTrips.save([{ ...plan!, busId: small }]);
    });
    expect(await endAllHolds()).to.deep.equal([{ tripId: trip, seats: ['A1'] }]);
  });

  it('releasing holds publishes their seats as available, trip by trip', async () => {
    const places = (await aTrip(engine(), { seats: 20 })).id;
    await hold(asha, ['A2', 'A1']);
    await engine().transact(async (stores) => {
      await stores.plannedTrips.lock(trip);
      await endHolds(stores, [trip, places], START);
    });
    expect(await recorded(engine())).to.deep.equal([seatMessage(trip, 'AVAILABLE', 'A1', 'A2')]);
  });
});
