import { expect } from 'chai';
import type { TripId, UserId, WaitId } from '../../core/kernel/ids.ts';
import { hoursAfter, minutesAfter } from '../../core/kernel/time.ts';
import { createBooking } from '../../core/bookings/create-booking.ts';
import { expireBookings } from '../../core/bookings/expire-bookings.ts';
import { startWaiting, type WaitRequest } from '../../core/line/start-waiting.ts';
import { stopWaiting } from '../../core/line/stop-waiting.ts';
import { sweepLine } from '../../core/line/sweep-line.ts';
import { viewTripLine, viewWaits } from '../../core/line/view-waits.ts';
import { endHolds, releaseSeats } from '../../core/seats/release-seats.ts';
import { lockSeats } from '../../core/seats/lock-seats.ts';
import { sweepLocks } from '../../core/seats/sweep-seats.ts';
import { aBooking } from '../support/bookings.ts';
import { aTrip, changePlan, seat } from '../support/catalogue.ts';
import { type HandClock, handClock, START } from '../support/clock.ts';
import { type Engine, memoryEngine, openMemory } from '../support/engines.ts';
import type { Database } from '../../adapters/knex/engine/database.ts';
import { recorded } from '../support/events.ts';
import { aPassengerId } from '../support/people.ts';
import { refused } from '../support/refusals.ts';
import { aDoor } from '../support/doors.ts';
import { LINE_TERMS } from '../support/line.ts';

const ALL = ['A1', 'A2', 'B1', 'B2'];

