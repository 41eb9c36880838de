import { expect } from 'chai';
import type { BusId, TripId } from '../../../core/kernel/ids.ts';
import { paisa } from '../../../core/kernel/money.ts';
import { hoursAfter, minutesAfter } from '../../../core/kernel/time.ts';
import { cityKey, routeKey } from '../../../core/trips/city.ts';
import type { CatalogueTrip, RouteId } from '../../../core/catalogue/catalogue.ts';
import { aBooking, ownBookings } from '../../support/bookings.ts';
import { aBus, aTrip, saveTrips } from '../../support/catalogue.ts';
import { START } from '../../support/clock.ts';
import { onEveryEngine } from '../../support/engines.ts';
import { anOperator, aPassengerId } from '../../support/people.ts';

const NO_STOPS = { stops: [], fares: [] };

onEveryEngine('the catalogue', (engine) => {
  const inside: ReturnType<typeof engine>['transact'] = (work) => engine().transact(work);
  const saveTrip = async (trip: CatalogueTrip, now = START) =>
    (await inside((stores) => saveTrips(stores, [trip], now)))[0]!;
  const seatMap = async (trip: TripId) => {
    const map = await engine().seatMaps.view(trip, undefined, START);
    return map?.hasSeatMap
      ? map.seats.map(({ number, isActive }) => `${number}${isActive ? '' : ' inactive'}`)
      : map?.seatsLeft;
  };
  const routeTo = (city: string): Promise<RouteId> =>
    inside(async ({ catalogue }) => {
      const [source, destination] = await catalogue.saveCities(['Kathmandu', city]);
      return (await catalogue.saveRoutes([{ source: source!, destination: destination! }]))[0]!;
    });

  it('the catalogue store finds cities by name, companies by e-mail address and routes by their two cities', async () => {
    const operator = await anOperator(engine());
    const [source, destination] = await inside(({ catalogue }) => catalogue.saveCities(['Kathmandu', 'Émile Nagar']));
    const [route] = await inside(({ catalogue }) =>
      catalogue.saveRoutes([{ source: source!, destination: destination! }]),
    );
    const known = await inside(({ catalogue }) => catalogue.known());
    expect([...known.cities]).to.have.deep.members([
      ['kathmandu', source],
      [cityKey('ÉMILE NAGAR'), destination],
    ]);
    expect([...known.operators]).to.deep.equal([[operator.email, operator.operatorId]]);
    expect([...known.routes]).to.deep.equal([[routeKey(source!, destination!), route]]);
  });

  it('the catalogue store returns the ids of saved cities and routes in the order given, whether new or known', async () => {
    const [pokhara] = await inside(({ catalogue }) => catalogue.saveCities(['Pokhara']));
    const [kathmandu, again, butwal] = await inside(({ catalogue }) =>
      catalogue.saveCities(['Kathmandu', 'POKHARA', 'Butwal']),
    );
    expect(again).to.equal(pokhara);
    expect(new Set([kathmandu, pokhara, butwal]).size).to.equal(3);
    expect((await engine().cities.all()).map(({ name }) => name)).to.deep.equal(['Butwal', 'Kathmandu', 'POKHARA']);

    const there = { source: kathmandu!, destination: pokhara! };
    const [first] = await inside(({ catalogue }) => catalogue.saveRoutes([there]));
    const [back, same] = await inside(({ catalogue }) =>
      catalogue.saveRoutes([{ source: pokhara!, destination: kathmandu! }, there]),
    );
    expect([same === first, back === first]).to.deep.equal([true, false]);
  });

  it('the catalogue store saves nothing when it is given empty lists', async () => {
    expect(
      await inside(async ({ catalogue }) => [
        await catalogue.saveCities([]),
        await catalogue.saveRoutes([]),
        await catalogue.addTrips([]),
        await catalogue.changeTrips([], START),
      ]),
    ).to.deep.equal([[], [], [], []]);
  });

  it('cities are sorted by Unicode code points, capitals first', async () => {
    await inside(({ catalogue }) =>
      catalogue.saveCities(['pokhara', 'Ilam', 'Élan', 'काठमाडौं', 'Zhapa', 'ilam bazar']),
    );
    expect((await engine().cities.all()).map(({ name }) => name)).to.deep.equal([
      'Ilam',
      'Zhapa',
      'ilam bazar',
      'pokhara',
      'Élan',
      'काठमाडौं',
    ]);
  });

  it('saving a trip of the catalogue again updates the trip and keeps its bookings', async () => {
    const { id, key, busId } = await aTrip(engine(), { seats: 9 });
    const passenger = await aPassengerId(engine());
    await aBooking(engine(), { userId: passenger, tripId: id, seatsCount: 2, status: 'CONFIRMED' });
    const [departsAt, arrivesAt] = [hoursAfter(START, 60), hoursAfter(START, 70)];
    const changed = {
      key,
      busId,
      routeId: await routeTo('Ilam'),
      fare: paisa(99_950),
      departsAt,
      arrivesAt,
      status: 'ACTIVE' as const,
      ...NO_STOPS,
    };
    expect(await saveTrip(changed)).to.equal(id);
    expect(await engine().tripSearch.find(id, START)).to.include({
      destinationCity: 'Ilam',
      fare: 99_950,
      departsAt,
      arrivesAt,
      seatsLeft: 7,
    });
    expect(await ownBookings(engine(), passenger)).to.have.length(1);
    await saveTrip({ ...changed, status: 'CANCELLED' });
    expect((await inside(({ trips }) => trips.find(id)))?.status).to.equal('CANCELLED');
  });

  it('the catalogue store changes the bus of a trip only while the trip is neither booked nor departed', async () => {
    const other = await aBus(engine(), { seats: 3 });
    const { id, key, departsAt, arrivesAt } = await aTrip(engine());
    const routeId = await routeTo('Pokhara');
    const exchange = (busId: BusId, now = START) =>
      saveTrip({ key, busId, routeId, fare: paisa(100), departsAt, arrivesAt, status: 'ACTIVE', ...NO_STOPS }, now);
    expect(await exchange(other)).to.equal(id);
    expect(await seatMap(id)).to.equal(3);
    await aBooking(engine(), { userId: await aPassengerId(engine()), tripId: id });
    expect(await exchange(await aBus(engine()))).to.equal('sold');
    expect(await seatMap(id)).to.equal(2);
    expect(await exchange(await aBus(engine()), departsAt)).to.equal(id);
  });

  it('the catalogue store saves 2,500 trips in one call, and saves them again', async () => {
    const busId = await aBus(engine());
    const routeId = await routeTo('Pokhara');
    const trips = Array.from({ length: 2_500 }, (_, index): CatalogueTrip => ({
      key: `trip ${index}`,
      busId,
      routeId,
      ...NO_STOPS,
      fare: paisa(100 + index),
      departsAt: minutesAfter(START, index),
      arrivesAt: minutesAfter(START, index + 60),
      status: 'ACTIVE',
    }));
    const saveAll = (rows: readonly CatalogueTrip[]) => inside((stores) => saveTrips(stores, rows));
    const ids = await saveAll(trips);
    expect(new Set(ids).size).to.equal(2_500);
    expect(await saveAll([...trips].reverse())).to.deep.equal([...ids].reverse());
    expect((await inside(({ trips: repo }) => repo.find(ids[2_345] as TripId)))?.fare).to.equal(2_445);
  });

  it('changes of the catalogue store are undone when their transaction is rolled back', async () => {
    const undone = inside(async ({ catalogue }) => {
      await catalogue.saveCities(['Kathmandu']);
      throw new Error('undone');
    });
    expect(await undone.catch((error: unknown) => (error as Error).message)).to.equal('undone');
    expect(await engine().cities.all()).to.deep.equal([]);
  });
});
