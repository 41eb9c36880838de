import { expect } from 'chai';
import type { Block } from '../../../core/seats/block.ts';
import type { TripId } from '../../../core/kernel/ids.ts';
import { type Instant, minutesAfter } from '../../../core/kernel/time.ts';
import { aBooking } from '../../support/bookings.ts';
import { addStops } from '../../support/stops.ts';
import { type Day, aDay, markPublished } from '../../support/audited-day.ts';
import { aTrip, seat } from '../../support/catalogue.ts';
import { START } from '../../support/clock.ts';
import { type Engine, onEveryEngine } from '../../support/engines.ts';

const kept = (number: string, until: Instant | null = null): Block => ({ seat: seat(number), reason: 'Kept', until });
const places = (count: number): Block => ({ places: count, reason: 'Agent', until: null });

/** Blocks seats without the usual checks. */
const block = ({ transact }: Engine, on: TripId, blocks: readonly Block[], at: Instant = START) =>
  transact((stores) => stores.blocks.replace(on, blocks, at));

onEveryEngine('an audit of blocks', (engine) => {
  let day: Day;
  beforeEach(async () => {
    day = await aDay(engine());
  });

  /** Returns the audit's findings about a trip, by default about the trip with a seat map. */
  const says = async (on = day.bus.id) => {
    await markPublished(engine());
    const { findings } = await day.audit();
    return findings.map(({ invariant, row, says: words }) => {
      expect([invariant, row]).to.deep.equal(['BLOCK_MISPLACED', `trip ${on}`]);
      return words;
    });
  };
  /** Changes the trip without the usual checks, and leaves its blocks as they are. */
  const change = (changes: object, on = day.bus.id) =>
    engine().transact(async ({ plannedTrips }) => {
      const planned = await plannedTrips.lock(on);
      await plannedTrips.save([{ ...planned!, ...changes }]);
    });
  const busOf = async (seats: readonly string[] | number) => (await aTrip(engine(), { seats })).busId;

  it('an audit finds nothing wrong with blocks on free seats and free places', async () => {
    await day.pay(await day.book('A1'));
    await block(engine(), day.bus.id, [kept('A2'), kept('A3', minutesAfter(START, 60))]);
    await block(engine(), day.minibus.id, [places(5), places(7)]);
    expect(await says()).to.deep.equal([]);
  });

  it('an audit finds a blocked seat that is also sold', async () => {
    await day.pay(await day.book('A1'));
    const until = minutesAfter(START, 60);
    await block(engine(), day.bus.id, [kept('A1', until), kept('A2')]);
    expect(await says()).to.deep.equal(['seat A1 is blocked until 2026-11-20T05:15:00.000Z and sold']);
    day.paying.clock.set(until);
    expect(await says()).to.deep.equal([]);
  });

  it('an audit accepts a block on a seat whose unpaid booking has passed the payment deadline', async () => {
    const { paymentDeadline } = await day.book('A1');
    await block(engine(), day.bus.id, [kept('A1')], paymentDeadline);
    expect(await says()).to.deep.equal(['seat A1 is blocked and sold']);
    day.paying.clock.set(paymentDeadline);
    expect(await says()).to.deep.equal([]);
  });

  it('an audit ignores a block on a sold seat if the block may end while the audit reads', async () => {
    await day.pay(await day.book('A1'));
    await block(engine(), day.bus.id, [kept('A1', minutesAfter(START, 2))]);
    expect(await says()).to.deep.equal([]);
  });

  it('an audit finds a blocked seat that the trip’s bus does not have, until the departure', async () => {
    await block(engine(), day.bus.id, [kept('A1')]);
    await change({ busId: await busOf(['A1', 'A2']) });
    expect(await says()).to.deep.equal(['seat A1 is blocked and not in use on the bus that makes the trip']);
    day.paying.clock.set(day.bus.departsAt);
    expect(await says()).to.deep.equal([]);
  });

  it('an audit finds a blocked seat that the bus lacks until the bus leaves the last stop where passengers get on', async () => {
    await addStops(engine(), day.bus.id, [['Mugling', 60, 70]]);
    await block(engine(), day.bus.id, [kept('A1')]);
    await change({ busId: await busOf(['A1', 'A2']) });
    day.paying.clock.set(minutesAfter(day.bus.departsAt, 60));
    expect(await says()).to.deep.equal(['seat A1 is blocked and not in use on the bus that makes the trip']);
    day.paying.clock.set(minutesAfter(day.bus.departsAt, 70));
    expect(await says()).to.deep.equal([]);
  });

  it('an audit finds blocked places without seat numbers on a bus with a seat map', async () => {
    await block(engine(), day.minibus.id, [places(1)]);
    await change({ busId: await busOf(['A1', 'A2']) }, day.minibus.id);
    expect(await says(day.minibus.id)).to.deep.equal(['1 place is blocked although the bus has a seat map']);
  });

  it('an audit finds a trip with more blocked places than free ones', async () => {
    await day.pay(await aBooking(engine(), { userId: day.asha, tripId: day.minibus.id, seatsCount: 3 }));
    await block(engine(), day.minibus.id, [places(11)]);
    expect(await says(day.minibus.id)).to.deep.equal(['11 places are blocked and 2 more in all than the bus has left']);
  });

  it('an audit finds seats that are still blocked on a cancelled trip', async () => {
    await block(engine(), day.bus.id, [kept('A1')]);
    await block(engine(), day.minibus.id, []);
    await change({ status: 'CANCELLED' });
    expect(await says()).to.deep.equal(['seat A1 is blocked although the trip is CANCELLED']);
  });
});

onEveryEngine('an audit of blocks that were changed by hand', (engine, database) => {
  it('an audit finds a block on a seat that is not in use, and a trip whose column has_blocks is wrong', async () => {
    const { audit, bus } = await aDay(engine());
    await block(engine(), bus.id, [kept('A1'), kept('A2')]);
    const { knex } = database();
    await knex('schedules').where('id', bus.id).update({ has_blocks: false });
    await knex('bus_seats').where({ bus_id: bus.busId, seat_number: 'A2' }).update({ is_active: false });
    const lines = (await audit()).findings.map(({ invariant, row, says }) => `${invariant} ${row} ${says}`);
    expect(lines).to.deep.equal([
      `BLOCK_MISPLACED trip ${bus.id} seat A2 is blocked and not in use on the bus that makes the trip`,
      `TOTALS_DIFFER bus ${bus.busId} active_seats is 8, and its rows make 7`,
      `TOTALS_DIFFER trip ${bus.id} has_blocks is 0, and its rows make 1`,
    ]);
  });
});
