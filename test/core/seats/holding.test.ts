import { expect } from 'chai';
import type { TripId, UserId } from '../../../core/kernel/ids.ts';
import { minutesAfter } from '../../../core/kernel/time.ts';
import { lockSeats } from '../../../core/seats/lock-seats.ts';
import { releaseSeats } from '../../../core/seats/release-seats.ts';
import { sweepLocks } from '../../../core/seats/sweep-seats.ts';
import { viewSeatMap } from '../../../core/seats/view-seat-map.ts';
import { aBooking } from '../../support/bookings.ts';
import { allVerified, aTrip, changePlan, seat } from '../../support/catalogue.ts';
import { setTerms } from '../../support/companies.ts';
import { type HandClock, handClock, START } from '../../support/clock.ts';
import { type Engine, memoryEngine } from '../../support/engines.ts';
import { recorded, seatMessage } from '../../support/events.ts';
import { aPassengerId } from '../../support/people.ts';
import { refusalOf } from '../../support/refusals.ts';

const NOWHERE = 2_000_000_000 as TripId;

describe('holding seats', () => {
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

  const lock = (passenger: UserId, seats: readonly string[], on = trip) =>
    lockSeats({ ...engine, clock, seatLockMinutes: 10, rateLimit: false })(passenger, on, seats.map(seat));
  const release = (passenger: UserId, on = trip) => releaseSeats({ ...engine, clock, rateLimit: false })(passenger, on);
  const sweep = () => sweepLocks({ ...engine, clock })();

  it('a passenger’s hold takes free seats in the requested order, and publishes them as held', async () => {
    expect(await lock(asha, ['B1', 'A1'])).to.deep.equal({
      granted: ['B1', 'A1'],
      rejected: [],
      expiresAt: minutesAfter(START, 10),
    });
    expect(await recorded(engine)).to.deep.equal([seatMessage(trip, 'LOCKED', 'B1', 'A1')]);
  });

  it('a hold finds seats whatever the case, blanks and invisible characters of their typed numbers', async () => {
    expect(await lock(asha, ['a1', 'B 1', 'A1\u200b', 'A2'])).to.deep.include({
      granted: ['A1', 'B1', 'A2'],
      rejected: [],
    });
  });

  it('a hold does not need complete documents of the bus; only the booking does', async () => {
    const documents = allVerified.map((document) => ({ ...document, validUntil: '2026-11-21' }));
    const { id } = await aTrip(engine, { bus: { documents } });
    expect(await lock(asha, ['A1'], id)).to.deep.include({ granted: ['A1'] });
  });

  it('a hold on a trip of a suspended company is refused as for an unknown trip', async () => {
    await setTerms(engine, trip, { status: 'SUSPENDED' });
    expect(await refusalOf(lock(asha, ['A1']))).to.deep.equal(['absent', 'TRIP_UNKNOWN']);
  });

  it('a hold gives the documented reason for each refused seat, and publishes no event about those seats', async () => {
    await aBooking(engine, { userId: bikram, tripId: trip, seats: [seat('A1')] });
    await lock(bikram, ['A2']);
    expect(await lock(asha, ['A1', 'A2', 'Z9', ''])).to.deep.include({
      granted: [],
      rejected: [
        { seat: 'A1', reason: 'Already booked.' },
        { seat: 'A2', reason: 'Currently held by another passenger.' },
        { seat: 'Z9', reason: 'Not a valid seat.' },
        { seat: '', reason: 'Not a valid seat.' },
      ],
    });
    expect(await recorded(engine)).to.deep.equal([seatMessage(trip, 'LOCKED', 'A2')]);
  });

  it('a hold takes at most the first six of the requested seats, and counts a repeated seat once', async () => {
    const { granted, rejected } = await lock(asha, ['A1', 'A1', 'A2', 'A3', 'A2', 'A4', 'B1', 'B2', 'B3', 'B4']);
    expect([granted, rejected]).to.deep.equal([['A1', 'A2', 'A3', 'A4', 'B1', 'B2'], []]);
  });

  it('a hold on other seats releases the passenger’s earlier seats, and publishes the released seats first', async () => {
    await lock(asha, ['A2', 'A1']);
    await lock(asha, ['A1', 'A3']);
    expect((await recorded(engine)).slice(1)).to.deep.equal([
      seatMessage(trip, 'AVAILABLE', 'A2'),
      seatMessage(trip, 'LOCKED', 'A1', 'A3'),
    ]);
  });

  it('a hold with an empty list of seats releases every held seat', async () => {
    await lock(asha, ['A2', 'A1']);
    expect(await lock(asha, [])).to.deep.include({ granted: [], rejected: [] });
    expect((await recorded(engine)).slice(1)).to.deep.equal([seatMessage(trip, 'AVAILABLE', 'A1', 'A2')]);
  });

  it('a hold is refused for an unknown or cancelled trip first, then a departed trip, then a bus without a seat map', async () => {
    const cancelled = await aTrip(engine, { status: 'CANCELLED', departsAt: START, seats: 4 });
    const left = await aTrip(engine, { departsAt: START, seats: 4 });
    const counted = await aTrip(engine, { departsAt: minutesAfter(START, 1), seats: 4 });
    expect(await refusalOf(lock(asha, ['A1'], NOWHERE))).to.deep.equal(['absent', 'TRIP_UNKNOWN']);
    expect(await refusalOf(lock(asha, ['A1'], cancelled.id))).to.deep.equal(['absent', 'TRIP_UNKNOWN']);
    expect(await refusalOf(lock(asha, ['A1'], left.id))).to.deep.equal(['conflict', 'TRIP_DEPARTED']);
    expect(await refusalOf(lock(asha, ['A1'], counted.id))).to.deep.equal(['conflict', 'NO_SEAT_MAP']);
    await changePlan(engine, counted.id, { departedAt: START });
    expect(await refusalOf(lock(asha, ['A1'], counted.id))).to.deep.equal(['conflict', 'TRIP_DEPARTED']);
  });

  it('a passenger’s release of held seats returns how many were released, and publishes them as free', async () => {
    await lock(asha, ['A2', 'A1']);
    await lock(bikram, ['B1']);
    expect([await release(asha), await release(asha)]).to.deep.equal([2, 0]);
    expect((await recorded(engine)).slice(2)).to.deep.equal([seatMessage(trip, 'AVAILABLE', 'A1', 'A2')]);
  });

  it('a passenger can release held seats of a cancelled or departed trip, but an unknown trip is refused', async () => {
    const [cancelled, left] = [await aTrip(engine, { status: 'CANCELLED' }), await aTrip(engine, { departsAt: START })];
    expect([await release(asha, cancelled.id), await release(asha, left.id)]).to.deep.equal([0, 0]);
    expect(await refusalOf(release(asha, NOWHERE))).to.deep.equal(['absent', 'TRIP_UNKNOWN']);
  });

  it('held seats that expire are published by the clean-up job trip by trip, and only once', async () => {
    const other = (await aTrip(engine, { seats: ['A1'] })).id;
    await lock(asha, ['A2', 'A1']);
    await lock(asha, ['A1'], other);
    clock.advance(1);
    await lock(bikram, ['B1']);
    clock.set(minutesAfter(START, 10));
    expect([await sweep(), await sweep()]).to.deep.equal([3, 0]);
    expect((await recorded(engine)).slice(3)).to.deep.equal([
      seatMessage(trip, 'AVAILABLE', 'A1', 'A2'),
      seatMessage(other, 'AVAILABLE', 'A1'),
    ]);
  });

  it('the clean-up job deletes all expired holds on seats in one run, however many', async () => {
    const many = Array.from({ length: 41 }, (_, index) => `S${index}`);
    const crowded = (
      await aTrip(engine, {
        seats: many.flatMap((number) => ['a', 'b', 'c', 'd', 'e', 'f'].map((row) => number + row)),
      })
    ).id;
    for (const number of many)
      await lock(
        await aPassengerId(engine),
        ['a', 'b', 'c', 'd', 'e', 'f'].map((row) => number + row),
        crowded,
      );
    clock.advance(10);
    expect(await sweep()).to.equal(246);
  });

  it('held seats are shown on the seat map as the viewer’s own or as another passenger’s', async () => {
    await lock(asha, ['A1']);
    const view = (viewer?: UserId) => viewSeatMap({ ...engine, clock, seatLockMinutes: 10 })(trip, viewer);
    const heldBy = async (viewer?: UserId) => {
      const map = await view(viewer);
      return map.hasSeatMap && map.seats[0]?.heldBy;
    };
    expect([await heldBy(asha), await heldBy(bikram), await heldBy()]).to.deep.equal(['me', 'another', 'another']);
    expect((await view()).lockMinutes).to.equal(10);
    expect(await refusalOf(viewSeatMap({ ...engine, clock, seatLockMinutes: 10 })(NOWHERE))).to.deep.equal([
      'absent',
      'TRIP_UNKNOWN',
    ]);
  });
});
