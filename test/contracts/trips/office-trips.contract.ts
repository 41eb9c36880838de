import { expect } from 'chai';
import type { OperatorId, TripId } from '../../../core/kernel/ids.ts';
import { hoursAfter, minutesAfter } from '../../../core/kernel/time.ts';
import type { Page } from '../../../core/kernel/page.ts';
import type { OfficeTripFilter } from '../../../core/trips/office-trip.ts';
import type { PlannedTrip } from '../../../core/trips/planned-trips.ts';
import { aBooking } from '../../support/bookings.ts';
import type { Block } from '../../../core/seats/block.ts';
import { aRoad } from '../../support/roads.ts';
import { aBus, aTrip, changePlan, seat } from '../../support/catalogue.ts';
import { START } from '../../support/clock.ts';
import { onEveryEngine } from '../../support/engines.ts';
import { anOperator, aPassengerId } from '../../support/people.ts';

const DEADLINE = minutesAfter(START, 15);

onEveryEngine('the office’s view of trips', (engine) => {
  let operatorId: OperatorId;
  beforeEach(async () => {
    operatorId = (await anOperator(engine())).operatorId;
  });

  const find = async (id: TripId, now = START) => (await engine().officeTrips.find(id, now))!;
  const ofRoad = async (id: TripId, now = START) => {
    const { sections: _, ...seats } = (await find(id, now)).seats;
    return seats;
  };
  const save = (id: TripId, changes: Partial<PlannedTrip>) => changePlan(engine(), id, changes);
  const list = async (filter: Partial<OfficeTripFilter> = {}, page: Page = { limit: 50 }) => {
    const { rows, next } = await engine().officeTrips.list({ operatorId, ...filter }, START, page);
    return { ids: rows.map(({ id }) => id), next };
  };

  it('the office’s view of a trip shows the trip’s cities, its bus and everything that is stored about it', async () => {
    const trip = await aTrip(engine(), { bus: { operatorId, name: 'Red Panda', registrationNo: 'GA 1 KHA 7' } });
    const boardingPoints = [{ name: 'Kalanki', minutes: -15 }];
    const droppingPoints = [{ name: 'Mugling', minutes: 180 }];
    await save(trip.id, { boardingPoints, droppingPoints });
    const found = await find(trip.id);
    expect(found).to.deep.include({
      id: trip.id,
      operatorId,
      departsAt: trip.departsAt,
      arrivesAt: trip.arrivesAt,
      fare: 120_000,
      status: 'ACTIVE',
      timetable: null,
      boardingPoints,
      droppingPoints,
      departedAt: null,
      notBookableReason: null,
    });
    expect([found.source.name, found.destination.name]).to.deep.equal(['Kathmandu', 'Pokhara']);
    expect([found.source.id, found.destination.id]).to.deep.equal([found.sourceCityId, found.destinationCityId]);
    expect(found.bus).to.deep.equal({
      id: trip.busId,
      name: 'Red Panda',
      registrationNo: 'GA 1 KHA 7',
      type: 'DELUXE',
      totalSeats: 4,
      hasSeatMap: true,
      approvalStatus: 'APPROVED',
      status: 'ACTIVE',
    });
    expect(await engine().officeTrips.find(4711 as TripId, START)).to.equal(undefined);
    const inside = await engine().transact(({ officeTrips }) => officeTrips.find(trip.id, START));
    expect(inside).to.deep.equal(found);
  });

  it('the office’s view of a trip counts each seat once, as sold, held, blocked or left', async () => {
    const { id: tripId } = await aTrip(engine(), { seats: ['A1', 'A2', 'B1', 'B2', 'C1', 'C2'] });
    const [asha, bikram, chandra] = [
      await aPassengerId(engine()),
      await aPassengerId(engine()),
      await aPassengerId(engine()),
    ];
    await aBooking(engine(), { userId: asha, tripId, seats: [seat('A1'), seat('A2')], status: 'CONFIRMED' });
    await aBooking(engine(), { userId: bikram, tripId, seats: [seat('B1')] });
    await aBooking(engine(), { userId: chandra, tripId, seats: [seat('B2')], status: 'REFUNDED' });
    const hold = (expiresAt = minutesAfter(START, 10)) =>
      engine().transact(({ seatLocks }) =>
        seatLocks.hold({ tripId, passenger: chandra, wanted: [seat('C1')], expiresAt }, START),
      );
    await hold();
    const seats = (now = START) => ofRoad(tripId, now);
    expect(await seats()).to.deep.equal({ total: 6, sold: 3, held: 1, blocked: 0, left: 2, boarded: 0 });
    expect(await seats(minutesAfter(START, 10))).to.deep.include({ total: 6, sold: 3, held: 0, left: 3 });
    expect(await seats(DEADLINE)).to.deep.include({ total: 6, sold: 2, held: 0, left: 4 });
    // Another passenger holds B1 from the moment at which the unpaid booking of B1 expires.
    await engine().transact(({ seatLocks }) =>
      seatLocks.hold(
        { tripId, passenger: chandra, wanted: [seat('B1')], expiresAt: minutesAfter(DEADLINE, 9) },
        DEADLINE,
      ),
    );
    expect(await seats(DEADLINE)).to.deep.include({ total: 6, sold: 2, held: 1, left: 3 });
  });

  it('the office’s view of a trip without a seat map counts each place once, even if it is oversold', async () => {
    const busId = await aBus(engine(), { operatorId, registrationNo: 'GA 1 KHA 7', seats: 10 });
    const { id: tripId } = await aTrip(engine(), { busId });
    const asha = await aPassengerId(engine());
    await aBooking(engine(), { userId: asha, tripId, seatsCount: 4, status: 'CHECKED_IN' });
    await aBooking(engine(), { userId: asha, tripId, seatsCount: 3 });
    await aBooking(engine(), { userId: asha, tripId, seatsCount: 2, status: 'EXPIRED' });
    const seats = (now = START) => ofRoad(tripId, now);
    expect(await seats()).to.deep.equal({ total: 10, sold: 7, held: 0, blocked: 0, left: 3, boarded: 0 });
    expect(await seats(DEADLINE)).to.deep.include({ total: 10, sold: 4, left: 6 });
    await aBus(engine(), { operatorId, registrationNo: 'GA 1 KHA 7', seats: 5 });
    expect(await seats()).to.deep.include({ total: 7, sold: 7, left: 0 });
  });

  const parts = async (id: TripId, now = START) =>
    (await find(id, now)).seats.sections.map(({ from, to, sold, held, blocked, left }) =>
      [`${from}-${to}`, sold, held, blocked, left].join(' '),
    );
  const block = (tripId: TripId, blocks: readonly Block[]) =>
    engine().transact(async (stores) => {
      await stores.blocks.lock(tripId, START);
      return stores.blocks.replace(tripId, blocks, START);
    });

  it('the office’s view of a trip without stops on the way counts each seat once, for the whole trip', async () => {
    const { id: tripId } = await aTrip(engine(), { seats: ['A1', 'A2', 'B1', 'B2', 'C1'] });
    const [asha, bikram] = [await aPassengerId(engine()), await aPassengerId(engine())];
    await aBooking(engine(), { userId: asha, tripId, seats: [seat('A1'), seat('A2')], status: 'CONFIRMED' });
    await block(tripId, [{ seat: seat('B1'), reason: 'Crew', until: null }]);
    const selection = { tripId, passenger: bikram, wanted: [seat('B2')], expiresAt: minutesAfter(START, 10) };
    await engine().transact(({ seatLocks }) => seatLocks.hold(selection, START));
    expect(await parts(tripId)).to.deep.equal(['0-1 2 1 1 1']);
    expect(await ofRoad(tripId)).to.deep.equal({ total: 5, sold: 2, held: 1, blocked: 1, left: 1, boarded: 0 });
  });

  it('the office’s view of a trip with stops counts each seat once, even if several people take it between different stops', async () => {
    const seats = ['A1', 'A2', 'B1', 'B2', 'C1'];
    const { id: tripId } = await aRoad(engine(), { between: ['Mugling', 'Damauli'], seats });
    const [asha, bikram] = [await aPassengerId(engine()), await aPassengerId(engine())];
    const book = (number: string, from: number, to: number, traits: Partial<Parameters<typeof aBooking>[1]> = {}) =>
      aBooking(engine(), { userId: asha, tripId, seats: [seat(number)], section: { from, to }, ...traits });
    await book('A1', 0, 1, { status: 'CONFIRMED' });
    await book('A1', 1, 2, { status: 'CONFIRMED' });
    await book('A2', 2, 3);
    await block(tripId, [{ seat: seat('B2'), reason: 'Crew', until: null }]);
    const wanted = [seat('A1'), seat('A2'), seat('B1')];
    for (const [passenger, section, held] of [
      [bikram, { from: 2, to: 3 }, ['A1', 'B1']],
      [asha, { from: 0, to: 2 }, ['A2', 'B1']],
    ] as const) {
      const numbers = wanted.filter((number) => held.some((one) => one === number));
      const selection = { tripId, passenger, wanted: numbers, section, expiresAt: minutesAfter(START, 10) };
      await engine().transact(({ seatLocks }) => seatLocks.hold(selection, START));
    }
    expect(await ofRoad(tripId)).to.deep.equal({ total: 5, sold: 2, held: 1, blocked: 1, left: 1, boarded: 0 });
    expect(await parts(tripId)).to.deep.equal(['0-1 1 2 1 1', '1-2 1 2 1 1', '2-3 1 2 1 1']);
    expect(await ofRoad(tripId, DEADLINE)).to.include({ sold: 1, held: 0, blocked: 1, left: 3 });
    expect(await parts(tripId, DEADLINE)).to.deep.equal(['0-1 1 0 1 3', '1-2 1 0 1 3', '2-3 0 0 1 4']);
    const { rows } = await engine().officeTrips.list({ operatorId: (await find(tripId)).operatorId }, START, {
      limit: 5,
    });
    expect(rows).to.deep.equal([await find(tripId)]);
  });

  it('the office’s view of a trip without a seat map counts as left only places that are free at every stop', async () => {
    const { id: tripId } = await aRoad(engine(), { between: ['Mugling'], seats: 20 });
    const asha = await aPassengerId(engine());
    const book = (from: number, to: number, seatsCount: number, status: 'CONFIRMED' | 'PENDING_PAYMENT') =>
      aBooking(engine(), { userId: asha, tripId, seatsCount, section: { from, to }, status });
    await book(0, 1, 13, 'CONFIRMED');
    await book(0, 1, 2, 'PENDING_PAYMENT');
    await book(1, 2, 8, 'CONFIRMED');
    expect(await ofRoad(tripId)).to.deep.equal({ total: 20, sold: 15, held: 0, blocked: 0, left: 5, boarded: 0 });
    await block(tripId, [{ places: 3, reason: 'Agent', until: null }]);
    expect(await ofRoad(tripId)).to.deep.equal({ total: 20, sold: 15, held: 0, blocked: 3, left: 2, boarded: 0 });
    expect(await parts(tripId)).to.deep.equal(['0-1 15 0 3 2', '1-2 8 0 3 9']);
    expect(await parts(tripId, DEADLINE)).to.deep.equal(['0-1 13 0 3 4', '1-2 8 0 3 9']);
  });

  it('the office’s view of a trip adds up the prices that were paid and not refunded', async () => {
    const { id: tripId } = await aTrip(engine(), { seats: 20 });
    const asha = await aPassengerId(engine());
    expect((await find(tripId)).gross).to.equal(0);
    for (const status of ['CONFIRMED', 'CHECKED_IN', 'COMPLETED'] as const)
      await aBooking(engine(), { userId: asha, tripId, seatsCount: 2, status });
    for (const status of ['PENDING_PAYMENT', 'CANCELLED', 'REFUNDED', 'EXPIRED'] as const)
      await aBooking(engine(), { userId: asha, tripId, seatsCount: 2, status });
    const found = await find(tripId);
    expect([found.gross, found.seats.sold]).to.deep.equal([3 * 240_000, 8]);
  });

  it('the office’s view of a trip says why the trip is not on sale', async () => {
    const why = async (id: TripId, now = START) => (await find(id, now)).notBookableReason;
    const { id, departsAt } = await aTrip(engine());
    expect([await why(id), await why(id, departsAt)]).to.deep.equal([null, 'DEPARTED']);
    await save(id, { departedAt: START });
    expect(await why(id)).to.equal('DEPARTED');
    await save(id, { status: 'CANCELLED' });
    expect(await why(id, departsAt)).to.equal('TRIP_CANCELLED');
    for (const [reason, bus] of [
      ['BUS_NOT_APPROVED', { approvalStatus: 'PENDING', status: 'INACTIVE', documents: [] }],
      ['BUS_INACTIVE', { status: 'INACTIVE', documents: [] }],
      ['PAPERS_MISSING', { documents: [] }],
    ] as const)
      expect(await why((await aTrip(engine(), { bus })).id)).to.equal(reason);
    const { id: own } = await aTrip(engine(), { bus: { operatorId } });
    await engine().transact(async ({ companies }) => {
      const company = await companies.lock(operatorId);
      await companies.save({ ...company!, status: 'SUSPENDED' });
    });
    expect(await why(own)).to.equal('COMPANY_SUSPENDED');
  });

  it('the office’s list of trips is ordered by departure, then by id, page by page', async () => {
    const busId = await aBus(engine(), { operatorId });
    const [second, third] = [await aTrip(engine(), { busId }), await aTrip(engine(), { busId })];
    const first = await aTrip(engine(), { busId, departsAt: hoursAfter(START, -24) });
    await aTrip(engine());
    const all = [first.id, second.id, third.id];
    expect(await list()).to.deep.equal({ ids: all, next: undefined });
    const one = await list({}, { limit: 2 });
    expect(one).to.deep.equal({ ids: all.slice(0, 2), next: [second.departsAt, second.id] });
    expect(await list({}, { limit: 2, after: one.next! })).to.deep.equal({ ids: [third.id], next: undefined });
  });

  it('the office’s list of trips is filtered by bus, status, cities and time, in any combination', async () => {
    const [busId, other] = [await aBus(engine(), { operatorId }), await aBus(engine(), { operatorId })];
    const wanted = await aTrip(engine(), { busId, from: 'Butwal', to: 'Dhangadhi', status: 'CANCELLED' });
    const back = await aTrip(engine(), { busId, from: 'Dhangadhi', to: 'Butwal' });
    const elsewhere = await aTrip(engine(), { busId: other, from: 'Butwal', to: 'Pokhara' });
    const later = await aTrip(engine(), { busId: other, departsAt: hoursAfter(START, 72) });
    const { sourceCityId, destinationCityId } = await find(wanted.id);
    const ids = async (filter: Partial<OfficeTripFilter>) => (await list(filter)).ids;
    expect(await ids({ busId })).to.deep.equal([wanted.id, back.id]);
    expect(await ids({ status: 'CANCELLED' })).to.deep.equal([wanted.id]);
    expect(await ids({ sourceCityId })).to.deep.equal([wanted.id, elsewhere.id]);
    expect(await ids({ destinationCityId })).to.deep.equal([wanted.id]);
    const departs = { start: wanted.departsAt, end: later.departsAt };
    expect(await ids({ departs })).to.deep.equal([wanted.id, back.id, elsewhere.id]);
    expect(await ids({ departs: { start: later.departsAt } })).to.deep.equal([later.id]);
    expect(await ids({ departs: { end: wanted.departsAt } })).to.deep.equal([]);
    const every = { busId, status: 'CANCELLED', sourceCityId, destinationCityId, departs } as const;
    expect(await ids(every)).to.deep.equal([wanted.id]);
    expect(await ids({ ...every, status: 'ACTIVE' })).to.deep.equal([]);
  });
});
