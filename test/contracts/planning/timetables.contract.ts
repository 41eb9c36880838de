import { expect } from 'chai';
import { paisa } from '../../../core/kernel/money.ts';
import { hoursAfter } from '../../../core/kernel/time.ts';
import type { Timetable } from '../../../core/planning/timetable.ts';
import { START } from '../../support/clock.ts';
import { onEveryEngine } from '../../support/engines.ts';
import { type TimetableWorld, FRIDAY, LAST, MONDAY, SATURDAY, SUNDAY, timetablesOn } from '../../support/timetables.ts';

onEveryEngine('timetables', (engine) => {
  let world: TimetableWorld;

  beforeEach(async () => {
    world = await timetablesOn(engine());
  });

  const newTimetable = (): Omit<Timetable, 'id'> => ({
    ...world.plan({
      days: ['MON', 'SUN'],
      validUntil: '2027-01-01',
      exceptDates: [SUNDAY, MONDAY],
      boardingPoints: [{ name: 'Kalanki "chowk"', minutes: -15 }],
      droppingPoints: [{ name: 'पोखरा', minutes: 420 }],
    }),
    operatorId: world.member.operatorId,
    generatedUntil: null,
    clashes: [],
    dueOn: FRIDAY,
    createdAt: START,
  });

  it('a timetable is stored and read with all its data, also after a change', async () => {
    const timetable = newTimetable();
    const id = await engine().transact(({ timetables }) => timetables.add(timetable));
    const find = () => engine().transact(({ timetables }) => timetables.lock(id));
    expect(await find()).to.deep.equal({ ...timetable, id });
    const changed: Timetable = {
      id,
      operatorId: world.member.operatorId,
      createdAt: START,
      ...world.plan({ busId: world.otherBus, destinationCityId: world.butwal, fare: paisa(1), departs: '23:59' }),
      durationMinutes: 5,
      validUntil: null,
      generatedUntil: LAST,
      clashes: [SUNDAY],
      dueOn: null,
    };
    await engine().transact(({ timetables }) => timetables.save(changed));
    expect(await find()).to.deep.equal(changed);
    expect(await engine().transact(({ timetables }) => timetables.lock(9_999 as never))).to.equal(undefined);
  });

  it('timetables are listed with the names of cities and bus, newest first, page by page', async () => {
    const own = [
      await world.add(),
      await world.add({ busId: world.otherBus }),
      await world.add({ validFrom: '2028-01-01' }),
    ];
    const other = await timetablesOn(engine());
    const foreign = await other.add();
    const [newest, middle, oldest] = own.toReversed();
    const list = (limit: number, after?: readonly number[]) =>
      engine().timetableViews.list(world.member.operatorId, { limit, ...(after && { after }) });
    const first = await list(2);
    expect(first.rows).to.deep.equal([newest, middle]);
    expect((await list(2, first.next as readonly number[])).rows).to.deep.equal([oldest]);
    expect((await list(3)).next).to.equal(undefined);
    expect(await engine().timetableViews.find(foreign.id)).to.deep.equal(foreign);
    expect(oldest).to.deep.include({
      source: { id: world.kathmandu, name: 'Kathmandu' },
      destination: { id: world.pokhara, name: 'Pokhara' },
    });
    expect(await engine().timetableViews.find(9_999 as never)).to.equal(undefined);
  });

  it('a timetable is due for making trips from its stored day on, and the longest overdue comes first', async () => {
    const add = (dueOn: string | null) =>
      engine().transact(({ timetables }) => timetables.add({ ...newTimetable(), dueOn }));
    const [sunday, friday, saturday] = [await add(SUNDAY), await add(FRIDAY), await add(SATURDAY)];
    await add(null);
    const again = await add(FRIDAY);
    expect(await engine().timetableViews.due(SATURDAY, 10)).to.deep.equal([friday, again, saturday]);
    expect(await engine().timetableViews.due(SUNDAY, 4)).to.deep.equal([friday, again, saturday, sunday]);
    expect(await engine().timetableViews.due(SUNDAY, 1)).to.deep.equal([friday]);
    expect(await engine().timetableViews.due('2026-11-19', 10)).to.deep.equal([]);
  });

  it('a timetable’s trips are listed from a given day on, with every status', async () => {
    const { id } = await world.add({ validUntil: MONDAY });
    await world.add({ busId: world.otherBus });
    await world.change(id, { days: ['SAT', 'MON'] });
    const trips = await engine().transact(({ timetables }) => timetables.trips(id, SUNDAY));
    expect(trips.map(({ timetable, status }) => [timetable?.day, status])).to.deep.equal([
      [SUNDAY, 'CANCELLED'],
      [MONDAY, 'ACTIVE'],
    ]);
    const ids = trips.map((trip) => trip.id).toReversed();
    const locked = await engine().transact(({ timetables }) => timetables.lockTrips(ids, world.clock()));
    expect(locked).to.deep.equal(trips);
    expect(await engine().transact(({ timetables }) => timetables.lockTrips([], world.clock()))).to.deep.equal([]);
  });

  it('a change of a timetable changes its trips in the same way on SQLite and Postgres', async () => {
    const { add, change, end, book, busyOn, tripsOf, otherBus } = world;
    const { id } = await add({ validUntil: '2026-11-24' });
    const trips = await tripsOf(id);
    await book(trips[SATURDAY]!.id, { status: 'CONFIRMED' });
    await busyOn(SUNDAY, '20:00', '21:00', otherBus);
    const moved = await change(id, { busId: otherBus, departs: '15:00' });
    expect(moved).to.deep.include({ changed: 2, kept: [trips[SATURDAY]!.id, trips[SUNDAY]!.id] });
    expect(moved.timetable.clashes).to.deep.equal([SUNDAY]);
    expect(await change(id, { days: ['TUE', 'WED'], validUntil: '2026-11-25' })).to.deep.include({ changed: 3 });
    expect(await change(id, { days: ['MON', 'TUE', 'WED'] })).to.deep.include({ changed: 1 });
    const open = async (day: string) => {
      const { id: trip } = (await tripsOf(id))[day]!;
      return (await engine().transact((stores) => stores.trips.find(trip)))?.papersOk;
    };
    expect(await Promise.all([MONDAY, '2026-11-25'].map(open))).to.deep.equal([true, true]);
    expect(await end(id)).to.deep.include({ changed: 3, kept: [trips[SATURDAY]!.id] });
    expect((await tripsOf(id))[MONDAY]).to.deep.include({ departsAt: hoursAfter(START, 77), status: 'CANCELLED' });
  });
});
