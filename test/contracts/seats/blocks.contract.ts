import { expect } from 'chai';
import type { Block } from '../../../core/seats/block.ts';
import { fitBlocks } from '../../../core/seats/change-blocks.ts';
import { sweepBlocks } from '../../../core/seats/sweep-seats.ts';
import type { TripId, UserId } from '../../../core/kernel/ids.ts';
import { type Instant, minutesAfter } from '../../../core/kernel/time.ts';
import { seatStatus } from '../../../core/seats/seat-map.ts';
import { aBooking } from '../../support/bookings.ts';
import { aTrip, seat } from '../../support/catalogue.ts';
import { START } from '../../support/clock.ts';
import { onEveryEngine } from '../../support/engines.ts';
import { recorded } from '../../support/events.ts';
import { aPassengerId } from '../../support/people.ts';
import { aRoad } from '../../support/roads.ts';

const LATER = minutesAfter(START, 30);
const before = (at: Instant): Instant => (at - 1) as Instant;
const kept = (number: string, until: Instant | null = null): Block => ({ seat: seat(number), reason: 'Kept', until });
const places = (count: number, until: Instant | null = null): Block => ({ places: count, reason: 'Agent', until });

onEveryEngine('seat blocks', (engine) => {
  let trip: TripId;
  let asha: UserId;

  beforeEach(async () => {
    ({ id: trip } = await aTrip(engine(), { seats: ['A1', 'A2', 'B1', 'B2'] }));
    asha = await aPassengerId(engine());
  });

  const block = (blocks: readonly Block[], { on = trip, now = START } = {}) =>
    engine().transact(async (stores) => {
      await stores.blocks.lock(on, now);
      return (await stores.blocks.replace(on, blocks, now)).flatMap(({ seats }) => seats);
    });
  /** Messages about a trip's seats, such as `sections A1 0-1 AVAILABLE`. */
  const told = async (on: TripId) =>
    (await recorded(engine())).flatMap(([topic, payload]) => {
      const { seat_numbers: seats, from_stop: from, to_stop: to, status } = payload as Record<string, string[]>;
      const kind = topic.replace(`schedules/${on}/`, '');
      return [[kind, ...seats!, ...(kind === 'sections' ? [`${String(from)}-${String(to)}`] : []), status].join(' ')];
    });
  const blocksOf = async (on = trip, now = START) => (await engine().tripBlocks.find(on, now))?.blocks;
  const hold = (numbers: readonly string[], now = START, on = trip) =>
    engine().transact(({ seatLocks }) =>
      seatLocks.hold({ tripId: on, passenger: asha, wanted: numbers.map(seat), expiresAt: minutesAfter(now, 10) }, now),
    );
  const statuses = async (now = START, on = trip) => {
    const map = await engine().seatMaps.view(on, undefined, now);
    return map?.hasSeatMap ? map.seats.map((one) => seatStatus(one)).join(' ') : map?.seatsLeft;
  };
  const left = async (now = START, on = trip) => (await engine().tripSearch.find(on, now))?.seatsLeft;
  const counts = async (now = START, on = trip) => (await engine().officeTrips.find(on, now))?.seats;
  const take = (on: TripId, count: number, now = START) =>
    engine().transact(({ trips }) => trips.takePlaces(on, count, now));
  const bookedUnpaid = (number: string) => aBooking(engine(), { userId: asha, tripId: trip, seats: [seat(number)] });

  describe('the blocked seats of a trip', () => {
    it('a trip’s blocked seats are listed in the order given, together with the trip’s company', async () => {
      const blocks = [kept('B1', LATER), kept('A1')];
      expect(await block(blocks)).to.deep.equal([]);
      const found = await engine().tripBlocks.find(trip, START);
      expect(found?.blocks).to.deep.equal(blocks);
      const planned = await engine().transact(({ plannedTrips }) => plannedTrips.find(trip));
      expect(found?.operatorId).to.equal(planned?.operatorId);
      expect(await engine().tripBlocks.find(2_000_000_000 as TripId, START)).to.equal(undefined);
    });

    it('a seat’s block ends exactly at its release time', async () => {
      await block([kept('A1', LATER), kept('A2')]);
      expect(await blocksOf(trip, before(LATER))).to.have.length(2);
      expect(await blocksOf(trip, LATER)).to.deep.equal([kept('A2')]);
    });

    it('a new list of blocked seats replaces the old list, and returns the seats that became free', async () => {
      await block([kept('A1'), kept('A2', LATER), kept('B1')]);
      expect(await block([kept('B1'), kept('B2')])).to.deep.equal(['A1', 'A2']);
      expect(await blocksOf()).to.deep.equal([kept('B1'), kept('B2')]);
      expect(await block([])).to.deep.equal(['B1', 'B2']);
      expect(await blocksOf()).to.deep.equal([]);
    });

    it('a seat whose block has ended is published as free unless somebody has taken the seat since', async () => {
      await block([kept('A1', LATER), kept('A2', LATER)]);
      await hold(['A1'], LATER);
      expect(await block([kept('B1')], { now: LATER })).to.deep.equal(['A2']);
    });
  });

  it('the office sees which seats of a trip are sold or held, and which it can block', async () => {
    await bookedUnpaid('A1');
    await hold(['A2']);
    const blockable = (on: TripId, now = START) => engine().transact(({ blocks }) => blocks.lock(on, now));
    const seats = new Set(['A1', 'A2', 'B1', 'B2']);
    const taken = [
      { seat: 'A1', status: 'sold' },
      { seat: 'A2', status: 'held' },
    ];
    expect(await blockable(trip)).to.deep.equal({ hasSeatMap: true, seats, taken });
    expect(await blockable(trip, minutesAfter(START, 15))).to.deep.equal({ hasSeatMap: true, seats, taken: [] });
    const { id: counted } = await aTrip(engine(), { seats: 10 });
    await aBooking(engine(), { userId: asha, tripId: counted, seatsCount: 3, status: 'CONFIRMED' });
    await aBooking(engine(), { userId: asha, tripId: counted, seatsCount: 2 });
    await block([places(4)], { on: counted });
    expect(await blockable(counted)).to.deep.equal({ hasSeatMap: false, places: [5] });
    expect(await blockable(counted, minutesAfter(START, 15))).to.deep.equal({ hasSeatMap: false, places: [7] });
  });

  describe('a blocked seat', () => {
    it('a blocked seat cannot be held by passengers and does not count as left until its release time', async () => {
      await block([kept('A1', LATER), kept('B2')]);
      expect(await statuses()).to.equal('BLOCKED AVAILABLE AVAILABLE BLOCKED');
      expect(await left()).to.equal(2);
      expect(await counts()).to.deep.include({ total: 4, sold: 0, held: 0, blocked: 2, left: 2 });
      const refused = [{ seat: 'A1', reason: 'unknown' }];
      expect(await hold(['A1', 'A2'], before(LATER))).to.deep.include({ held: ['A2'], refused });
      expect(await statuses(LATER)).to.equal('AVAILABLE LOCKED AVAILABLE BLOCKED');
      expect(await left(LATER)).to.equal(2);
      expect(await hold(['A1', 'A2'], LATER)).to.deep.include({ held: ['A1', 'A2'], refused: [] });
      expect(await left(LATER)).to.equal(1);
      expect(await counts(LATER)).to.deep.include({ total: 4, sold: 0, held: 2, blocked: 1, left: 1 });
    });

    it('a seat that is blocked on one trip is free on other trips', async () => {
      const { busId } = (await engine().transact(({ plannedTrips }) => plannedTrips.find(trip)))!;
      const { id: nextDay } = await aTrip(engine(), { busId });
      await block([kept('A1')]);
      expect([await statuses(START, nextDay), await left(START, nextDay)]).to.deep.equal([
        'AVAILABLE AVAILABLE AVAILABLE AVAILABLE',
        4,
      ]);
    });

    it('a blocked seat is not given back to a passenger who pays after the deadline', async () => {
      const booking = await bookedUnpaid('A1');
      const late = minutesAfter(START, 16);
      await block([kept('A1')], { now: late });
      const release = () => engine().transact(({ seatLocks }) => seatLocks.releaseBooking(booking.id, late));
      expect(await release()).to.deep.equal([{ seat: 'A1', isFree: false }]);
      const reclaim = { tripId: trip, passenger: asha, booking: booking.id, seatsCount: 1 };
      const reclaimed = () => engine().transact(({ seatLocks }) => seatLocks.reclaim(reclaim, late));
      expect(await reclaimed()).to.equal(undefined);
      await block([], { now: late });
      expect(await reclaimed()).to.deep.equal(['A1']);
    });

    it('a blocked seat is not published as free when a passenger’s hold of it ends', async () => {
      await hold(['A1', 'A2']);
      const later = minutesAfter(START, 10);
      await block([kept('A1')], { now: later });
      const sweep = () => engine().transact(({ seatLocks }) => seatLocks.sweep(later, 10));
      expect(await sweep()).to.deep.equal([{ tripId: trip, seats: ['A2'] }]);
    });
  });

  describe('blocks on a trip with stops', () => {
    const on = (from: number, to: number) => ({ section: { from, to } });
    const agent = (count: number, from: number, to: number): Block => ({ ...places(count), ...on(from, to) });
    const between = ['Bharatpur', 'Mugling', 'Damauli'];

    it('a sale between two stops ends a seat’s block between these stops only, and the rest of the block stays', async () => {
      ({ id: trip } = await aRoad(engine(), { between, seats: ['A1', 'A2'] }));
      const use = (from: number, to: number) =>
        engine().transact(({ blocks }) => blocks.use(trip, [seat('A1')], START, { from, to }));
      await block([{ ...kept('A1'), ...on(0, 4) }, kept('A2')]);
      expect(await use(1, 2)).to.deep.equal([{ ...kept('A1'), ...on(1, 2) }]);
      const a2 = { ...kept('A2'), ...on(0, 4) };
      const last = { ...kept('A1'), ...on(2, 4) };
      expect(await blocksOf()).to.deep.equal([{ ...kept('A1'), ...on(0, 1) }, a2, last]);
      expect(await use(0, 3)).to.deep.equal([
        { ...kept('A1'), ...on(0, 1) },
        { ...kept('A1'), ...on(2, 3) },
      ]);
      expect(await blocksOf()).to.deep.equal([a2, { ...kept('A1'), ...on(3, 4) }]);
    });

    it('a sale between two stops uses up blocked places only between stops where no free places are left', async () => {
      const { id } = await aRoad(engine(), { between, seats: 10 });
      const use = (count: number, from: number, to: number) =>
        engine().transact(async ({ blocks, trips }) => {
          const used = await blocks.usePlaces(id, count, START, { from, to });
          return (await trips.takePlaces(id, count, START, { from, to })) ? used : 'SEATS_TAKEN';
        });
      await block([agent(4, 0, 4), agent(3, 2, 4)], { on: id });
      expect(await use(5, 1, 2)).to.deep.equal([]);
      expect(await use(4, 1, 3)).to.deep.equal([agent(3, 1, 2), agent(1, 2, 3)]);
      const rest = [agent(4, 0, 1), agent(3, 2, 4), agent(1, 1, 2), agent(3, 2, 3), agent(4, 3, 4)];
      expect(await blocksOf(id)).to.deep.equal(rest);
      expect(await use(2, 1, 2)).to.equal('SEATS_TAKEN');
    });
  });

  describe('blocked places without seat numbers', () => {
    let counted: TripId;
    beforeEach(async () => {
      ({ id: counted } = await aTrip(engine(), { seats: 10 }));
    });

    it('blocked places on a bus without a seat map cannot be sold to anybody until their release time', async () => {
      await block([places(4, LATER), places(3)], { on: counted });
      expect([await left(START, counted), await statuses(START, counted)]).to.deep.equal([3, 3]);
      expect(await counts(START, counted)).to.deep.include({ total: 10, sold: 0, blocked: 7, left: 3 });
      expect(await engine().transact(({ trips }) => trips.placesLeft(counted, START))).to.equal(3);
      expect([await take(counted, 4, before(LATER)), await take(counted, 4, LATER)]).to.deep.equal([false, true]);
      expect([await left(LATER, counted), await statuses(LATER, counted)]).to.deep.equal([3, 3]);
    });

    it('a counter sale takes free places before the company’s blocked places, and uses up the first block first', async () => {
      await block([places(2), places(3)], { on: counted });
      const sell = (count: number) =>
        engine().transact(async (stores) => {
          await stores.blocks.usePlaces(counted, count, START);
          return stores.trips.takePlaces(counted, count, START);
        });
      expect(await sell(4)).to.equal(true);
      expect(await blocksOf(counted)).to.deep.equal([places(2), places(3)]);
      expect(await sell(4)).to.equal(true);
      expect(await blocksOf(counted)).to.deep.equal([places(2)]);
      expect([await sell(3), await sell(2)]).to.deep.equal([false, true]);
      expect(await blocksOf(counted)).to.deep.equal([]);
    });
  });

  it('a counter sale of blocked seats ends the blocks of these seats only', async () => {
    await block([kept('A1'), kept('A2'), kept('B1')]);
    await engine().transact(({ blocks }) => blocks.use(trip, [seat('A1'), seat('B1'), seat('B2')], START));
    expect(await blocksOf()).to.deep.equal([kept('A2')]);
  });

  describe('ended blocks', () => {
    it('trips whose blocks have ended are found, the earliest first, and the ended blocks are deleted', async () => {
      const { id: other } = await aTrip(engine());
      await block([kept('A1', LATER)], { on: other });
      await block([kept('A1', minutesAfter(LATER, -1)), kept('A2', LATER), kept('B1')]);
      const lapsed = (now: Instant, limit = 10) => engine().tripBlocks.lapsed(now, limit);
      expect(await lapsed(minutesAfter(LATER, -2))).to.deep.equal([]);
      expect(await lapsed(LATER)).to.have.members([trip, other]);
      expect(await lapsed(LATER, 1)).to.deep.equal([trip]);
      await hold(['A2'], LATER);
      const sweep = (trips: readonly TripId[]) => engine().transact(({ blocks }) => blocks.sweep(trips, LATER));
      expect(await sweep([trip])).to.deep.equal([{ tripId: trip, seats: ['A1'] }]);
      expect(await sweep([trip])).to.deep.equal([]);
      expect(await lapsed(LATER)).to.deep.equal([other]);
      expect(await blocksOf(trip, START)).to.deep.equal([kept('B1')]);
    });
  });

  describe('blocks after a change of their trip', () => {
    const change = (changes: object, on = trip) =>
      engine().transact(async (stores) => {
        const planned = await stores.plannedTrips.lock(on);
        await stores.plannedTrips.save([{ ...planned!, ...changes }]);
        await fitBlocks(stores, [on], START);
      });
    const payloads = async () => (await recorded(engine())).map(([, payload]) => payload);
    const busOf = async (seats: readonly string[] | number) => (await aTrip(engine(), { seats })).busId;

    it('blocked seats are released when their trip is cancelled', async () => {
      await block([kept('A1'), kept('A2', LATER)]);
      await change({ status: 'CANCELLED' });
      expect(await blocksOf()).to.deep.equal([]);
      expect(await payloads()).to.have.length(1);
      expect((await payloads())[0]).to.deep.include({ seat_numbers: ['A1', 'A2'], status: 'AVAILABLE' });
    });

    it('blocked seats stay blocked when the trip is saved without a difference', async () => {
      await block([kept('A1'), kept('A2', LATER)]);
      await change({});
      expect(await blocksOf()).to.deep.equal([kept('A1'), kept('A2', LATER)]);
      expect(await payloads()).to.deep.equal([]);
    });

    it('blocked seats keep their numbers on another bus if that bus has the seat and no booking needs it', async () => {
      await block([kept('A1'), kept('A2', LATER), kept('B1'), kept('B2')]);
      const busId = await busOf(['A1', 'A2', 'B2', 'C1']);
      await change({ busId });
      expect(await blocksOf()).to.deep.equal([kept('A1'), kept('A2', LATER), kept('B2')]);
      expect(await statuses()).to.equal('BLOCKED BLOCKED BLOCKED AVAILABLE');
      expect(await payloads()).to.deep.equal([]);
      const { busId: third } = await aTrip(engine(), { seats: ['A1', 'B2'] });
      await engine().transact(async (stores) => {
        const planned = await stores.plannedTrips.lock(trip);
        await stores.plannedTrips.save([{ ...planned!, busId: third }]);
        const wanted = [seat('A1')];
        await stores.seatLocks.hold({ tripId: trip, passenger: asha, wanted, expiresAt: LATER }, START);
        await fitBlocks(stores, [trip], START);
      });
      expect(await blocksOf()).to.deep.equal([kept('B2')]);
    });

    it('blocks are removed when the trip moves between a bus with a seat map and one without', async () => {
      await block([kept('A1')]);
      await change({ busId: await busOf(10) });
      expect([await blocksOf(), await left()]).to.deep.equal([[], 10]);
      await block([places(3)]);
      await change({ busId: await busOf(['A1', 'A2']) });
      expect([await blocksOf(), await left()]).to.deep.equal([[], 2]);
    });

    it('the number of blocked places shrinks to the places that no booking takes on a smaller bus', async () => {
      const { id } = await aTrip(engine(), { seats: 10 });
      await aBooking(engine(), { userId: asha, tripId: id, seatsCount: 3, status: 'CONFIRMED' });
      await block([places(2), places(3), places(1)], { on: id });
      await change({ busId: await busOf(7) }, id);
      expect([await blocksOf(id), await left(START, id)]).to.deep.equal([[places(2), places(2)], 0]);
    });

    it('the number of blocked places shrinks separately between each two stops of a trip', async () => {
      const { id } = await aRoad(engine(), { between: ['Mugling'], seats: 10 });
      const on = (count: number, from: number, to: number) => ({ ...places(count), section: { from, to } });
      await block([on(6, 0, 1), on(6, 1, 2), on(2, 0, 2), on(2, 1, 2)], { on: id });
      await change({ busId: await busOf(7) }, id);
      expect(await blocksOf(id)).to.deep.equal([on(6, 0, 1), on(6, 1, 2), on(1, 0, 2)]);
    });

    it('a cancelled trip with stops publishes between which stops its blocked seats are free again', async () => {
      const { id } = await aRoad(engine(), { between: ['Mugling'], seats: ['A1', 'A2'] });
      await block([{ ...kept('A1'), section: { from: 0, to: 1 } }, { ...kept('A2') }], { on: id });
      await change({ status: 'CANCELLED' }, id);
      expect(await told(id)).to.deep.equal([
        'sections A1 0-1 AVAILABLE',
        'sections A2 0-2 AVAILABLE',
        'seats A1 A2 AVAILABLE',
      ]);
    });
  });

  it('the end of a seat’s block is published for the block’s stops, and for the whole trip only if nobody else has the seat', async () => {
    const { id } = await aRoad(engine(), { between: ['Mugling'], seats: ['A1', 'A2'] });
    const on = (from: number, to: number) => ({ section: { from, to } });
    await block(
      [
        { ...kept('A1', LATER), ...on(0, 1) },
        { ...kept('A1'), ...on(1, 2) },
        { ...kept('A2', LATER), ...on(1, 2) },
      ],
      {
        on: id,
      },
    );
    expect(await sweepBlocks({ ...engine(), clock: () => LATER })()).to.equal(1);
    expect(await told(id)).to.have.members([
      'sections A1 0-1 AVAILABLE',
      'sections A2 1-2 AVAILABLE',
      'seats A2 AVAILABLE',
    ]);
  });
});
