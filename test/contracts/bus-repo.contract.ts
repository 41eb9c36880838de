import { expect } from 'chai';
import type { Bus } from '../../core/fleet/bus.ts';
import type { BusId, OperatorId, TripId } from '../../core/kernel/ids.ts';
import { daysAfter, minutesAfter } from '../../core/kernel/time.ts';
import { aBooking } from '../support/bookings.ts';
import { allVerified, aTrip, saveBus, seat, seatsNumbered } from '../support/catalogue.ts';
import type { ListedBus } from '../support/catalogue.ts';
import { START } from '../support/clock.ts';
import { onEveryEngine } from '../support/engines.ts';
import { anOperator, aPassengerId } from '../support/people.ts';

const SEATS = ['A1', 'A2', 'B1', 'B2'];
const mapOf = (...seats: readonly string[]): Bus['seatMap'] => ({
  rows: 2,
  cols: 4,
  deckCount: 1,
  seats: seatsNumbered(...seats),
});

onEveryEngine('buses', (engine) => {
  let operatorId: OperatorId;
  beforeEach(async () => {
    operatorId = (await anOperator(engine())).operatorId;
  });

  const inside: ReturnType<typeof engine>['transact'] = (work) => engine().transact(work);
  const aWhole = (bus: Partial<ListedBus> = {}): ListedBus => ({
    operatorId,
    name: 'Deluxe',
    registrationNo: 'BA 1 KHA 1',
    type: 'DELUXE',
    totalSeats: 4,
    approvalStatus: 'APPROVED',
    status: 'ACTIVE',
    documents: allVerified,
    seatMap: mapOf(...SEATS),
    ...bus,
  });
  const save = (bus: Partial<ListedBus> = {}, now = START) => inside((stores) => saveBus(stores, aWhole(bus), now));
  const seatMap = async (trip: TripId) => {
    const map = await engine().seatMaps.view(trip, undefined, START);
    return map?.hasSeatMap
      ? map.seats.map(({ number, isActive }) => `${number}${isActive ? '' : ' inactive'}`)
      : map?.seatsLeft;
  };

  it('are known by registration number, each with its company', async () => {
    const other = (await anOperator(engine())).operatorId;
    const one = await save();
    const another = await save({ registrationNo: 'BA 2 KHA 2', operatorId: other });
    expect([...(await inside(({ buses }) => buses.known()))]).to.have.deep.members([
      ['BA 1 KHA 1', { id: one, operatorId }],
      ['BA 2 KHA 2', { id: another, operatorId: other }],
    ]);
  });

  it('are answered in the order of the rows, old and new', async () => {
    const first = await save();
    const rows = ['BA 3 KHA 3', 'BA 1 KHA 1', 'BA 2 KHA 2'].map((registrationNo) => aWhole({ registrationNo }));
    const saved = await inside(({ buses }) => buses.save(rows));
    expect([saved[1], new Set(saved).size]).to.deep.equal([first, 3]);
    expect(await inside(({ buses }) => buses.save([...rows].reverse()))).to.deep.equal([...saved].reverse());
  });

  it('may be none', async () => {
    expect(
      await inside(async ({ buses }) => [await buses.save([]), await buses.saveSeatMaps([], START)]),
    ).to.deep.equal([[], []]);
  });

  it('stay with their company, whoever names their registration number', async () => {
    const id = await save();
    const { id: trip } = await aTrip(engine(), { busId: id as BusId });
    const stranger = (await anOperator(engine())).operatorId;
    const saved = await inside(({ buses }) =>
      buses.save([
        aWhole({ operatorId: stranger, name: 'Seized', totalSeats: 9, approvalStatus: 'PENDING', documents: [] }),
        aWhole({ operatorId: stranger, registrationNo: 'BA 2 KHA 2' }),
      ]),
    );
    expect(saved[0]).to.equal('foreign');
    expect(saved[1]).to.be.a('number');
    expect((await inside(({ trips }) => trips.find(trip)))?.bus).to.include({
      operatorId,
      approvalStatus: 'APPROVED',
      totalSeats: 4,
    });
    const listing = await engine().tripSearch.find(trip, START);
    expect([listing?.bus.name, listing?.operator.id]).to.deep.equal(['Deluxe', operatorId]);
  });

  it('keep their seat map when they are saved', async () => {
    const { id: trip } = await aTrip(engine(), { busId: (await save()) as BusId });
    await inside(({ buses }) => buses.save([aWhole({ seatMap: null })]));
    expect(await seatMap(trip)).to.deep.equal(SEATS);
  });

  it('brings a bus up to date', async () => {
    const id = await save();
    expect(await save({ name: 'Sofa', type: 'SOFA', totalSeats: 30, approvalStatus: 'REJECTED' })).to.equal(id);
    const { id: trip } = await aTrip(engine(), { busId: id as BusId });
    expect((await inside(({ trips }) => trips.find(trip)))?.bus).to.include({
      id,
      totalSeats: 30,
      approvalStatus: 'REJECTED',
    });
  });

  it('counts a bus as fit for the road by the documents it has now', async () => {
    const { id: trip } = await aTrip(engine(), { busId: (await save()) as BusId });
    const isOnSale = async (documents: ListedBus['documents']) => {
      await save({ documents });
      return (await engine().tripSearch.find(trip, START)) !== undefined;
    };
    expect([
      await isOnSale(allVerified.slice(1)),
      await isOnSale(allVerified),
      await isOnSale(allVerified.map((document) => ({ ...document, status: 'PENDING' }))),
      await isOnSale([]),
    ]).to.deep.equal([false, true, false, false]);
  });

  it('adds, moves, closes and removes seats', async () => {
    const { id } = await aTrip(engine(), { busId: (await save()) as BusId });
    const seats = seatsNumbered('A1', 'B1', 'C1').map((one) =>
      one.number === 'C1' ? { ...one, row: 9, isActive: false } : one,
    );
    await save({ seatMap: { rows: 9, cols: 4, deckCount: 1, seats } });
    expect(await seatMap(id)).to.deep.equal(['A1', 'B1', 'C1 inactive']);
    expect((await engine().tripSearch.find(id, START))?.seatsLeft).to.equal(2);
    const map = await engine().seatMaps.view(id, undefined, START);
    expect(map).to.include({ rows: 9, cols: 4, deckCount: 1 });
    expect(map?.hasSeatMap && map.seats[1]).to.include({ number: 'B1', row: 1, col: 2 });
  });

  it('keeps a seat that was booked or held, out of use, when it is gone from the map', async () => {
    const { id } = await aTrip(engine(), { busId: (await save()) as BusId });
    const passenger = await aPassengerId(engine());
    await aBooking(engine(), { userId: passenger, tripId: id, seats: [seat('A1')], status: 'CONFIRMED' });
    await inside(({ seatLocks }) =>
      seatLocks.hold({ tripId: id, passenger, wanted: [seat('B1')], expiresAt: minutesAfter(START, 10) }, START),
    );
    await save({ seatMap: mapOf('B2', 'C1') });
    expect(((await seatMap(id)) as string[]).sort()).to.deep.equal(['A1 inactive', 'B1 inactive', 'B2', 'C1']);
    expect((await engine().tripSearch.find(id, START))?.seatsLeft).to.equal(2);
    const [booking] = await engine().bookingViews.list(passenger, 10);
    expect(booking?.seats.map(({ seat: number }) => number)).to.deep.equal(['A1']);
    await save({ seatMap: mapOf(...SEATS) });
    expect(await seatMap(id)).to.deep.equal(SEATS);
  });

  it('gives and takes a seat map as long as no trip to come is booked', async () => {
    const id = (await save()) as BusId;
    const { id: trip } = await aTrip(engine(), { busId: id });
    const passenger = await aPassengerId(engine());
    await save({ seatMap: null, totalSeats: 7 });
    expect(await seatMap(trip)).to.equal(7);
    await aBooking(engine(), { userId: passenger, tripId: trip, seatsCount: 2, status: 'CONFIRMED' });
    expect(await save({ totalSeats: 7, seatMap: mapOf(...SEATS) })).to.equal('sold');
    expect(await seatMap(trip)).to.equal(5);
    expect(await save({ seatMap: mapOf(...SEATS) }, daysAfter(START, 3))).to.equal(id);
    expect(await seatMap(trip)).to.deep.equal(SEATS);
  });

  it('takes no account of bookings that are over when a seat map goes', async () => {
    const id = (await save()) as BusId;
    const { id: trip } = await aTrip(engine(), { busId: id });
    await aBooking(engine(), {
      userId: await aPassengerId(engine()),
      tripId: trip,
      seats: [seat('A1')],
      status: 'EXPIRED',
    });
    expect(await save({ seatMap: null })).to.equal(id);
  });

  it('keeps seats of one number on each bus', async () => {
    const [one, other] = [await aTrip(engine(), { seats: ['A1'] }), await aTrip(engine(), { seats: ['A1', 'A2'] })];
    expect([await seatMap(one.id), await seatMap(other.id)]).to.deep.equal([['A1'], ['A1', 'A2']]);
  });
});
