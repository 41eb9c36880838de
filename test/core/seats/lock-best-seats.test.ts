import { expect } from 'chai';
import type { TripId, UserId } from '../../../core/kernel/ids.ts';
import { minutesAfter } from '../../../core/kernel/time.ts';
import type { SeatWish } from '../../../core/seats/choosable-seats.ts';
import { lockSeats } from '../../../core/seats/lock-seats.ts';
import { aBooking } from '../../support/bookings.ts';
import { aTrip, seat } from '../../support/catalogue.ts';
import { type HandClock, handClock, START } from '../../support/clock.ts';
import { type Engine, memoryEngine } from '../../support/engines.ts';
import { recorded, seatMessage } from '../../support/events.ts';
import { aPassengerId } from '../../support/people.ts';
import { faultsOf, refusalOf, refused } from '../../support/refusals.ts';

describe('holding the best seats', () => {
  let engine: Engine;
  let clock: HandClock;
  let trip: TripId;
  let asha: UserId;
  let bikram: UserId;

  beforeEach(async () => {
    engine = memoryEngine();
    clock = handClock();
    trip = (await aTrip(engine, { seats: ['A1', 'A2', 'A3', 'A4', 'B1', 'B2', 'B3', 'B4'] })).id;
    [asha, bikram] = [await aPassengerId(engine), await aPassengerId(engine)];
  });

  const world = (rateLimit = false) => ({ ...engine, clock, seatLockMinutes: 10, rateLimit });
  const best = (wish: SeatWish, passenger = asha, on = trip) => lockSeats(world())(passenger, on, wish);
  const lock = (passenger: UserId, ...seats: readonly string[]) => lockSeats(world())(passenger, trip, seats.map(seat));

  it('the best seats are held, and published as held', async () => {
    expect(await best({ count: 2 })).to.deep.equal({
      granted: ['A1', 'A2'],
      rejected: [],
      expiresAt: minutesAfter(START, 10),
      together: true,
    });
    expect(await recorded(engine)).to.deep.equal([seatMessage(trip, 'LOCKED', 'A1', 'A2')]);
  });

  it('the best seats are chosen among seats that nobody else has, the passenger’s own holds included', async () => {
    await aBooking(engine, { userId: bikram, tripId: trip, seats: [seat('A4')] });
    await lock(bikram, 'A1');
    await lock(asha, 'A2');
    expect(await best({ count: 2 })).to.deep.include({ granted: ['A2', 'A3'], together: true });
    expect(await best({ count: 2, near: 'BACK', like: 'WINDOW' })).to.deep.include({ granted: ['B1', 'B2'] });
    expect(await best({ count: 1, deck: 1, like: 'WINDOW', near: 'BACK' })).to.deep.include({ granted: ['B1'] });
  });

  it('the best seats say when they do not hang together', async () => {
    await aBooking(engine, { userId: bikram, tripId: trip, seats: ['A3', 'A4'].map(seat) });
    await lock(bikram, 'A2', 'B1', 'B2', 'B3');
    expect(await best({ count: 2 })).to.deep.include({ granted: ['A1', 'B4'], together: false });
  });

  it('the best seats are refused with how many are free or hang together, and nothing changes', async () => {
    await aBooking(engine, { userId: bikram, tripId: trip, seats: ['A2', 'A3', 'A4', 'B1', 'B2'].map(seat) });
    await lock(asha, 'A1');
    const before = await recorded(engine);
    expect(await refused(best({ count: 4 }))).to.deep.include({ code: 'SEATS_TOO_FEW', extra: { left: 3 } });
    expect(await refused(best({ count: 2, deck: 2 }))).to.deep.include({ code: 'SEATS_TOO_FEW', extra: { left: 0 } });
    expect(await refused(best({ count: 3, together: true }))).to.deep.include({
      code: 'NOT_TOGETHER',
      extra: { largest: 2 },
    });
    expect(await recorded(engine)).to.deep.equal(before);
  });

  it('the best seats are chosen anew if somebody takes a chosen seat meanwhile', async () => {
    let looks = 0;
    const seatMaps: Engine['seatMaps'] = {
      async view(...asked) {
        const map = await engine.seatMaps.view(...asked);
        looks += 1;
        if (looks === 1) await lock(bikram, 'A2');
        return map;
      },
    };
    const locked = await lockSeats({ ...world(), seatMaps })(asha, trip, { count: 2 });
    expect([locked.granted, locked.rejected, looks]).to.deep.equal([['A3', 'A4'], [], 2]);
    expect(await recorded(engine)).to.deep.equal([
      seatMessage(trip, 'LOCKED', 'A2'),
      seatMessage(trip, 'LOCKED', 'A3', 'A4'),
    ]);
  });

  it('the best seats are none that the passenger has held for too long', async () => {
    for (let round = 0; round < 7; round += 1) {
      await lockSeats(world(true))(asha, trip, [seat('A1')]);
      if (round < 6) clock.advance(10);
    }
    expect(await lockSeats(world(true))(asha, trip, { count: 1 })).to.deep.include({ granted: ['A2'] });
  });

  it('the best seats are refused on an unknown or departed trip, and on a bus without a seat map', async () => {
    const left = await aTrip(engine, { departsAt: START });
    const counted = await aTrip(engine, { seats: 4 });
    expect(await refusalOf(best({ count: 1 }, asha, 2_000_000_000 as TripId))).to.deep.equal([
      'absent',
      'TRIP_UNKNOWN',
    ]);
    expect(await refusalOf(best({ count: 1 }, asha, left.id))).to.deep.equal(['conflict', 'TRIP_DEPARTED']);
    expect(await faultsOf(best({ count: 1 }, asha, counted.id))).to.deep.equal(['best']);
  });
});
