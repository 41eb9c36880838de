import { expect } from 'chai';
import type { BusId, SeatNumber, TripId, UserId } from '../../../core/kernel/ids.ts';
import { daysAfter, minutesAfter } from '../../../core/kernel/time.ts';
import { aBooking } from '../../support/bookings.ts';
import { aTrip, changePlan, seat } from '../../support/catalogue.ts';
import { START } from '../../support/clock.ts';
import { onEveryEngine } from '../../support/engines.ts';
import { recorded, seatMessage } from '../../support/events.ts';
import { type Fleet, aFleet, redrawn, rowsOf } from '../../support/fleet.ts';
import { anOperator, aPassengerId } from '../../support/people.ts';
import { codeOf, refused } from '../../support/refusals.ts';
import { aRoad } from '../../support/roads.ts';

onEveryEngine('seat map changes', (engine) => {
  let fleet: Fleet;
  let id: BusId;
  let trip: TripId;
  let asha: UserId;

  beforeEach(async () => {
    fleet = await aFleet(engine());
    ({ id } = await fleet.add({ seatMap: rowsOf('A1', 'A2', 'B1', 'B2') }));
    trip = (await aTrip(engine(), { busId: id })).id;
    asha = await aPassengerId(engine());
  });

  const map = async () => (await fleet.map(id))!;
  const number = (from: string, to: string) => async () =>
    redrawn(await map(), (one) => (one.number === from ? { ...one, number: seat(to) } : one));
  const without = async (...gone: readonly string[]) =>
    redrawn(await map(), (one) => (gone.includes(one.number) ? undefined : one));
  const outOfUse = async (...numbers: readonly string[]) =>
    redrawn(await map(), (one) => ({ ...one, isActive: !numbers.includes(one.number) }));
  const sell = (seats: readonly string[], on = trip, traits: Partial<Parameters<typeof aBooking>[1]> = {}) =>
    aBooking(engine(), { userId: asha, tripId: on, seats: seats.map(seat), status: 'CONFIRMED', ...traits });
  const hold = (...seats: readonly string[]) =>
    engine().transact(({ seatLocks }) =>
      seatLocks.hold(
        { tripId: trip, passenger: asha, wanted: seats.map(seat), expiresAt: minutesAfter(START, 10) },
        START,
      ),
    );
  const soldIn = async (ending: Promise<unknown>) => {
    const { code, extra } = await refused(ending);
    return [code, extra['seats']];
  };
  const idsByNumber = async () => Object.fromEntries((await map()).seats.map((one) => [one.number, one.id]));

  it('a seat map change raises the bus’s revision, sets its number of seats and keeps it approved', async () => {
    await fleet.make(id, { approvalStatus: 'APPROVED', waitingSince: null });
    const before = await idsByNumber();
    const drawn = await fleet.draw(id, await without('B2'));
    expect(drawn).to.deep.equal(await map());
    expect(await fleet.view(id)).to.deep.include({
      totalSeats: 3,
      revision: 2,
      approvalStatus: 'APPROVED',
      mapChangedInOffice: true,
      changedInOffice: false,
    });
    const { B2: gone, ...staying } = before;
    expect(await idsByNumber()).to.deep.equal(staying);
    expect(gone).to.be.a('number');
    expect(await fleet.seatsOf(trip)).to.deep.equal(['A1', 'A2', 'B1']);
    expect((await engine().tripSearch.find(trip, START))?.seatsLeft ?? 3).to.equal(3);
  });

  it('a seat map change is in the activity log with the old and new seats', async () => {
    const { B1, B2 } = await idsByNumber();
    const wanted = redrawn(await map(), (one) =>
      one.number === 'B2' ? undefined : one.number === 'B1' ? { ...one, type: 'window' } : one,
    );
    await fleet.draw(id, { ...wanted, rows: 2 });
    const entry = (await fleet.trail(id)).at(-1);
    const place = { deck: 1, row: 1 };
    expect([entry?.kind, entry?.changes]).to.deep.equal([
      'SEAT_MAP_CHANGED',
      {
        total_seats: { old: 4, new: 3 },
        rows: { old: 1, new: 2 },
        seats: {
          old: [
            { id: B1, seat_number: 'B1', ...place, col: 3, seat_type: 'SEAT', is_active: true },
            { id: B2, seat_number: 'B2', ...place, col: 4, seat_type: 'SEAT', is_active: true },
          ],
          new: [{ id: B1, seat_number: 'B1', ...place, col: 3, seat_type: 'WINDOW', is_active: true }],
        },
      },
    ]);
  });

  it('a seat map that is saved without a difference changes nothing', async () => {
    const before = await fleet.view(id);
    expect(await fleet.draw(id, await map())).to.deep.equal(await map());
    expect([await fleet.view(id), (await fleet.trail(id)).length]).to.deep.equal([before, 1]);
    const { id: counted } = await fleet.add();
    expect(await fleet.draw(counted, null)).to.equal(null);
    expect((await fleet.view(counted)).revision).to.equal(1);
  });

  it('a seat map change may consist of only a new size of the map or a new type of one seat', async () => {
    let revision = 1;
    for (const change of [{ rows: 2 }, { cols: 5 }, { deckCount: 2 }]) {
      revision += 1;
      expect(await fleet.draw(id, { ...(await map()), ...change })).to.deep.include(change);
      expect((await fleet.view(id)).revision).to.equal(revision);
    }
    await fleet.draw(
      id,
      redrawn(await map(), (one) => ({ ...one, type: 'sofa' })),
    );
    expect((await map()).seats.map(({ type }) => type)).to.deep.equal(['SOFA', 'SOFA', 'SOFA', 'SOFA']);
  });

  it('a seat map change sets the bus’s number of seats to the seats in use', async () => {
    await fleet.draw(id, await outOfUse('A2'));
    expect((await fleet.view(id)).totalSeats).to.equal(3);
  });

  it('a seat map change by another company is refused with BUS_UNKNOWN', async () => {
    const stranger = await anOperator(engine());
    const other = { userId: stranger.id, operatorId: stranger.operatorId };
    expect(await codeOf(fleet.draw(id, rowsOf('A1'), other))).to.equal('BUS_UNKNOWN');
  });

  it('a seat map change accepts only seat ids that the map has at that moment', async () => {
    const foreign = (await fleet.map((await fleet.add({ template: 'micro-14' })).id))!.seats[0]!.id;
    const gone = (await idsByNumber())['B2'];
    await sell(['B2'], trip, { status: 'EXPIRED' });
    await fleet.draw(id, await without('B2'));
    for (const unknown of [foreign, gone, 4711]) {
      const { kind, faults } = await refused(
        fleet.draw(id, rowsOf('A1', { number: seat('C1'), id: unknown as never })),
      );
      expect([kind, faults.map(({ field }) => field)]).to.deep.equal(['invalid', ['seat_map.seats[1].id']]);
    }
  });

  it('a seat map change counts a trip as upcoming until the bus leaves the last stop but one', async () => {
    const [cityId] = await engine().transact(({ catalogue }) => catalogue.saveCities(['Mugling']));
    await changePlan(engine(), trip, { stops: [{ cityId: cityId!, arrives: 60, departs: 70 }] });
    const isAheadAt = (minutes: number) =>
      engine().transact(({ tripsAhead }) => tripsAhead.lock(id, minutesAfter(daysAfter(START, 2), minutes)));
    expect(await isAheadAt(69)).to.deep.equal([trip]);
    expect(await isAheadAt(70)).to.deep.equal([]);
  });

  it('a seat map change keeps sold seats in their bookings, even when two seats exchange their numbers', async () => {
    const { bookings } = { bookings: await sell(['A1']) };
    const swap: Record<string, string> = { A1: 'A2', A2: 'A1' };
    await fleet.draw(
      id,
      redrawn(await map(), (one) => ({
        ...one,
        number: seat(swap[one.number] ?? one.number),
        col: { A1: 2, A2: 1 }[one.number as string] ?? one.col,
      })),
    );
    expect(await fleet.seatsOf(trip)).to.deep.equal(['A1', 'A2 booked', 'B1', 'B2']);
    const view = await engine().bookingViews.find(bookings.id, asha);
    expect(view?.seats.map((one) => one.seat)).to.deep.equal(['A2']);
    expect(await engine().auditReader.soldTwice()).to.deep.equal([]);
  });

  it('a seat map change that removes or disables seats sold for an upcoming trip is refused, and the refusal names these seats', async () => {
    const later = (await aTrip(engine(), { busId: id, departsAt: daysAfter(START, 5) })).id;
    const [one, other] = [await sell(['A1', 'A2']), await sell(['A1'], later)];
    const names = (...sold: readonly (readonly [string, TripId, string])[]) =>
      sold.map(([seatNumber, schedule, code]) => ({
        seat_number: seatNumber,
        schedule_id: schedule,
        booking_code: code,
      }));
    const all = names(['A1', trip, one.code], ['A2', trip, one.code], ['A1', later, other.code]);
    expect(await soldIn(fleet.draw(id, await without('A1', 'A2', 'B1')))).to.deep.equal(['SEATS_SOLD', all]);
    expect(await soldIn(fleet.draw(id, await outOfUse('A2')))).to.deep.equal([
      'SEATS_SOLD',
      names(['A2', trip, one.code]),
    ]);
    expect(await soldIn(fleet.draw(id, null))).to.deep.equal(['SEATS_SOLD', all]);
    expect((await fleet.view(id)).revision).to.equal(1);
    expect(await fleet.draw(id, await without('B1', 'B2')))
      .to.have.property('seats')
      .that.has.length(2);
  });

  it('a seat map change may remove seats of overdue and ended bookings, and of trips that have departed', async () => {
    const left = (await aTrip(engine(), { busId: id, departsAt: minutesAfter(START, 5) })).id;
    const cancelled = (await aTrip(engine(), { busId: id, status: 'CANCELLED' })).id;
    await sell(['A1'], left);
    await sell(['A2'], cancelled);
    await sell(['B1'], trip, { status: 'PENDING_PAYMENT' });
    await sell(['B2'], trip, { status: 'REFUNDED' });
    fleet.clock.set(minutesAfter(START, 14));
    expect(await codeOf(fleet.draw(id, rowsOf('C1')))).to.equal('SEATS_SOLD');
    fleet.clock.set(minutesAfter(START, 15));
    await fleet.draw(id, rowsOf('A1', 'C1'));
    expect(await fleet.seatsOf(trip)).to.deep.equal(['A1', 'C1']);
    await fleet.draw(id, null);
    expect(await fleet.seatsOf(trip)).to.equal(2);
  });

  it('a seat map cannot be added or removed while bookings of an upcoming trip depend on it', async () => {
    const { id: counted } = await fleet.add({ totalSeats: 9 });
    const { id: tripId } = await aTrip(engine(), { busId: counted });
    const { code } = await aBooking(engine(), { userId: asha, tripId, seatsCount: 2, status: 'CONFIRMED' });
    const named = [{ seat_number: null, schedule_id: tripId, booking_code: code }];
    expect(await soldIn(fleet.draw(counted, rowsOf('A1')))).to.deep.equal(['SEATS_SOLD', named]);
    fleet.clock.set(daysAfter(START, 3));
    await fleet.draw(counted, rowsOf('A1'));
    expect(await fleet.view(counted)).to.include({ totalSeats: 1, hasSeatMap: true });
  });

  it('a seat map cannot be added to a bus while a postponed trip has completed bookings without seat numbers', async () => {
    const { id: counted } = await fleet.add({ totalSeats: 9 });
    const { id: tripId } = await aTrip(engine(), { busId: counted });
    await aBooking(engine(), { userId: asha, tripId, seatsCount: 2, status: 'COMPLETED' });
    expect(await codeOf(fleet.draw(counted, rowsOf('A1')))).to.equal('SEATS_SOLD');
  });

  it('removing a seat map publishes all its seats as blocked, and adding a seat map publishes nothing', async () => {
    const { id: counted } = await fleet.add();
    const { id: tripId } = await aTrip(engine(), { busId: counted });
    await fleet.draw(counted, rowsOf('A1', 'A2'));
    expect(await recorded(engine())).to.deep.equal([]);
    await fleet.draw(counted, null);
    expect(await recorded(engine())).to.deep.equal([seatMessage(tripId, 'BLOCKED', 'A1', 'A2')]);
  });

  it('a refused seat map change names at most fifty sold seats', async () => {
    const { id: large } = await fleet.add({ seatMap: { ...rowsOf(...numbers(60)), rows: 15 } });
    const { id: tripId } = await aTrip(engine(), { busId: large });
    for (let start = 0; start < 60; start += 6) await sell(numbers(60).slice(start, start + 6), tripId);
    const [code, seats] = await soldIn(fleet.draw(large, null));
    expect([code, (seats as readonly unknown[]).length]).to.deep.equal(['SEATS_SOLD', 50]);
  });

  it('a seat map change releases held seats that it removes, and publishes the new state of every seat number', async () => {
    await hold('A1', 'A2', 'B1');
    const { A2, B1, B2 } = await idsByNumber();
    // The new map puts A1 out of use, renumbers A2 as C1, keeps B1 and removes B2. A new seat gets the number A2.
    await fleet.draw(
      id,
      rowsOf(
        { ...(await map()).seats[0], isActive: false },
        { number: seat('C1'), id: A2! },
        { number: seat('B1'), id: B1! },
        'A2',
      ),
    );
    expect(B2).to.be.a('number');
    expect(await recorded(engine())).to.have.deep.members([
      seatMessage(trip, 'BLOCKED', 'A1', 'B2'),
      seatMessage(trip, 'LOCKED', 'C1'),
      seatMessage(trip, 'AVAILABLE', 'A2'),
    ]);
    expect(await fleet.seatsOf(trip)).to.deep.equal(['A1 blocked', 'C1 held', 'B1 held', 'A2']);
    const freed = await engine().transact(({ seatLocks }) => seatLocks.release(trip, asha, START));
    expect(freed.map((one) => one.seat)).to.deep.equal(['B1', 'C1']);
    expect(await engine().transact(({ holdings }) => holdings.runs(asha, trip, START))).to.deep.equal([]);
  });

  it('a seat map change that renumbers a sold seat raises the SEQUENCE of calendar entries on the seat’s trips alone', async () => {
    const { id: other } = await aTrip(engine(), { busId: id });
    const bookings = [await sell(['A1', 'A2']), await sell(['B1'], other)];
    const sequences = () =>
      Promise.all(bookings.map(async (one) => (await engine().officeBookings.find(one.id))?.calendarSequence));
    await fleet.draw(id, await number('B2', 'Z2')());
    expect(await sequences()).to.deep.equal([0, 0]);
    await fleet.draw(id, await number('A1', 'Z1')());
    expect(await sequences()).to.deep.equal([1, 0]);
  });

  it('a seat map change publishes only changed seats of upcoming trips', async () => {
    await aTrip(engine(), { busId: id, status: 'CANCELLED' });
    const left = await aTrip(engine(), { busId: id, departsAt: minutesAfter(START, 1) });
    fleet.clock.set(left.departsAt);
    await fleet.draw(id, { ...(await map()), rows: 9 });
    expect(await recorded(engine())).to.deep.equal([]);
    await fleet.draw(id, await number('A1', 'Z1')());
    expect(await recorded(engine())).to.have.deep.members([
      seatMessage(trip, 'BLOCKED', 'A1'),
      seatMessage(trip, 'AVAILABLE', 'Z1'),
    ]);
  });

  it('a seat map change publishes, for trips with stops, between which stops each changed seat is free, held or blocked', async () => {
    const road = await aRoad(engine(), { busId: id, between: ['Mugling', 'Damauli'] });
    const section = (status: string, from: number, to: number, ...seats: readonly string[]) => [
      `schedules/${road.id}/sections`,
      { schedule_id: road.id, seat_numbers: seats, from_stop: from, to_stop: to, status },
    ];
    const wanted = ['A1', 'A2', 'B1'].map(seat);
    const held = { tripId: road.id, passenger: asha, wanted, expiresAt: minutesAfter(START, 10) };
    await engine().transact(({ seatLocks }) => seatLocks.hold({ ...held, section: { from: 1, to: 2 } }, START));
    const { A2, B1, B2 } = await idsByNumber();
    await fleet.draw(
      id,
      rowsOf(
        { ...(await map()).seats[0], isActive: false },
        { number: seat('C1'), id: A2! },
        { number: seat('B1'), id: B1! },
        { number: seat('B2'), id: B2! },
        'A2',
      ),
    );
    expect((await recorded(engine())).filter(([topic]) => topic.startsWith(`schedules/${road.id}/`))).to.deep.equal([
      seatMessage(road.id, 'BLOCKED', 'A1'),
      seatMessage(road.id, 'AVAILABLE', 'A2'),
      seatMessage(road.id, 'LOCKED', 'C1'),
      section('BLOCKED', 0, 3, 'A1'),
      section('AVAILABLE', 0, 3, 'C1'),
      section('AVAILABLE', 1, 2, 'A2'),
      section('LOCKED', 1, 2, 'C1'),
    ]);
  });

  it('a seat map change publishes no sections (from one stop to a later one) for trips without stops on the way', async () => {
    await fleet.draw(id, await number('A1', 'Z1')());
    expect((await recorded(engine())).filter(([topic]) => topic.endsWith('/sections'))).to.deep.equal([]);
  });

  const numbers = (count: number): readonly SeatNumber[] =>
    Array.from({ length: count }, (_, index) => seat(`S${index}`));
});
