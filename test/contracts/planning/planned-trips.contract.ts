import { expect } from 'chai';
import { paisa } from '../../../core/kernel/money.ts';
import { hoursAfter } from '../../../core/kernel/time.ts';
import type { TripId } from '../../../core/kernel/ids.ts';
import type { NewTrip } from '../../../core/trips/planned-trips.ts';
import { type TripForTests, aTrip } from '../../support/catalogue.ts';
import { START } from '../../support/clock.ts';
import { onEveryEngine } from '../../support/engines.ts';

onEveryEngine('planned trips', (engine) => {
  const inTransaction = <Result>(work: Parameters<ReturnType<typeof engine>['transact']>[0]) =>
    engine().transact(work) as Promise<Result>;
  const find = (id: TripId) => engine().transact(({ plannedTrips }) => plannedTrips.find(id));
  const hours = (from: number, to: number) => ({ start: hoursAfter(START, from), end: hoursAfter(START, to) });

  /** Adds a two-hour trip of the company that is otherwise like the given trip. */
  async function likeIt({ id }: Pick<TripForTests, 'id'>, key: string, from: number, more: Partial<NewTrip> = {}) {
    const { start: departsAt, end: arrivesAt } = hours(from, from + 2);
    const [added] = await inTransaction<readonly TripId[]>(async ({ plannedTrips }) => {
      const trip = await plannedTrips.find(id);
      return plannedTrips.add([{ ...trip!, key, departsAt, arrivesAt, ...more }]);
    });
    return added!;
  }

  it('a planned trip is stored as given, ACTIVE and not yet on sale', async () => {
    const trip = await aTrip(engine());
    const boardingPoints = [
      { name: 'Kalanki', minutes: -30 },
      { name: 'Thankot "chowk"', minutes: 15 },
    ];
    const id = await likeIt(trip, 'added', 40, { boardingPoints, fare: paisa(123_450) });
    expect(await find(id)).to.deep.include({
      id,
      key: 'added',
      busId: trip.busId,
      fare: 123_450,
      departsAt: hoursAfter(START, 40),
      arrivesAt: hoursAfter(START, 42),
      status: 'ACTIVE',
      timetable: null,
      boardingPoints,
      droppingPoints: [],
      departedAt: null,
      changedInOffice: false,
    });
    const sold = await engine().transact(({ trips }) => trips.find(id));
    expect(sold).to.deep.include({ papersOk: false, departedAt: null });
  });

  it('a planned trip can be added on a route on which no trip has run before', async () => {
    const trip = await aTrip(engine());
    const { sourceCityId, destinationCityId } = (await find(trip.id))!;
    const back = { sourceCityId: destinationCityId, destinationCityId: sourceCityId };
    const id = await likeIt(trip, 'back', 40, back);
    expect(await find(id)).to.deep.include(back);
    expect(await find(trip.id)).to.deep.include({ sourceCityId, destinationCityId });
  });

  it('a changed planned trip is read with the data that were saved', async () => {
    const trip = await aTrip(engine());
    const other = await aTrip(engine());
    const changes = {
      busId: other.busId,
      fare: paisa(77_000),
      departsAt: hoursAfter(START, 90),
      arrivesAt: hoursAfter(START, 95),
      status: 'CANCELLED',
      droppingPoints: [{ name: 'Mugling', minutes: 180 }],
      departedAt: START,
      changedInOffice: true,
    } as const;
    await inTransaction(async ({ plannedTrips }) => {
      const locked = await plannedTrips.lock(trip.id);
      await plannedTrips.save([{ ...locked!, ...changes }]);
    });
    expect(await find(trip.id)).to.deep.include(changes);
  });

  it('an ACTIVE planned trip makes its bus unavailable from departure to arrival', async () => {
    const trip = await aTrip(engine());
    const first = await likeIt(trip, 'first', 400);
    const second = await likeIt(trip, 'second', 402);
    const busy = async (from: number, to: number) =>
      (await engine().transact(({ plannedTrips }) => plannedTrips.busy(trip.busId, hours(from, to)))).map(
        ({ id }) => id,
      );
    expect(await busy(398, 400)).to.deep.equal([]);
    expect(await busy(404, 405)).to.deep.equal([]);
    expect(await busy(399, 400.01)).to.deep.equal([first]);
    expect(await busy(401, 403)).to.deep.equal([first, second]);
    expect(await busy(402, 403)).to.deep.equal([second]);
    await inTransaction(async ({ plannedTrips }) => {
      const locked = await plannedTrips.lock(second);
      await plannedTrips.save([{ ...locked!, status: 'CANCELLED' }]);
    });
    expect(await busy(401, 403)).to.deep.equal([first]);
  });
});
