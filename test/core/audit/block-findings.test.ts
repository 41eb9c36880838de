import { expect } from 'chai';
import type { Block } from '../../../core/blocks/block.ts';
import type { TripId } from '../../../core/kernel/ids.ts';
import { minutesAfter } from '../../../core/kernel/time.ts';
import type { Instant } from '../../../core/kernel/time.ts';
import { aBooking } from '../../support/bookings.ts';
import { aDay, markPublished } from '../../support/audited-day.ts';
import type { Day } from '../../support/audited-day.ts';
import { aTrip, seat } from '../../support/catalogue.ts';
import { START } from '../../support/clock.ts';
import { onEveryDatabase, onEveryEngine } from '../../support/engines.ts';
import type { Engine } from '../../support/engines.ts';

const kept = (number: string, until: Instant | null = null): Block => ({ seat: seat(number), reason: 'Kept', until });
const places = (count: number): Block => ({ places: count, reason: 'Agent', until: null });

/** Blocks them whoever has them: the store asks nobody. */
const block = ({ transact }: Engine, on: TripId, blocks: readonly Block[], at: Instant = START) =>
  transact((stores) => stores.blocks.replace(on, blocks, at));

onEveryEngine('an audit of what is blocked', (engine) => {
  let day: Day;
  beforeEach(async () => {
    day = await aDay(engine());
  });

  /** What it finds wrong about the trip with a seat map, or another. */
  const says = async (on = day.bus.id) => {
    await markPublished(engine());
    const { findings } = await day.audit();
    return findings.map(({ invariant, row, says: words }) => {
      expect([invariant, row]).to.deep.equal(['BLOCK_MISPLACED', `schedules ${on}`]);
      return words;
    });
  };
  /** The trip as it would be if nobody had fitted its blocks. */
  const change = (changes: object, on = day.bus.id) =>
    engine().transact(async ({ plannedTrips }) => {
      const planned = await plannedTrips.lock(on);
      await plannedTrips.save([{ ...planned!, ...changes }]);
    });
  const busOf = async (seats: readonly string[] | number) => (await aTrip(engine(), { seats })).busId;

  it('finds nothing wrong with free seats and places', async () => {
    await day.pay(await day.book('A1'));
    await block(engine(), day.bus.id, [kept('A2'), kept('A3', minutesAfter(START, 60))]);
    await block(engine(), day.minibus.id, [places(5), places(7)]);
    expect(await says()).to.deep.equal([]);
  });

  it('finds a seat that is sold as well', async () => {
    await day.pay(await day.book('A1'));
    const until = minutesAfter(START, 60);
    await block(engine(), day.bus.id, [kept('A1', until), kept('A2')]);
    expect(await says()).to.deep.equal(['seat A1 is blocked until 2026-11-20T05:15:00.000Z and sold']);
    day.paying.clock.set(until);
    expect(await says()).to.deep.equal([]);
  });

  it('lets seats be blocked from the deadline of the unpaid booking on that still has them', async () => {
    const { paymentDeadline } = await day.book('A1');
    await block(engine(), day.bus.id, [kept('A1')], paymentDeadline);
    expect(await says()).to.deep.equal(['seat A1 is blocked and sold']);
    day.paying.clock.set(paymentDeadline);
    expect(await says()).to.deep.equal([]);
  });

  it('leaves alone what ends while it reads', async () => {
    await day.pay(await day.book('A1'));
    await block(engine(), day.bus.id, [kept('A1', minutesAfter(START, 2))]);
    expect(await says()).to.deep.equal([]);
  });

  it('finds a seat that the bus of the trip does not have, until it has left', async () => {
    await block(engine(), day.bus.id, [kept('A1')]);
    await change({ busId: await busOf(['A1', 'A2']) });
    expect(await says()).to.deep.equal(['seat A1 is blocked and not in use on the bus that makes the trip']);
    day.paying.clock.set(day.bus.departsAt);
    expect(await says()).to.deep.equal([]);
  });

  it('finds places where there are seats', async () => {
    await block(engine(), day.minibus.id, [places(1)]);
    await change({ busId: await busOf(['A1', 'A2']) }, day.minibus.id);
    expect(await says(day.minibus.id)).to.deep.equal(['1 place is blocked although the bus has a seat map']);
  });

  it('finds more places than are left', async () => {
    await day.pay(await aBooking(engine(), { userId: day.asha, tripId: day.minibus.id, seatsCount: 3 }));
    await block(engine(), day.minibus.id, [places(11)]);
    expect(await says(day.minibus.id)).to.deep.equal(['11 places are blocked and 2 more in all than the bus has left']);
  });

  it('finds what is still blocked on a trip that is cancelled', async () => {
    await block(engine(), day.bus.id, [kept('A1')]);
    await block(engine(), day.minibus.id, []);
    await change({ status: 'CANCELLED' });
    expect(await says()).to.deep.equal(['seat A1 is blocked although the trip is CANCELLED']);
  });
});

onEveryDatabase('an audit of blocks that were changed by hand', (engine, database) => {
  it('finds a seat that is not in use, and a trip that hides its blocks', async () => {
    const { audit, bus } = await aDay(engine());
    await block(engine(), bus.id, [kept('A1'), kept('A2')]);
    const { knex } = database();
    await knex('schedules').where('id', bus.id).update({ has_blocks: false });
    await knex('bus_seats').where({ bus_id: bus.busId, seat_number: 'A2' }).update({ is_active: false });
    const lines = (await audit()).findings.map(({ invariant, row, says }) => `${invariant} ${row} ${says}`);
    expect(lines).to.deep.equal([
      `BLOCK_MISPLACED schedules ${bus.id} seat A2 is blocked and not in use on the bus that makes the trip`,
      `TOTALS_DIFFER buses ${bus.busId} active_seats is 8, and its rows make 7`,
      `TOTALS_DIFFER schedules ${bus.id} has_blocks is 0, and its rows make 1`,
    ]);
  });
});
