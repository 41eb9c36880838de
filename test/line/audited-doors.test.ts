import { expect } from 'chai';
import type { TripId, UserId } from '../../core/kernel/ids.ts';
import { hoursAfter, secondsAfter } from '../../core/kernel/time.ts';
import { joinDoor } from '../../core/line/join-door.ts';
import { doorNameOf } from '../../core/line/door.ts';
import { stepDoors } from '../../core/line/step-doors.ts';
import { type Day, aDay, markPublished } from '../support/audited-day.ts';
import { aBooking } from '../support/bookings.ts';
import { aTrip, seat } from '../support/catalogue.ts';
import { START } from '../support/clock.ts';
import { type Change, databaseBooks } from '../support/corrupting.ts';
import { aDoor } from '../support/doors.ts';
import { onEveryEngine } from '../support/engines.ts';
import { aPassengerId } from '../support/people.ts';

onEveryEngine('an audit of doors', (engine, database) => {
  let day: Day;
  let trip: TripId;
  let asha: UserId;
  let door: number;

  /** Three people were drawn at a door, and a fourth joined later. */
  beforeEach(async () => {
    day = await aDay(engine());
    const { clock } = day.paying;
    const opensAt = hoursAfter(clock(), 12);
    trip = (await aTrip(engine(), { departsAt: hoursAfter(clock(), 96) })).id;
    await aDoor(engine(), { opensAt, trips: [trip] });
    const world = { ...engine(), clock };
    const join = async () => {
      const user = await aPassengerId(engine());
      await joinDoor(world)(user, doorNameOf(opensAt));
      return user;
    };
    asha = await join();
    await join();
    await join();
    clock.set(secondsAfter(opensAt, 1));
    await stepDoors(world)();
    await join();
    door = (await engine().doorViews.find(opensAt))!.id;
    await markPublished(engine());
  });

  const linesAfter = async (...changes: readonly Change[]) =>
    databaseBooks(database()).linesAfter(day.paying.clock, changes);

  /** Runs a test without the index that forbids a number twice. */
  async function withoutUniqueNumbers(test: () => Promise<void>): Promise<void> {
    await database().knex.raw('drop index door_places_numbers');
    try {
      await test();
    } finally {
      await database().knex.raw(
        'create unique index door_places_numbers on door_places (door_id, number) where number is not null',
      );
    }
  }

  const numberOf = async (place: number): Promise<number> =>
    (await database().knex('door_places').where({ door_id: door, place }).first('number')).number;

  it('an audit finds nothing wrong with a door whose order was drawn', async () => {
    const { findings } = await day.audit();
    expect(findings.filter(({ invariant }) => invariant === 'DOOR_DIFFERS')).to.deep.equal([]);
  });

  it('an audit finds a number twice, and numbers that no draw gives', async () => {
    await withoutUniqueNumbers(async () => {
      const where = { door_id: door, place: 4 };
      expect(
        await linesAfter(
          { table: 'door_places', where, set: { number: 3 } },
          { table: 'door_places', where: { door_id: door, place: 1 }, set: { number: null } },
        ),
      ).to.deep.equal([
        [`DOOR_DIFFERS: number 3 is given 2 times (door ${door})`, `DOOR_DIFFERS: place 4 has number 3 (door ${door})`],
        [`DOOR_DIFFERS: place 1 has number null, and the draw gives ${await numberOf(1)} (door ${door})`],
      ]);
    });
  });

  it('an audit finds drawn numbers that are not by the seed, although each number is given once', async () => {
    await withoutUniqueNumbers(async () => {
      const [first, second] = [await numberOf(1), await numberOf(2)];
      const moved = (place: number, number: number): Change => ({
        table: 'door_places',
        where: { door_id: door, place },
        set: { number },
      });
      const swapped = { ...moved(1, second), also: [moved(2, first)] };
      expect(await linesAfter(swapped)).to.deep.equal([
        [
          `DOOR_DIFFERS: place 1 has number ${second}, and the draw gives ${first} (door ${door})`,
          `DOOR_DIFFERS: place 2 has number ${first}, and the draw gives ${second} (door ${door})`,
        ],
      ]);
    });
  });

  it('an audit finds a seed that is not the one whose hash was public', async () => {
    const seed = '00'.repeat(32);
    expect(await linesAfter({ table: 'doors', where: { id: door }, set: { seed } })).to.deep.equal([
      [`DOOR_DIFFERS: its seed is not the one whose hash was public (door ${door})`],
    ]);
  });

  it('an audit finds two open places of an account', async () => {
    const where = { door_id: door, place: 2 };
    expect(await linesAfter({ table: 'door_places', where, set: { user_id: asha, is_newest: false } })).to.deep.equal([
      [`DOOR_DIFFERS: user ${asha} has 2 open places (door ${door})`],
    ]);
  });

  it('an audit finds a booking made between the setting of the moment and the moment', async () => {
    const booking = await aBooking(engine(), { tripId: trip, userId: asha, seats: [seat('A1')], bookedAt: START });
    await markPublished(engine());
    const found = await linesAfter({ table: 'schedules', where: { id: trip }, set: { sale_set_at: START } });
    expect(found.flat()).to.include(
      `DOOR_DIFFERS: it was made before the sale of its trip opened (booking ${booking.id})`,
    );
  });
});
