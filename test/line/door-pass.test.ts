import { expect } from 'chai';
import type { TripId, UserId } from '../../core/kernel/ids.ts';
import { hoursAfter, minutesAfter } from '../../core/kernel/time.ts';
import { readDoors } from '../../core/line/door-board.ts';
import { refuseWithoutPass } from '../../core/line/door-pass.ts';
import { startWaiting } from '../../core/line/start-waiting.ts';
import { aBooking } from '../support/bookings.ts';
import { aTrip } from '../support/catalogue.ts';
import { type HandClock, handClock, START } from '../support/clock.ts';
import { aDoor } from '../support/doors.ts';
import { type Engine, memoryEngine } from '../support/engines.ts';
import { LINE_TERMS } from '../support/line.ts';
import { aPassengerId } from '../support/people.ts';
import { ended } from '../support/refusals.ts';

const OPENING = hoursAfter(START, 48);

describe('the pass of a door', () => {
  let engine: Engine;
  let clock: HandClock;
  let places: TripId;
  let asha: UserId;
  let bikram: UserId;

  beforeEach(async () => {
    engine = memoryEngine();
    clock = handClock();
    places = (await aTrip(engine, { departsAt: hoursAfter(START, 96), seats: 3 })).id;
    await aDoor(engine, { opensAt: OPENING, trips: [places] });
    [asha, bikram] = [await aPassengerId(engine), await aPassengerId(engine)];
    clock.set(hoursAfter(OPENING, 1));
  });

  it('offered places are booked without a pass while the offer stands, and no more than are offered', async () => {
    const world = { ...engine, ...LINE_TERMS, clock, rateLimit: true };
    const { id } = await aBooking(engine, { tripId: places, userId: bikram, seatsCount: 3 });
    await startWaiting(world)(asha, places, { count: 2, anyOf: [], section: undefined, keptFor: undefined });
    const book = (userId: UserId, count: number) =>
      ended(
        refuseWithoutPass({ ...world, readDoors: readDoors(world) })({
          userId,
          tripId: places,
          pass: '',
          places: { count, section: undefined },
        }),
      );
    expect(await book(asha, 2)).to.equal('DOOR_PASS_NEEDED');
    await engine.transact(async (stores) => {
      await stores.bookings.move(id, 'expire');
      await stores.trips.freePlaces(places, 3, clock());
    });
    expect([await book(asha, 2), await book(asha, 1)]).to.deep.equal(['done', 'done']);
    expect([await book(asha, 3), await book(bikram, 2)]).to.deep.equal(['DOOR_PASS_NEEDED', 'DOOR_PASS_NEEDED']);
    clock.set(minutesAfter(clock(), 15));
    expect(await book(asha, 2)).to.equal('DOOR_PASS_NEEDED');
  });
});
