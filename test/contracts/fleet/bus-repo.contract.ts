import { expect } from 'chai';
import type { Bus, KeptBus, NewBus } from '../../../core/fleet/bus.ts';
import type { BusId, OperatorId, TripId } from '../../../core/kernel/ids.ts';
import { daysAfter, minutesAfter } from '../../../core/kernel/time.ts';
import { aBooking, ownBookings } from '../../support/bookings.ts';
import { type ListedBus, allVerified, aTrip, saveBus, seat, seatsNumbered } from '../../support/catalogue.ts';
import { START } from '../../support/clock.ts';
import { onEveryEngine } from '../../support/engines.ts';
import { anOperator, aPassengerId } from '../../support/people.ts';

const SEATS = ['A1', 'A2', 'B1', 'B2'];
const mapOf = (...seats: readonly string[]): Bus['seatMap'] => ({
  rows: 2,
  cols: 4,
  deckCount: 1,
  seats: seatsNumbered(...seats),
});

onEveryEngine('buses', (engine, database) => {
  let operatorId: OperatorId;
  beforeEach(async () => {
    operatorId = (await anOperator(engine())).operatorId;
  });

  const inside: ReturnType<typeof engine>['transact'] = (work) => engine().transact(work);
  const aFullBus = (bus: Partial<ListedBus> = {}): ListedBus => ({
    operatorId,
    name: 'Deluxe',
    registrationNo: 'BA 1 KHA 1',
    type: 'DELUXE',
    totalSeats: 4,
    amenities: [],
    approvalStatus: 'APPROVED',
    status: 'ACTIVE',
    documents: allVerified,
    seatMap: mapOf(...SEATS),
    ...bus,
  });
  const newBus = (bus: Partial<NewBus> = {}): NewBus => {
    const { documents: _, seatMap: __, ...details } = aFullBus();
    return { ...details, createdAt: START, ...bus };
  };
  const save = (bus: Partial<ListedBus> = {}, now = START) => inside((stores) => saveBus(stores, aFullBus(bus), now));
  const seatMap = async (trip: TripId) => {
    const map = await engine().seatMaps.view(trip, undefined, START);
    return map?.hasSeatMap
      ? map.seats.map(({ number, isActive }) => `${number}${isActive ? '' : ' inactive'}`)
      : map?.seatsLeft;
  };

  it('buses are found by registration number, each with its company', async () => {
    const other = (await anOperator(engine())).operatorId;
    const one = await save();
    const another = await save({ registrationNo: 'BA 2 KHA 2', operatorId: other });
    const approved = { approvalStatus: 'APPROVED', isReserved: true };
    expect(await inside(({ buses }) => buses.known())).to.deep.equal([
      { id: one, operatorId, registrationKey: 'ba1kha1', ...approved },
      { id: another, operatorId: other, registrationKey: 'ba2kha2', ...approved },
    ]);
  });

  it('a bus’s amenities are stored, and can be changed', async () => {
    const [id] = await inside(({ buses }) => buses.add([newBus({ amenities: ['AC', 'WATER'] })]));
    const kept = () => inside(({ buses }) => buses.lock(id as BusId));
    expect((await kept())?.amenities).to.deep.equal(['AC', 'WATER']);
    await inside(async ({ buses }) => buses.update({ ...(await buses.lock(id as BusId))!, amenities: ['TOILET'] }));
    expect((await kept())?.amenities).to.deep.equal(['TOILET']);
  });

  it('added buses get ids in the order given, and a registration number that the company already has is refused', async () => {
    const first = await save();
    const buses = ['BA 3 KHA 3', 'ba1 Kha 1', 'BA 2 KHA 2'].map((registrationNo) => newBus({ registrationNo }));
    const [third, registered, second] = await inside((stores) => stores.buses.add(buses));
    expect(registered).to.equal('registered');
    const numbers = ['ba2kha2', 'ba1kha1', 'ba4kha4', 'ba3kha3'];
    const found = await inside((stores) =>
      stores.buses.lockOwned(numbers.map((registrationKey) => ({ operatorId, registrationKey }))),
    );
    expect([...found].map(([number, { id }]) => [number, id])).to.have.deep.members([
      [`${operatorId} ba1kha1`, first],
      [`${operatorId} ba2kha2`, second],
      [`${operatorId} ba3kha3`, third],
    ]);
  });

  it('the store of buses does nothing when it is given an empty list', async () => {
    const nothing = await inside(async ({ buses }) => [
      await buses.add([]),
      [...(await buses.lockOwned([]))],
      [...(await buses.lockReserved([]))],
      [...(await buses.seatMaps([]))],
    ]);
    expect(nothing).to.deep.equal([[], [], [], []]);
  });

  it('a bus is stored and read with all its data', async () => {
    const [id] = await inside(({ buses }) => buses.add([newBus({ approvalStatus: 'PENDING' })]));
    const bus = await inside(({ buses }) => buses.lock(id as BusId));
    expect(bus).to.deep.equal({
      ...newBus({ approvalStatus: 'PENDING' }),
      id,
      rejectionReason: null,
      waitingSince: START,
      revision: 1,
      hasSeatMap: false,
      changedInOffice: false,
      mapChangedInOffice: false,
    });
    expect(await inside(({ buses }) => buses.lock((Number(id) + 1) as BusId))).to.equal(undefined);
  });

  it('a bus is locked for a change only if it belongs to the company that asks', async () => {
    const other = (await anOperator(engine())).operatorId;
    const id = (await save()) as BusId;
    expect((await inside(({ buses }) => buses.lock(id, operatorId)))?.id).to.equal(id);
    expect(await inside(({ buses }) => buses.lock(id, other))).to.equal(undefined);
  });

  it('a saved bus is read with its new data, and stays with its company', async () => {
    const [id] = await inside(({ buses }) => buses.add([newBus()]));
    const bus = (await inside(({ buses }) => buses.lock(id as BusId)))!;
    const changed: KeptBus = {
      ...bus,
      name: 'Sofa',
      registrationNo: 'BA 2 KHA 2',
      type: 'SOFA',
      totalSeats: 9,
      status: 'INACTIVE',
      approvalStatus: 'REJECTED',
      rejectionReason: 'No lamps',
      waitingSince: daysAfter(START, 1),
      revision: 4,
      changedInOffice: true,
      mapChangedInOffice: true,
    };
    expect(await inside(({ buses }) => buses.update(changed))).to.equal('updated');
    expect(await inside(({ buses }) => buses.lock(bus.id))).to.deep.equal(changed);
    const known = await inside(({ buses }) => buses.known());
    expect(known.map(({ registrationKey }) => registrationKey)).to.deep.equal(['ba2kha2']);
  });

  it('a bus cannot be saved with the registration number of another bus of the company', async () => {
    const [one] = await inside(({ buses }) => buses.add([newBus(), newBus({ registrationNo: 'BA 2 KHA 2' })]));
    const refused = inside(async ({ buses }) => {
      const bus = (await buses.lock(one as BusId))!;
      const outcome = await buses.update({ ...bus, registrationNo: 'ba2kha2' });
      throw new Error(outcome);
    });
    expect(await refused.catch(String)).to.equal('Error: registered');
  });

  it('a bus whose number became like another one’s can be changed as long as it keeps its number', async () => {
    const first = await save();
    const twin = (await save({ registrationNo: 'BA 2 KHA 2' })) as BusId;
    // The migration of keys leaves twins so.
    await database()
      .knex('buses')
      .where({ id: twin })
      .update({ registration_no: 'ba 1 kha 1', registration_key: `ba1kha1\n${twin}` });
    const change = (changes: Partial<KeptBus>) =>
      inside(async ({ buses }) => buses.update({ ...(await buses.lock(twin))!, ...changes }));
    expect(await change({ status: 'INACTIVE' })).to.equal('updated');
    expect((await inside(({ buses }) => buses.lock(twin)))?.status).to.equal('INACTIVE');
    const known = await inside(({ buses }) => buses.known());
    expect(known.map(({ id, registrationKey }) => [id, registrationKey])).to.deep.equal([
      [first, 'ba1kha1'],
      [twin, `ba1kha1\n${twin}`],
    ]);
    const respelled = inside(async ({ buses }) => {
      throw new Error(await buses.update({ ...(await buses.lock(twin))!, registrationNo: 'Ba 1 Kha 1' }));
    });
    expect(await respelled.catch(String)).to.equal('Error: registered');
  });

  it('a bus stays with its company when an import for another company uses the same registration number', async () => {
    const id = await save();
    const { id: trip } = await aTrip(engine(), { busId: id as BusId });
    const stranger = (await anOperator(engine())).operatorId;
    const seized = { operatorId: stranger, name: 'Seized', totalSeats: 9, approvalStatus: 'PENDING' } as const;
    expect(await save({ ...seized, registrationNo: 'ba1kha1' })).to.equal('foreign');
    const listing = await engine().tripSearch.find(trip, START);
    expect([listing?.bus.name, listing?.operator.id]).to.deep.equal(['Deluxe', operatorId]);
  });

  it('an import updates the data of a bus and keeps its id', async () => {
    const id = await save();
    expect(await save({ name: 'Sofa', type: 'SOFA', totalSeats: 30, approvalStatus: 'REJECTED' })).to.equal(id);
    const { id: trip } = await aTrip(engine(), { busId: id as BusId });
    expect((await inside(({ trips }) => trips.find(trip)))?.bus).to.include({
      id,
      totalSeats: 30,
      approvalStatus: 'REJECTED',
    });
  });

  it('a bus’s trips are on sale only while all required documents of the bus are verified', async () => {
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

  it('an import adds, moves and removes seats of a bus’s seat map, and puts seats out of use', async () => {
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

  it('an import of a seat map keeps seats that are sold for upcoming trips', async () => {
    const { id } = await aTrip(engine(), { busId: (await save()) as BusId });
    const passenger = await aPassengerId(engine());
    await aBooking(engine(), { userId: passenger, tripId: id, seats: [seat('A1')], status: 'CONFIRMED' });
    expect(await save({ seatMap: mapOf('A2', 'B1') })).to.equal('sold');
    const outOfUse = seatsNumbered(...SEATS).map((one) => ({ ...one, isActive: one.number !== 'A1' }));
    expect(await save({ seatMap: { ...mapOf()!, seats: outOfUse } })).to.equal('sold');
    expect(await seatMap(id)).to.deep.equal(SEATS);
    expect(await save({ seatMap: mapOf('A1', 'C1') })).to.be.a('number');
    expect(await seatMap(id)).to.deep.equal(['A1', 'C1']);
  });

  it('a sold seat that was removed stays in its booking, and its number and position can be given to another seat', async () => {
    const { id } = await aTrip(engine(), { busId: (await save()) as BusId });
    const passenger = await aPassengerId(engine());
    await aBooking(engine(), { userId: passenger, tripId: id, seats: [seat('A1')], status: 'CONFIRMED' });
    const after = daysAfter(START, 3);
    await save({ seatMap: mapOf('B2', 'C1') }, after);
    expect(await seatMap(id)).to.deep.equal(['B2', 'C1']);
    expect((await engine().tripSearch.find(id, START))?.seatsLeft).to.equal(2);
    await save({ seatMap: mapOf(...SEATS) }, after);
    expect(await seatMap(id)).to.deep.equal(SEATS);
    const view = await engine().seatMaps.view(id, undefined, START);
    expect(view?.hasSeatMap && view.seats.filter(({ isBooked }) => isBooked)).to.deep.equal([]);
    const [booking] = await ownBookings(engine(), passenger);
    expect(booking?.seats.map(({ seat: number }) => number)).to.deep.equal(['A1']);
    expect(await engine().auditReader.soldTwice()).to.deep.equal([]);
  });

  it('an import releases held seats that it removes from the seat map', async () => {
    const { id } = await aTrip(engine(), { busId: (await save()) as BusId });
    const passenger = await aPassengerId(engine());
    const hold = (number: string, now = START) =>
      inside(({ seatLocks }) =>
        seatLocks.hold({ tripId: id, passenger, wanted: [seat(number)], expiresAt: minutesAfter(now, 10) }, now),
      );
    await hold('B1');
    await save({ seatMap: mapOf('A1', 'A2', 'B2') });
    await save({ seatMap: mapOf('A1', 'A2', 'B2', 'B1') });
    expect(await inside(({ seatLocks }) => seatLocks.release(id, passenger, START))).to.deep.equal([]);
    expect((await hold('B1')).held).to.deep.equal(['B1']);
  });

  it('an import gives a bus a seat map, or removes it, only if no seats of an upcoming trip are sold', async () => {
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

  it('an import may remove a bus’s seat map although seats of it were in expired bookings', async () => {
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

  it('seats with the same number on two buses are different seats', async () => {
    const [one, other] = [await aTrip(engine(), { seats: ['A1'] }), await aTrip(engine(), { seats: ['A1', 'A2'] })];
    expect([await seatMap(one.id), await seatMap(other.id)]).to.deep.equal([['A1'], ['A1', 'A2']]);
  });
});
