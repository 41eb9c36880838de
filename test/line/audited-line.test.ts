import { expect } from 'chai';
import type { TripId, UserId } from '../../core/kernel/ids.ts';
import { minutesAfter } from '../../core/kernel/time.ts';
import { startWaiting, type WaitRequest } from '../../core/line/start-waiting.ts';
import { sweepLine } from '../../core/line/sweep-line.ts';
import { lockSeats } from '../../core/seats/lock-seats.ts';
import { releaseSeats } from '../../core/seats/release-seats.ts';
import { type Day, aDay, markPublished } from '../support/audited-day.ts';
import { type Change, databaseBooks } from '../support/corrupting.ts';
import { seat } from '../support/catalogue.ts';
import { onEveryEngine } from '../support/engines.ts';
import { LINE_TERMS } from '../support/line.ts';
import { aPassengerId } from '../support/people.ts';

const ALL = ['A1', 'A2', 'A3', 'A4', 'B1', 'B2', 'B3', 'B4'];

onEveryEngine('an audit of people who wait', (engine, database) => {
  let day: Day;
  let trip: TripId;
  let asha: UserId;
  let bikram: UserId;
  let holder: UserId;

  const world = () => ({ ...engine(), ...LINE_TERMS, clock: day.paying.clock, rateLimit: false });
  const wait = (passenger: UserId, request: Partial<WaitRequest> = {}, on = trip) =>
    startWaiting(world())(passenger, on, { count: 1, anyOf: [], section: undefined, keptFor: undefined, ...request });
  const lock = (passenger: UserId, seats: readonly string[]) => lockSeats(world())(passenger, trip, seats.map(seat));

  /** Two people wait, and the first has an offer of two seats. Nobody else gets the other seats. */
  beforeEach(async () => {
    day = await aDay(engine());
    trip = day.bus.id;
    [asha, bikram] = [await aPassengerId(engine()), await aPassengerId(engine())];
    holder = await aPassengerId(engine());
    await lock(holder, ALL.slice(0, 6));
    const other = await aPassengerId(engine());
    await lock(other, ALL.slice(6));
    await wait(asha, { count: 2 });
    await wait(bikram, { count: 3 });
    await releaseSeats(world())(other, trip);
    await markPublished(engine());
  });

  const lines = async (): Promise<readonly string[]> =>
    (await day.audit()).findings.map(({ invariant, row, says }) => `${invariant} ${row} ${says}`);
  const linesAfter = async (...changes: readonly Change[]) =>
    databaseBooks(database()).linesAfter(day.paying.clock, changes);
  const waitOf = async (passenger: UserId) =>
    (await database().knex('waits').where({ user_id: passenger }).first<{ id: number }>()).id;

  it('an audit finds nothing wrong with an offer and a wait that nothing fits', async () => {
    expect(await lines()).to.deep.equal([]);
  });

  it('an audit finds an offer without its holds, and the hold of a wait that has ended', async () => {
    const id = await waitOf(asha);
    expect(
      await linesAfter(
        { table: 'seat_locks', where: { wait_id: id }, isGone: true },
        { table: 'seat_locks', where: { wait_id: id }, set: { wait_id: null } },
        { table: 'waits', where: { id }, set: { ended_at: 1 } },
      ),
    ).to.deep.equal([
      [`WAIT_DIFFERS: 2 seats are offered, and 0 held for it (wait ${id})`],
      [`WAIT_DIFFERS: 2 seats are offered, and 0 held for it (wait ${id})`],
      [
        `WAIT_DIFFERS: a seat is held for wait ${id}, which has no offer (trip ${trip})`,
        `WAIT_DIFFERS: a seat is held for wait ${id}, which has no offer (trip ${trip})`,
      ],
    ]);
  });

  it('an audit finds two waits of a person on a trip, and a trip with waits that is marked as having none', async () => {
    await database().knex.raw('drop index waits_once');
    const id = await waitOf(bikram);
    try {
      expect(
        await linesAfter(
          { table: 'waits', where: { id }, set: { user_id: asha } },
          { table: 'schedules', where: { id: trip }, set: { has_waits: false } },
        ),
      ).to.deep.equal([
        [`WAIT_DIFFERS: user ${asha} waits 2 times (trip ${trip})`],
        [`TOTALS_DIFFER: has_waits is 0, and its rows make 1 (trip ${trip})`],
      ]);
    } finally {
      await database().knex.raw(
        'create unique index waits_once on waits (user_id, schedule_id) where ended_at is null',
      );
    }
  });

  it('an audit finds an offer that is over for two minutes, and free seats that nobody offered', async () => {
    const { clock } = day.paying;
    const begin = clock();
    const unserved = `WAIT_DIFFERS trip ${trip} 3 seats are free, and wait ${await waitOf(bikram)} is not served`;
    // The holds of the other seats lapse after 10 minutes, the offer after 15.
    clock.set(minutesAfter(begin, 11.9));
    expect(await lines()).to.deep.equal([]);
    clock.set(minutesAfter(begin, 16.9));
    expect(await lines()).to.deep.equal([unserved]);
    clock.set(minutesAfter(begin, 17));
    expect(await lines()).to.deep.equal([
      unserved,
      `WAIT_DIFFERS wait ${await waitOf(asha)} its offer is over, and it has not ended`,
    ]);
    await sweepLine(world())();
    await markPublished(engine());
    expect(await lines()).to.deep.equal([]);
  });
});
