import { expect } from 'chai';
import { changeBlocks, type GivenBlock } from '../../../core/seats/change-blocks.ts';
import type { WantedBus } from '../../../core/fleet/add-bus.ts';
import type { BusId, TripId } from '../../../core/kernel/ids.ts';
import { minutesAfter } from '../../../core/kernel/time.ts';
import { aBooking } from '../../support/bookings.ts';
import { aTrip, seat } from '../../support/catalogue.ts';
import { START } from '../../support/clock.ts';
import { type Engine, memoryEngine } from '../../support/engines.ts';
import { recorded, seatMessage } from '../../support/events.ts';
import { type Fleet, aFleet, redrawn, rowsOf } from '../../support/fleet.ts';
import { aPassengerId } from '../../support/people.ts';

const kept = (number: string) => ({ seat: seat(number), reason: 'Kept', until: null });
const places = (count: number) => ({ places: count, reason: 'Agent', until: null });

describe('blocked seats after a change of the bus', () => {
  let engine: Engine;
  let fleet: Fleet;
  let bus: BusId;
  let trip: TripId;

  beforeEach(async () => {
    engine = memoryEngine();
    fleet = await aFleet(engine);
  });

  const aTripWith = async (wanted: Partial<WantedBus>, blocks: readonly GivenBlock[]) => {
    bus = (await fleet.add(wanted)).id;
    trip = (await aTrip(engine, { busId: bus })).id;
    await changeBlocks({ ...engine, clock: fleet.clock })(fleet.member, trip, blocks, () => true);
  };
  const blocksOf = async () => (await engine.tripBlocks.find(trip, fleet.clock()))?.blocks;
  const toldSince = async () => (await recorded(engine)).slice(1);

  describe('a changed seat map', () => {
    beforeEach(() => aTripWith({ seatMap: rowsOf('A1', 'A2', 'B1', 'B2') }, [kept('A1'), kept('A2'), kept('B2')]));
    const draw = async (redraw: Parameters<typeof redrawn>[1]) =>
      fleet.draw(bus, redrawn((await fleet.map(bus))!, redraw));

    it('a blocked seat stays blocked when its number changes', async () => {
      await draw((one) => ({ ...one, number: seat(`${one.number}X`) }));
      expect(await blocksOf()).to.deep.equal([kept('A1X'), kept('A2X'), kept('B2X')]);
    });

    it('blocked seats stay blocked when two seats swap their numbers', async () => {
      const other: Readonly<Record<string, string>> = { A2: 'B1', B1: 'A2' };
      await draw((one) => ({ ...one, number: seat(other[one.number] ?? one.number) }));
      expect(await blocksOf()).to.deep.equal([kept('A1'), kept('B1'), kept('B2')]);
      expect(await toldSince()).to.have.deep.members([
        seatMessage(trip, 'BLOCKED', 'B1'),
        seatMessage(trip, 'AVAILABLE', 'A2'),
      ]);
    });

    it('a blocked seat that is removed from the map or put out of use is unblocked permanently', async () => {
      await draw((one) => (one.number === 'A1' ? undefined : { ...one, isActive: one.number !== 'A2' }));
      expect(await blocksOf()).to.deep.equal([kept('B2')]);
      await draw((one) => ({ ...one, isActive: true }));
      expect(await blocksOf()).to.deep.equal([kept('B2')]);
      expect((await engine.officeTrips.find(trip, START))?.seats).to.deep.include({ total: 3, blocked: 1, left: 2 });
    });

    it('all blocked seats are unblocked when the bus loses its seat map', async () => {
      await fleet.draw(bus, null);
      expect(await blocksOf()).to.deep.equal([]);
    });
  });

  describe('a changed number of seats', () => {
    it('blocked places that a smaller bus no longer has free are unblocked, beginning with the last block', async () => {
      await aTripWith({ totalSeats: 14 }, [places(3), places(5)]);
      await aBooking(engine, { userId: await aPassengerId(engine), tripId: trip, seatsCount: 4, status: 'CONFIRMED' });
      await fleet.change(bus, { totalSeats: 12 });
      expect(await blocksOf()).to.deep.equal([places(3), places(5)]);
      await fleet.change(bus, { totalSeats: 9 });
      expect(await blocksOf()).to.deep.equal([places(3), places(2)]);
      await fleet.change(bus, { totalSeats: 4 });
      expect(await blocksOf()).to.deep.equal([]);
      await fleet.change(bus, { totalSeats: 14 });
      expect((await engine.officeTrips.find(trip, START))?.seats).to.deep.include({ total: 14, blocked: 0, left: 10 });
    });

    it('blocked seats of a trip that has left stay blocked when the seat map of its bus changes', async () => {
      await aTripWith({ totalSeats: 14 }, [places(14)]);
      fleet.clock.set(minutesAfter(START, 48 * 60));
      await fleet.change(bus, { totalSeats: 9 });
      expect(await blocksOf()).to.deep.equal([places(14)]);
    });
  });
});