describe('waiting for seats', () => {
  let engine: Engine;
  let database: Database;
  let clock: HandClock;
  let trip: TripId;
  let asha: UserId;
  let bikram: UserId;
  let chandra: UserId;

  beforeEach(async () => {
    database = openMemory();
    engine = memoryEngine(database);
    clock = handClock();
    trip = (await aTrip(engine, { seats: ALL })).id;
    [asha, bikram, chandra] = [await aPassengerId(engine), await aPassengerId(engine), await aPassengerId(engine)];
  });

  const world = () => ({ ...engine, ...LINE_TERMS, clock, rateLimit: true });
  const wait = (passenger: UserId, request: Partial<WaitRequest> = {}, on = trip) =>
    startWaiting(world())(passenger, on, {
      count: 1,
      anyOf: [],
      section: undefined,
      keptFor: undefined,
      ...request,
    });
  const codeOf = async (ending: Promise<unknown>): Promise<string> => (await refused(ending)).code;
  const waitsOf = (passenger: UserId) => viewWaits(world())(passenger);
  const offered = async (passenger: UserId): Promise<readonly string[] | undefined> =>
    (await waitsOf(passenger))[0]?.offer?.seats;
  const lock = (passenger: UserId, seats: readonly string[], on = trip) =>
    lockSeats(world())(passenger, on, seats.map(seat));
  const release = (passenger: UserId) => releaseSeats(world())(passenger, trip);
  const book = (passenger: UserId, seats: readonly string[], on = trip, places = 1) =>
    createBooking({ ...world(), rateLimit: false, expireBookings: expireBookings(world()) })(passenger, {
      tripId: on,
      seatNumbers: seats.map(seat),
      passengers: [],
      seats: places,
    });
  /** Sells all seats to somebody else. */
  const sellOut = () => aBooking(engine, { tripId: trip, userId: chandra, seats: ALL.map(seat), seatsCount: 4 });
  const topics = async (passenger: UserId) =>
    (await recorded(engine)).flatMap(([topic, payload]) =>
      topic === `passengers/${passenger}/offers` ? [(payload as { status: string }).status] : [],
    );

  it('a person who waits sees the wait with trip, position and end', async () => {
    await sellOut();
    await wait(bikram);
    expect(await wait(asha, { count: 2, anyOf: ['a1', 'A2', 'B1'].map(seat) })).to.deep.include({
      tripId: trip,
      section: { from: 0, to: 1 },
      count: 2,
      anyOf: ['A1', 'A2', 'B1'],
      keptFor: null,
      position: 2,
      offer: null,
      until: minutesAfter(START, 48 * 60 - 30),
      createdAt: START,
    });
    expect((await waitsOf(asha))[0]?.trip).to.deep.include({ sourceCity: 'Kathmandu', destinationCity: 'Pokhara' });
  });

  it('a wait is refused for the first of: trip, seats, section, kinds, departure, second wait, free seats', async () => {
    expect(await codeOf(wait(asha, {}, 2_000_000_000 as TripId))).to.equal('TRIP_UNKNOWN');
    expect((await refused(wait(asha, { anyOf: [seat('Z9')] }))).faults[0]?.field).to.equal('any_of');
    expect((await refused(wait(asha, { count: 2, anyOf: [seat('A1')] }))).faults[0]?.field).to.equal('any_of');
    expect((await refused(wait(asha, { section: { from: 0, to: 2 } }))).faults[0]?.field).to.equal('to_stop');
    expect((await refused(wait(asha, { keptFor: ['MEN'] }))).faults[0]?.field).to.equal('for');
    expect(await codeOf(wait(asha))).to.equal('SEATS_FREE');
    expect(await codeOf(wait(asha, { count: 4 }))).to.equal('SEATS_FREE');
    await wait(asha, { count: 5 });
    expect(await codeOf(wait(asha))).to.equal('ALREADY_WAITING');
    clock.set(minutesAfter(START, 48 * 60 - 30));
    expect(await codeOf(wait(bikram))).to.equal('TRIP_DEPARTED');
  });

  it('nobody waits for a trip before its sale opens', async () => {
    await aDoor(engine, { opensAt: hoursAfter(START, 24), trips: [trip] });
    expect(await codeOf(wait(asha))).to.equal('NOT_ON_SALE');
  });

  it('seats that the person holds count as free for a wait', async () => {
    await lock(asha, ALL);
    expect(await codeOf(wait(asha, { count: 4 }))).to.equal('SEATS_FREE');
    await wait(bikram, { count: 1 });
  });

  it('a person may wait on five trips at a time', async () => {
    for (let count = 0; count < 5; count += 1)
      await wait(asha, { count: 2 }, (await aTrip(engine, { seats: ['A1'] })).id);
    expect(await codeOf(wait(asha, { count: 5 }))).to.equal('TOO_MANY_WAITS');
  });

  it('waits and offers that are over by the clock keep nobody from waiting', async () => {
    await lock(chandra, ALL);
    await wait(asha, { count: 4 });
    await release(chandra);
    clock.set(minutesAfter(START, 5));
    for (let count = 1; count < 5; count += 1)
      await wait(asha, { count: 2 }, (await aTrip(engine, { seats: ['A1'] })).id);
    await wait(bikram, { count: 4 });
    clock.set(minutesAfter(START, 15));
    await wait(asha, { count: 2 }, (await aTrip(engine, { seats: ['A1'] })).id);
    expect(await codeOf(wait(asha))).to.equal('TOO_MANY_WAITS');
    const [last] = await waitsOf(asha);
    await stopWaiting(world())(asha, last!.id);
    expect((await wait(asha)).offer).to.equal(null);
    expect(await offered(bikram)).to.deep.equal(ALL);
  });

  it('seats that come free go to the first in line whom they fit, and are held for them', async () => {
    const { id } = await sellOut();
    await wait(asha, { count: 5 });
    await wait(bikram, { count: 2 });
    await engine.transact(async (stores) => stores.seatLocks.releaseBooking(id, START));
    expect(await offered(asha)).to.equal(undefined);
    expect(await offered(bikram)).to.deep.equal(['A1', 'A2']);
    expect((await waitsOf(bikram))[0]?.offer?.until).to.equal(minutesAfter(START, 15));
    expect((await lock(chandra, ALL)).granted).to.deep.equal(['B1', 'B2']);
    expect(await topics(bikram)).to.deep.equal(['OFFERED']);
  });

  it('a released hold goes to the line in the same transaction', async () => {
    await lock(chandra, ALL);
    await wait(asha, { count: 2, anyOf: ['B1', 'B2'].map(seat) });
    await release(chandra);
    expect(await offered(asha)).to.deep.equal(['B1', 'B2']);
  });

  it('a hold that lapses by the clock goes to the line before anybody else gets it', async () => {
    await lock(chandra, ALL);
    await wait(asha, { count: 4 });
    clock.set(minutesAfter(START, 10));
    expect((await lock(bikram, ['A1'])).granted).to.deep.equal([]);
    expect(await offered(asha)).to.deep.equal(ALL);
  });

  it('an unpaid booking that is overdue goes to the line before anybody else gets its seats', async () => {
    await sellOut();
    await wait(asha, { count: 1, anyOf: [seat('A1')] });
    clock.set(hoursAfter(START, 2));
    expect((await lock(bikram, ALL)).granted).to.deep.equal(['A2', 'B1', 'B2']);
    expect(await offered(asha)).to.deep.equal(['A1']);
  });

  it('an offer is neither dropped, renewed nor shortened by a lock, and its seat is granted', async () => {
    await lock(chandra, ALL);
    await wait(asha, { count: 1, anyOf: [seat('A1')] });
    await release(chandra);
    clock.set(minutesAfter(START, 8));
    expect(await lock(asha, ['A1', 'A2'])).to.deep.include({
      granted: ['A1', 'A2'],
      expiresAt: minutesAfter(START, 15),
    });
    expect(await lock(asha, ['A2'])).to.deep.include({ granted: ['A2'], expiresAt: minutesAfter(START, 18) });
    expect((await lock(asha, [])).granted).to.deep.equal([]);
    expect(await offered(asha)).to.deep.equal(['A1']);
    expect((await lock(bikram, ['A1'])).rejected).to.have.length(1);
  });

  it('the end of a lock is the earliest of those of its seats, and that of an offer if it names no other seat', async () => {
    await lock(chandra, ALL);
    await wait(asha, { count: 1, anyOf: [seat('A1')] });
    await release(chandra);
    expect((await lock(asha, ['A1'])).expiresAt).to.equal(minutesAfter(START, 15));
    expect((await lock(asha, ['A1', 'A2'])).expiresAt).to.equal(minutesAfter(START, 10));
    clock.set(minutesAfter(START, 8));
    expect((await lock(asha, ['A1', 'A2'])).expiresAt).to.equal(minutesAfter(START, 15));
    expect((await lock(bikram, ['A1'])).expiresAt).to.equal(minutesAfter(START, 18));
  });

  it('offered seats count towards the six seats of a trip', async () => {
    trip = (await aTrip(engine, { seats: [...ALL, 'C1', 'C2', 'D1', 'D2'] })).id;
    await lock(chandra, ['A1', 'A2', 'B1']);
    await lock(asha, ['B2', 'C1', 'C2', 'D1']);
    await lock(bikram, ['D2']);
    await wait(asha, { count: 3, anyOf: ['A1', 'A2', 'B1', 'D2'].map(seat) });
    await release(chandra);
    expect(await offered(asha)).to.equal(undefined);
    await lock(asha, ['B2', 'C1', 'C2']);
    expect(await offered(asha)).to.have.length(3);
    expect((await lock(asha, ['B2', 'C1', 'C2', 'D1'])).granted).to.deep.equal(['B2', 'C1', 'C2']);
  });

  it('an offer that nobody takes ends the wait, and its seats go to the next in line', async () => {
    await lock(chandra, ALL);
    await wait(asha, { count: 3 });
    await wait(bikram, { count: 2 });
    await release(chandra);
    expect(await offered(asha)).to.have.length(3);
    clock.set(minutesAfter(START, 15));
    expect(await sweepLocks(world())()).to.equal(0);
    await sweepLine(world())();
    expect(await waitsOf(asha)).to.deep.equal([]);
    expect(await offered(bikram)).to.have.length(2);
    expect(await topics(asha)).to.deep.equal(['OFFERED', 'ENDED']);
  });

  it('booking some of the offered seats ends the wait, and the others go to the next in line', async () => {
    await lock(chandra, ALL);
    await wait(asha, { count: 2, anyOf: ['A1', 'A2'].map(seat) });
    await wait(bikram, { count: 1, anyOf: [seat('A2')] });
    await release(chandra);
    await book(asha, ['A1']);
    expect(await waitsOf(asha)).to.deep.equal([]);
    expect(await offered(bikram)).to.deep.equal(['A2']);
  });

  it('a person who releases offered seats, or gives up, waits no longer', async () => {
    await lock(chandra, ALL);
    const { id } = await wait(asha, { count: 4 });
    await wait(bikram, { count: 4 });
    await release(chandra);
    expect(await codeOf(stopWaiting(world())(bikram, id))).to.equal('WAIT_UNKNOWN');
    await release(asha);
    expect(await waitsOf(asha)).to.deep.equal([]);
    expect(await offered(bikram)).to.deep.equal(ALL);
    await stopWaiting(world())(bikram, (await waitsOf(bikram))[0]?.id as WaitId);
    expect(await waitsOf(bikram)).to.deep.equal([]);
    expect((await lock(chandra, ALL)).granted).to.deep.equal(ALL);
  });

  it('a wait that has ended no longer says what its person needs', async () => {
    await lock(chandra, ALL);
    const { id } = await wait(asha, { keptFor: ['DISABLED'] });
    const needs = async () =>
      database.read.rows<{ kept_for: string | null }>`select kept_for from waits where id = ${id}`;
    expect(await needs()).to.deep.equal([{ kept_for: '["DISABLED"]' }]);
    await stopWaiting(world())(asha, id);
    expect(await needs()).to.deep.equal([{ kept_for: null }]);
  });

  it('a person whose offered hold is let go of waits again, in the old place', async () => {
    await lock(chandra, ALL);
    const { id } = await wait(asha, { count: 4 });
    await wait(bikram, { count: 4 });
    await release(chandra);
    await engine.transact((stores) => endHolds(stores, [trip], minutesAfter(START, 5)));
    clock.set(minutesAfter(START, 5));
    expect((await waitsOf(asha))[0]).to.deep.include({ id, position: 1 });
    expect((await waitsOf(asha))[0]?.offer?.until).to.equal(minutesAfter(START, 20));
    expect(await topics(asha)).to.deep.equal(['OFFERED', 'ENDED', 'OFFERED']);
  });

  it('waits end when the trip is cancelled, and when the account is suspended', async () => {
    await lock(chandra, ALL);
    await wait(asha);
    await wait(bikram);
    await engine.transact(({ users }) => users.setStatus(asha, 'SUSPENDED'));
    expect(await waitsOf(asha)).to.deep.equal([]);
    expect((await waitsOf(bikram))[0]?.position).to.equal(1);
    await changePlan(engine, trip, { status: 'CANCELLED' });
    await engine.transact((stores) => endHolds(stores, [trip], START));
    expect(await waitsOf(bikram)).to.deep.equal([]);
  });

  it('a trip that takes no booking now serves nobody', async () => {
    await lock(chandra, ALL);
    await wait(asha);
    await database.knex('buses').update({ status: 'INACTIVE' });
    await release(chandra);
    expect(await offered(asha)).to.equal(undefined);
  });

  it('places without a map are offered, taken for others, and serve their person’s booking', async () => {
    const places = (await aTrip(engine, { seats: 3 })).id;
    const { id } = await aBooking(engine, { tripId: places, userId: chandra, seatsCount: 3 });
    await wait(asha, { count: 2 }, places);
    await engine.transact(async (stores) => {
      await stores.bookings.move(id, 'expire');
      await stores.trips.freePlaces(places, 3, START);
    });
    expect((await waitsOf(asha))[0]?.offer).to.deep.equal({ seats: [], until: minutesAfter(START, 15) });
    const shown = await engine.officeTrips.find(places, START);
    expect(shown?.seats).to.deep.include({ held: 2, blocked: 0, left: 1 });
    expect(shown?.withheld).to.equal(0);
    expect(await codeOf(book(bikram, [], places, 2))).to.equal('NOT_ENOUGH_SEATS');
    await book(bikram, [], places, 1);
    await book(asha, [], places, 2);
    expect(await waitsOf(asha)).to.deep.equal([]);
    expect(await codeOf(book(bikram, [], places, 1))).to.equal('NOT_ENOUGH_SEATS');
  });

  it('the sweep ends offers and waits by the clock, and serves what is free', async () => {
    await lock(chandra, ALL);
    await wait(asha, { count: 4 });
    await wait(bikram, { count: 1 });
    clock.set(minutesAfter(START, 10));
    await sweepLine(world())();
    expect(await offered(asha)).to.deep.equal(ALL);
    clock.set(minutesAfter(START, 25));
    await sweepLine(world())();
    expect(await offered(bikram)).to.have.length(1);
    clock.set(hoursAfter(START, 48));
    await sweepLine(world())();
    expect(await waitsOf(bikram)).to.deep.equal([]);
  });

  it('a trip whose line cannot be served stops no trip behind it, and the sweep fails at the end', async () => {
    await lock(chandra, ALL);
    await wait(bikram, { count: 4 });
    const behind = (await aTrip(engine, { seats: ['A1'] })).id;
    await lock(chandra, ['A1'], behind);
    await wait(asha, {}, behind);
    clock.set(minutesAfter(START, 10));
    const failing: Engine['transact'] = (work) =>
      engine.transact((stores) =>
        work({
          ...stores,
          line: {
            ...stores.line,
            serve: (one, now) => (one === trip ? Promise.reject(new Error('broken')) : stores.line.serve(one, now)),
          },
        }),
      );
    const failed = await sweepLine({ ...world(), transact: failing })().catch((error: unknown) => error);
    expect(failed).to.have.property('message', 'broken');
    expect(await offered(asha)).to.deep.equal(['A1']);
  });

  it('the company sees how many people wait, without names', async () => {
    await lock(chandra, ALL);
    await wait(asha, { count: 2, anyOf: ['A1', 'A2'].map(seat) });
    await wait(bikram, { count: 3 });
    await lock(chandra, ['B1', 'B2']);
    const operatorId = await engine.transact(async ({ trips }) => (await trips.find(trip))!.bus.operatorId);
    expect(await viewTripLine(world())(operatorId, trip)).to.deep.include({
      people: 2,
      seats: 5,
      offered: 2,
      sections: [{ from: 0, to: 1, people: 2, seats: 5 }],
    });
  });
});
