import { expect } from 'chai';
import type { BusId, TripId } from '../../core/kernel/ids.ts';
import { paisa } from '../../core/kernel/money.ts';
import { daysAfter, hoursAfter, minutesAfter } from '../../core/kernel/time.ts';
import { cityKey, routeKey } from '../../core/trips/catalogue.ts';
import type { CatalogueBus, CatalogueTrip, RouteId } from '../../core/trips/catalogue.ts';
import { aBooking } from '../support/bookings.ts';
import { aBus, allVerified, aTrip, seat, seatsNumbered } from '../support/catalogue.ts';
import { START } from '../support/clock.ts';
import { onEveryEngine } from '../support/engines.ts';
import { anOperator, aPassengerId } from '../support/people.ts';

const SEATS = ['A1', 'A2', 'B1', 'B2'];
const mapOf = (...seats: readonly string[]): CatalogueBus['seatMap'] => ({ rows: 2, cols: 4, deckCount: 1, seats: seatsNumbered(...seats) });

onEveryEngine('the catalogue', (engine) => {
  const inside: ReturnType<typeof engine>['transact'] = (work) => engine().transact(work);
  const saveBus = async (bus: Partial<CatalogueBus> = {}, now = START): Promise<BusId | 'sold'> => {
    const { operatorId } = await anOperator(engine());
    const whole: CatalogueBus = {
      operatorId, name: 'Deluxe', registrationNo: 'BA 1 KHA 1', type: 'DELUXE', totalSeats: 4, approvalStatus: 'APPROVED', status: 'ACTIVE',
      documents: allVerified, seatMap: mapOf(...SEATS), ...bus,
    };
    return (await inside(({ catalogue }) => catalogue.saveBuses([whole], now)))[0]!;
  };
  const saveTrip = async (trip: CatalogueTrip, now = START) => (await inside(({ catalogue }) => catalogue.saveTrips([trip], now)))[0]!;
  const seatMap = async (trip: TripId) => {
    const map = await engine().seatMaps.view(trip, undefined, START);
    return map?.hasSeatMap ? map.seats.map(({ number, isActive }) => `${number}${isActive ? '' : ' inactive'}`) : map?.seatsLeft;
  };
  const routeTo = (city: string): Promise<RouteId> => inside(async ({ catalogue }) => {
    const [source, destination] = await catalogue.saveCities(['Kathmandu', city]);
    return (await catalogue.saveRoutes([{ source: source!, destination: destination! }]))[0]!;
  });

  it('knows what was saved, by natural key', async () => {
    const operator = await anOperator(engine());
    const bus = await aBus(engine(), { operatorId: operator.operatorId, registrationNo: 'BA 9 KHA 9' });
    const [source, destination] = await inside(({ catalogue }) => catalogue.saveCities(['Kathmandu', 'Émile Nagar']));
    const [route] = await inside(({ catalogue }) => catalogue.saveRoutes([{ source: source!, destination: destination! }]));
    const known = await inside(({ catalogue }) => catalogue.known());
    expect([...known.cities]).to.deep.equal([['kathmandu', source], [cityKey('ÉMILE NAGAR'), destination]]);
    expect([...known.operators]).to.deep.equal([[operator.email, operator.operatorId]]);
    expect([...known.buses]).to.deep.equal([['BA 9 KHA 9', bus]]);
    expect([...known.routes]).to.deep.equal([[routeKey(source!, destination!), route]]);
  });

  it('answers keys in the order of the rows, old and new', async () => {
    const [pokhara] = await inside(({ catalogue }) => catalogue.saveCities(['Pokhara']));
    const [kathmandu, again, butwal] = await inside(({ catalogue }) => catalogue.saveCities(['Kathmandu', 'POKHARA', 'Butwal']));
    expect(again).to.equal(pokhara);
    expect(new Set([kathmandu, pokhara, butwal]).size).to.equal(3);
    expect((await engine().cities.all()).map(({ name }) => name)).to.deep.equal(['Butwal', 'Kathmandu', 'POKHARA']);

    const there = { source: kathmandu!, destination: pokhara! };
    const [first] = await inside(({ catalogue }) => catalogue.saveRoutes([there]));
    const [back, same] = await inside(({ catalogue }) => catalogue.saveRoutes([{ source: pokhara!, destination: kathmandu! }, there]));
    expect([same === first, back === first]).to.deep.equal([true, false]);
  });

  it('saves nothing of nothing', async () => {
    expect(await inside(async ({ catalogue }) => [
      await catalogue.saveCities([]), await catalogue.saveRoutes([]), await catalogue.saveBuses([], START), await catalogue.saveTrips([], START),
    ])).to.deep.equal([[], [], [], []]);
  });

  it('lists cities by code point, capitals first', async () => {
    await inside(({ catalogue }) => catalogue.saveCities(['pokhara', 'Ilam', 'Élan', 'काठमाडौं', 'Zhapa', 'ilam bazar']));
    expect((await engine().cities.all()).map(({ name }) => name)).to.deep.equal(['Ilam', 'Zhapa', 'ilam bazar', 'pokhara', 'Élan', 'काठमाडौं']);
  });

  it('brings a bus up to date, whoever runs it', async () => {
    const id = await saveBus();
    expect(await saveBus({ name: 'Sofa', type: 'SOFA', totalSeats: 30, approvalStatus: 'REJECTED' })).to.equal(id);
    const { id: trip } = await aTrip(engine(), { busId: id as BusId });
    expect((await inside(({ trips }) => trips.find(trip)))?.bus).to.include({ id, totalSeats: 30, approvalStatus: 'REJECTED' });
  });

  it('counts a bus as fit for the road by the documents it has now', async () => {
    const { id: trip } = await aTrip(engine(), { busId: await saveBus() as BusId });
    const isOnSale = async (documents: CatalogueBus['documents']) => {
      await saveBus({ documents });
      return (await engine().tripSearch.find(trip, START)) !== undefined;
    };
    expect([await isOnSale(allVerified.slice(1)), await isOnSale(allVerified), await isOnSale(allVerified.map((paper) => ({ ...paper, status: 'PENDING' }))), await isOnSale([])])
      .to.deep.equal([false, true, false, false]);
  });

  it('adds, moves, closes and removes seats', async () => {
    const { id } = await aTrip(engine(), { busId: await saveBus() as BusId });
    const seats = seatsNumbered('A1', 'B1', 'C1').map((one) => (one.number === 'C1' ? { ...one, row: 9, isActive: false } : one));
    await saveBus({ seatMap: { rows: 9, cols: 4, deckCount: 1, seats } });
    expect(await seatMap(id)).to.deep.equal(['A1', 'B1', 'C1 inactive']);
    expect((await engine().tripSearch.find(id, START))?.seatsLeft).to.equal(2);
    const map = await engine().seatMaps.view(id, undefined, START);
    expect(map).to.include({ rows: 9, cols: 4, deckCount: 1 });
    expect(map?.hasSeatMap && map.seats[1]).to.include({ number: 'B1', row: 1, col: 2 });
  });

  it('keeps a seat that was booked or held, out of use, when it is gone from the map', async () => {
    const { id } = await aTrip(engine(), { busId: await saveBus() as BusId });
    const passenger = await aPassengerId(engine());
    await aBooking(engine(), { userId: passenger, tripId: id, seats: [seat('A1')], status: 'CONFIRMED' });
    await inside(({ seatLocks }) => seatLocks.select({ tripId: id, passenger, wanted: [seat('B1')], expiresAt: minutesAfter(START, 10) }, START));
    await saveBus({ seatMap: mapOf('B2', 'C1') });
    expect((await seatMap(id) as string[]).sort()).to.deep.equal(['A1 inactive', 'B1 inactive', 'B2', 'C1']);
    expect((await engine().tripSearch.find(id, START))?.seatsLeft).to.equal(2);
    const [booking] = await engine().bookingViews.list(passenger, 10);
    expect(booking?.seats.map(({ seat: number }) => number)).to.deep.equal(['A1']);
    await saveBus({ seatMap: mapOf(...SEATS) });
    expect(await seatMap(id)).to.deep.equal(SEATS);
  });

  it('gives and takes a seat map as long as no trip to come is booked', async () => {
    const id = await saveBus() as BusId;
    const { id: trip } = await aTrip(engine(), { busId: id });
    const passenger = await aPassengerId(engine());
    await saveBus({ seatMap: null, totalSeats: 7 });
    expect(await seatMap(trip)).to.equal(7);
    await aBooking(engine(), { userId: passenger, tripId: trip, seatsCount: 2, status: 'CONFIRMED' });
    expect(await saveBus({ name: 'Other', seatMap: mapOf(...SEATS) })).to.equal('sold');
    expect(await seatMap(trip)).to.equal(5);
    expect(await saveBus({ seatMap: mapOf(...SEATS) }, daysAfter(START, 3))).to.equal(id);
    expect(await seatMap(trip)).to.deep.equal(SEATS);
  });

  it('takes no account of bookings that are over when a seat map goes', async () => {
    const id = await saveBus() as BusId;
    const { id: trip } = await aTrip(engine(), { busId: id });
    await aBooking(engine(), { userId: await aPassengerId(engine()), tripId: trip, seats: [seat('A1')], status: 'EXPIRED' });
    expect(await saveBus({ seatMap: null })).to.equal(id);
  });

  it('brings a trip up to date and keeps what is booked on it', async () => {
    const { id, key, busId } = await aTrip(engine(), { seats: 9 });
    const passenger = await aPassengerId(engine());
    await aBooking(engine(), { userId: passenger, tripId: id, seatsCount: 2, status: 'CONFIRMED' });
    const [departsAt, arrivesAt] = [hoursAfter(START, 60), hoursAfter(START, 70)];
    const changed = { key, busId, routeId: await routeTo('Ilam'), fare: paisa(99_950), departsAt, arrivesAt, status: 'ACTIVE' as const };
    expect(await saveTrip(changed)).to.equal(id);
    expect(await engine().tripSearch.find(id, START)).to.include({ destinationCity: 'Ilam', fare: 99_950, departsAt, arrivesAt, seatsLeft: 7 });
    expect(await engine().bookingViews.list(passenger, 10)).to.have.length(1);
    await saveTrip({ ...changed, status: 'CANCELLED' });
    expect((await inside(({ trips }) => trips.find(id)))?.status).to.equal('CANCELLED');
  });

  it('exchanges the bus of a trip as long as nobody has booked it and it is yet to leave', async () => {
    const other = await aBus(engine(), { seats: 3 });
    const { id, key, departsAt, arrivesAt } = await aTrip(engine());
    const routeId = await routeTo('Pokhara');
    const exchange = (busId: BusId, now = START) => saveTrip({ key, busId, routeId, fare: paisa(100), departsAt, arrivesAt, status: 'ACTIVE' }, now);
    expect(await exchange(other)).to.equal(id);
    expect(await seatMap(id)).to.equal(3);
    await aBooking(engine(), { userId: await aPassengerId(engine()), tripId: id });
    expect(await exchange(await aBus(engine()))).to.equal('sold');
    expect(await seatMap(id)).to.equal(2);
    expect(await exchange(await aBus(engine()), departsAt)).to.equal(id);
  });

  it('saves thousands of trips at once, and again', async () => {
    const busId = await aBus(engine());
    const routeId = await routeTo('Pokhara');
    const trips = Array.from({ length: 2_500 }, (_, index): CatalogueTrip => ({
      key: `trip ${index}`, busId, routeId, fare: paisa(100 + index), departsAt: minutesAfter(START, index), arrivesAt: minutesAfter(START, index + 60), status: 'ACTIVE',
    }));
    const save = (rows: readonly CatalogueTrip[]) => inside(({ catalogue }) => catalogue.saveTrips(rows, START));
    const ids = await save(trips);
    expect(new Set(ids).size).to.equal(2_500);
    expect(await save([...trips].reverse())).to.deep.equal([...ids].reverse());
    expect((await inside(({ trips: repo }) => repo.find(ids[2_345] as TripId)))?.fare).to.equal(2_445);
  });

  it('undoes all of it with the transaction', async () => {
    const undone = inside(async ({ catalogue }) => {
      await catalogue.saveCities(['Kathmandu']);
      throw new Error('undone');
    });
    expect(await undone.catch((error: unknown) => (error as Error).message)).to.equal('undone');
    expect(await engine().cities.all()).to.deep.equal([]);
  });

  it('keeps seats of one number on each bus', async () => {
    const [one, other] = [await aTrip(engine(), { seats: ['A1'] }), await aTrip(engine(), { seats: ['A1', 'A2'] })];
    expect([await seatMap(one.id), await seatMap(other.id)]).to.deep.equal([['A1'], ['A1', 'A2']]);
  });
});
