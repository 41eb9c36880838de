import { expect } from 'chai';
import type { Block } from '../../../core/seats/block.ts';
import { changeBlocks } from '../../../core/seats/change-blocks.ts';
import { sweepBlocks } from '../../../core/seats/sweep-seats.ts';
import type { Member } from '../../../core/companies/member.ts';
import type { TripId } from '../../../core/kernel/ids.ts';
import { minutesAfter } from '../../../core/kernel/time.ts';
import { aBooking } from '../../support/bookings.ts';
import { aTrip, changePlan, seat } from '../../support/catalogue.ts';
import { type HandClock, handClock, START } from '../../support/clock.ts';
import { type Engine, memoryEngine } from '../../support/engines.ts';
import { recorded, seatMessage } from '../../support/events.ts';
import { anOperator, aPassengerId } from '../../support/people.ts';
import { codeOf, refused } from '../../support/refusals.ts';
import { addStops } from '../../support/stops.ts';

const LATER = minutesAfter(START, 60);
const kept = (number: string, until: Block['until'] = null) => ({ seat: seat(number), reason: 'Kept', until });

describe('changing the blocks of a trip', () => {
  let engine: Engine;
  let clock: HandClock;
  let owner: Member;
  let trip: TripId;

  beforeEach(async () => {
    engine = memoryEngine();
    clock = handClock();
    const { id: userId, operatorId } = await anOperator(engine);
    owner = { userId, operatorId };
    trip = (await aTrip(engine, { seats: ['A1', 'A2', 'B1', 'B2'], bus: { operatorId } })).id;
  });

  const put = (blocks: Parameters<ReturnType<typeof changeBlocks>>[2], by = owner, isKnown = () => true) =>
    changeBlocks({ ...engine, clock })(by, trip, blocks, isKnown);
  const blocksOf = async () => (await engine.tripBlocks.find(trip, clock()))?.blocks;
  const rows = () => engine.transact(({ trail }) => trail.of({ type: 'schedule', id: trip }));
  const hold = async (...numbers: readonly string[]) => {
    const passenger = await aPassengerId(engine);
    const expiresAt = minutesAfter(clock(), 10);
    return engine.transact(({ seatLocks }) =>
      seatLocks.hold({ tripId: trip, passenger, wanted: numbers.map(seat), expiresAt }, clock()),
    );
  };
  const book = async (number: string) =>
    aBooking(engine, { userId: await aPassengerId(engine), tripId: trip, seats: [seat(number)], bookedAt: clock() });

  it('a block finds its seat whatever the case, blanks and invisible characters of the typed number', async () => {
    expect(await put([kept('a 2'), kept('B1\u200b')])).to.deep.equal([kept('A2'), kept('B1')]);
  });

  it('a change of blocked seats publishes which seats are blocked or free, and logs who changed them', async () => {
    expect(await put([kept('A2', LATER), kept('A1')])).to.deep.equal([kept('A2', LATER), kept('A1')]);
    expect(await recorded(engine)).to.deep.equal([seatMessage(trip, 'BLOCKED', 'A1', 'A2')]);
    await put([kept('A2', LATER), kept('B1')]);
    expect((await recorded(engine)).slice(1)).to.deep.equal([
      seatMessage(trip, 'BLOCKED', 'B1'),
      seatMessage(trip, 'AVAILABLE', 'A1'),
    ]);
    const told = (number: string, until: string | null = null) => ({ seat_number: number, reason: 'Kept', until });
    const [a2, said] = [told('A2', '2026-11-20T05:15:00.000Z'), await rows()];
    expect(said.map(({ kind, changes }) => ({ kind, ...changes }))).to.have.deep.members([
      { kind: 'SEATS_BLOCKED', blocks: { old: [], new: [a2, told('A1')] } },
      { kind: 'SEATS_BLOCKED', blocks: { old: [a2, told('A1')], new: [a2, told('B1')] } },
    ]);
    for (const { actor, operatorId, at } of said)
      expect([actor, operatorId, at]).to.deep.equal([
        { role: 'OPERATOR', userId: owner.userId },
        owner.operatorId,
        START,
      ]);
    expect(said.map(({ description }) => description)).to.have.members([
      'Blocked now: seats A2, A1 (Kept).',
      'Blocked now: seats A2, B1 (Kept).',
    ]);
  });

  it('a list of blocked seats that is saved unchanged publishes and logs nothing', async () => {
    expect(await put([])).to.deep.equal([]);
    await put([kept('A1'), kept('A2', LATER)]);
    expect(await put([kept('A1'), kept('A2', LATER)])).to.deep.equal([kept('A1'), kept('A2', LATER)]);
    expect([(await rows()).length, (await recorded(engine)).length]).to.deep.equal([1, 1]);
  });

  it('a new reason for a blocked seat is stored, and not published', async () => {
    await put([kept('A1')]);
    expect(await put([{ ...kept('A1'), reason: 'Broken' }])).to.deep.equal([{ ...kept('A1'), reason: 'Broken' }]);
    expect([(await rows()).length, (await recorded(engine)).length]).to.deep.equal([2, 1]);
  });

  it('a change of blocked places without seat numbers is logged, and not published', async () => {
    trip = (await aTrip(engine, { seats: 10, bus: { operatorId: owner.operatorId } })).id;
    await put([{ places: 4, reason: 'Agent', until: null }]);
    expect((await rows()).map(({ description }) => description)).to.deep.equal(['Blocked now: places 4 (Agent).']);
    expect(await recorded(engine)).to.deep.equal([]);
  });

  it('a seat cannot be blocked until a time that has passed', async () => {
    const no = await refused(put([kept('A1', clock())]));
    expect(no.faults.map(({ field }) => field)).to.deep.equal(['blocks[0].until']);
    expect(await put([kept('A1', minutesAfter(clock(), 1))])).to.have.length(1);
  });

  it('a seat that a passenger holds cannot be blocked before it is released', async () => {
    await hold('A1', 'B1');
    const no = await refused(put([kept('B2'), kept('B1'), kept('A1')]));
    expect([no.kind, no.code, no.extra['seats']]).to.deep.equal(['conflict', 'SEATS_HELD', ['B1', 'A1']]);
    expect(await blocksOf()).to.deep.equal([]);
    clock.advance(10);
    expect(await put([kept('A1')])).to.deep.equal([kept('A1')]);
  });

  it('a block on sold and held seats is refused for the sold seats first, and names only these', async () => {
    await hold('A1');
    await book('B1');
    const no = await refused(put([kept('A1'), kept('B1')]));
    expect([no.code, no.extra['seats']]).to.deep.equal(['SEATS_SOLD', ['B1']]);
    clock.advance(15);
    expect(await put([kept('A1'), kept('B1')])).to.have.length(2);
  });

  it('the office can block at most the places that nobody has booked, whatever was blocked before', async () => {
    trip = (await aTrip(engine, { seats: 10, bus: { operatorId: owner.operatorId } })).id;
    await aBooking(engine, { userId: await aPassengerId(engine), tripId: trip, seatsCount: 3 });
    const places = (count: number) => [{ places: count, reason: 'Agent', until: null }];
    expect(await put(places(7))).to.deep.equal(places(7));
    expect(await put([...places(3), ...places(4)])).to.have.length(2);
    const no = await refused(put([...places(4), ...places(4)]));
    expect([no.code, no.message]).to.deep.equal([
      'SEATS_SOLD',
      'At most 7 places can be blocked: the others are sold.',
    ]);
  });

  it('seats of a departed or cancelled trip cannot be blocked', async () => {
    await put([kept('A1')]);
    await changePlan(engine, trip, { departedAt: START });
    expect(await codeOf(put([]))).to.equal('TRIP_DEPARTED');
    await changePlan(engine, trip, { departedAt: null });
    const departsAt = minutesAfter(START, 48 * 60);
    clock.set(minutesAfter(departsAt, -1));
    await put([kept('A2')]);
    clock.set(departsAt);
    expect(await codeOf(put([]))).to.equal('TRIP_DEPARTED');
    expect(await blocksOf()).to.deep.equal([kept('A2')]);
    await changePlan(engine, trip, { status: 'CANCELLED' });
    expect(await codeOf(put([]))).to.equal('TRIP_CANCELLED');
  });

  it('seats of a trip with stops can be blocked until the bus leaves the last stop where passengers get on', async () => {
    await addStops(engine, trip, [['Mugling', 60, 70]]);
    const departsAt = minutesAfter(START, 48 * 60);
    await changePlan(engine, trip, { departedAt: START });
    clock.set(minutesAfter(departsAt, 69));
    expect(await put([{ ...kept('A1'), section: { from: 1, to: 2 } }])).to.have.length(1);
    clock.set(minutesAfter(departsAt, 70));
    expect(await codeOf(put([]))).to.equal('TRIP_DEPARTED');
  });

  it('a change of blocked seats is refused when somebody has changed the list since it was read', async () => {
    await put([kept('A1')]);
    expect(await codeOf(put([], owner, () => false))).to.equal('BLOCKS_CHANGED');
    expect(await blocksOf()).to.deep.equal([kept('A1')]);
  });

  it('seats can be blocked only by the company’s own staff', async () => {
    const { id: userId, operatorId } = await anOperator(engine);
    expect(await codeOf(put([kept('A1')], { userId, operatorId }))).to.equal('TRIP_UNKNOWN');
    expect(await codeOf(put([kept('A1')], { userId, operatorId: owner.operatorId }))).to.equal('POSITION_TOO_LOW');
  });

  describe('ended blocks', () => {
    beforeEach(() => put([kept('A1', LATER), kept('A2', LATER), kept('B1')]));
    const sweep = () => sweepBlocks({ ...engine, clock })();
    const toldSince = async () => (await recorded(engine)).slice(1);

    it('a seat whose block has ended is published as free only once', async () => {
      clock.set(minutesAfter(LATER, -1));
      expect([await sweep(), await toldSince()]).to.deep.equal([0, []]);
      clock.set(LATER);
      expect([await sweep(), await sweep()]).to.deep.equal([1, 0]);
      expect(await toldSince()).to.deep.equal([seatMessage(trip, 'AVAILABLE', 'A1', 'A2')]);
      expect(await blocksOf()).to.deep.equal([kept('B1')]);
    });

    it('a seat whose block has ended is not published as free if somebody has taken it meanwhile', async () => {
      clock.set(LATER);
      await hold('A1');
      await book('A2');
      expect([await sweep(), await toldSince()]).to.deep.equal([1, []]);
    });

    it('a block that has ended is no longer listed, and the next change of the blocks publishes its seat as free', async () => {
      clock.set(LATER);
      await put([]);
      expect(await toldSince()).to.deep.equal([seatMessage(trip, 'AVAILABLE', 'A1', 'A2', 'B1')]);
      const blocks = (await rows()).map(({ changes }) => changes['blocks']);
      expect(blocks).to.deep.include({ old: [{ seat_number: 'B1', reason: 'Kept', until: null }], new: [] });
      expect(await sweep()).to.equal(0);
    });

    it('the job that ends blocks on seats handles many trips in one run', async () => {
      const { busId } = (await engine.transact(({ plannedTrips }) => plannedTrips.find(trip)))!;
      for (let day = 0; day < 55; day += 1) {
        trip = (await aTrip(engine, { busId })).id;
        await put([kept('A1', LATER)]);
      }
      clock.set(LATER);
      expect([await sweep(), await sweep()]).to.deep.equal([56, 0]);
    });
  });
});
