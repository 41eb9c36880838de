import { expect } from 'chai';
import type { TripId } from '../../../core/kernel/ids.ts';
import { calendarOf } from '../../../core/kernel/calendar.ts';
import { paisa } from '../../../core/kernel/money.ts';
import { makeDueTrips } from '../../../core/planning/make-due-trips.ts';
import { addTimetable } from '../../../core/planning/add-timetable.ts';
import { calendar } from '../../support/catalogue.ts';
import { handClock } from '../../support/clock.ts';
import { memoryEngine } from '../../support/engines.ts';
import { type TimetableWorld, LAST, MONDAY, REACH, SATURDAY, SUNDAY, timetablesOn } from '../../support/timetables.ts';

describe('making the due trips of timetables', () => {
  let world: TimetableWorld;
  const nextDay = (day: string) => world.clock.set(calendar.at(day, '00:00')!);

  beforeEach(async () => {
    world = await timetablesOn(memoryEngine());
  });

  it('the daily job makes the trips of timetables only once for each new day', async () => {
    const { add, makeDueTrips: make, departures, view } = world;
    const { id } = await add();
    expect(await make()).to.equal(0);
    nextDay(SATURDAY);
    expect(await make()).to.equal(1);
    expect(await make()).to.equal(0);
    expect((await departures(id)).at(-1)).to.equal('2026-11-30 07:00');
    expect((await view(id)).generatedUntil).to.equal('2026-11-30');
  });

  it('the daily job makes timetable trips for days that it missed, except for departures that have passed', async () => {
    const { add, makeDueTrips: make, departures, clock } = world;
    const { id } = await add();
    clock.set(calendar.at('2026-12-24', '12:00')!);
    expect(await make()).to.equal(REACH - 1);
    expect((await departures(id))[9]).to.equal('2026-12-25 07:00');
  });

  it('the daily job makes timetable trips with the timetable’s current bus, fare and stops', async () => {
    const { add, change, otherBus, makeDueTrips: make, tripsOf } = world;
    const { id } = await add();
    const boardingPoints = [{ name: 'Kalanki', minutes: 5 }];
    await change(id, { fare: paisa(77), busId: otherBus, boardingPoints }, LAST);
    nextDay(SATURDAY);
    await make();
    expect((await tripsOf(id))['2026-11-30']).to.deep.include({ fare: 77, busId: otherBus, boardingPoints });
  });

  it('the daily job tries again to make upcoming timetable trips on days on which the bus was on a different trip', async () => {
    const { add, busyOn, touch, makeDueTrips: make, departures, view } = world;
    await busyOn(SATURDAY, '05:00', '08:00');
    const [sunday] = await busyOn(SUNDAY, '05:00', '08:00');
    const { id } = await add({ validUntil: SUNDAY });
    expect((await view(id)).clashes).to.deep.equal([SATURDAY, SUNDAY]);
    nextDay(SATURDAY);
    expect(await make()).to.equal(0);
    await touch(sunday as TripId, { status: 'CANCELLED' });
    nextDay(SUNDAY);
    expect(await make()).to.equal(1);
    expect(await departures(id)).to.deep.equal([`${SUNDAY} 07:00`]);
    expect(await view(id)).to.deep.include({ clashes: [], dueOn: null });
  });

  it('the daily job restores a cancelled timetable trip once its bus is free, and changes no other trip', async () => {
    const { add, change, busyOn, touch, makeDueTrips: make, tripsOf } = world;
    const { id } = await add({ validUntil: MONDAY });
    await change(id, { days: ['SAT', 'MON'] });
    const [other] = await busyOn(SUNDAY, '05:00', '08:00');
    expect((await change(id, { days: ['SAT', 'SUN', 'MON'] })).timetable.clashes).to.deep.equal([SUNDAY]);
    await touch(other as TripId, { status: 'CANCELLED' });
    nextDay(SATURDAY);
    expect(await make()).to.equal(1);
    expect((await tripsOf(id))[SUNDAY]!.status).to.equal('ACTIVE');
  });

  it('a timetable that is changed from a later day on still makes the trips of earlier days with the old fields', async () => {
    const { add, change, departures } = world;
    const { id } = await add();
    nextDay(SUNDAY);
    const { timetable } = await change(id, { departs: '09:00' }, '2026-12-01');
    expect(timetable.generatedUntil).to.equal('2026-12-01');
    expect((await departures(id)).slice(-2)).to.deep.equal(['2026-11-30 07:00', '2026-12-01 09:00']);
  });

  it('the daily job makes no trips for timetables that have ended', async () => {
    const { add, end, engine } = world;
    await add({ validUntil: SUNDAY });
    const { id } = await add({ departs: '20:00', durationMinutes: 60 });
    expect(await engine.timetableViews.due('2099-01-01', 10)).to.deep.equal([id]);
    await end(id);
    expect(await engine.timetableViews.due('2099-01-01', 10)).to.deep.equal([]);
  });

  it('the daily job makes the trips of other timetables when one timetable fails, and reports the failure', async () => {
    const { add, engine, clock, departures, view } = world;
    const { id: broken } = await add();
    const { id } = await add({ departs: '20:00', durationMinutes: 60 });
    nextDay(SATURDAY);
    const lock = Object.assign(new Error('It is broken.'), {});
    const make = makeDueTrips({
      ...engine,
      clock,
      calendar,
      timetableDays: REACH,
      transact: (work) =>
        engine.transact((stores) =>
          work({
            ...stores,
            timetables: {
              ...stores.timetables,
              lock: async (one) => {
                if (one === broken) throw lock;
                return stores.timetables.lock(one);
              },
            },
          }),
        ),
    });
    let failure: unknown;
    await make().catch((error: unknown) => {
      failure = error;
    });
    expect(failure).to.equal(lock);
    expect(await departures(id)).to.have.length(REACH + 1);
    expect((await view(broken)).generatedUntil).to.equal(LAST);
  });

  it('a timetable makes one trip a day even on the days on which clocks are put forward or back', async () => {
    const { engine, member, plan } = world;
    const local = calendarOf('Europe/Berlin');
    const clock = handClock(local.at('2026-10-22', '12:00'));
    const add = addTimetable({ ...engine, clock, calendar: local, timetableDays: 5 });
    const { id } = await add(member, plan({ departs: '02:30', durationMinutes: 60, validFrom: '2026-10-22' }));
    const trips = Object.entries(await world.tripsOf(id)).map(
      ([day, { departsAt }]) => `${day} ${local.text(departsAt)}`,
    );
    expect(trips).to.deep.equal(['23', '24', '25', '26'].map((day) => `2026-10-${day} 2026-10-${day} 02:30`));
    clock.set(local.at('2027-03-27', '12:00')!);
    const spring = await add(member, plan({ departs: '02:30', durationMinutes: 60, validFrom: '2027-03-27' }));
    const [sunday] = Object.values(await world.tripsOf(spring.id));
    expect(local.text(sunday!.departsAt).slice(0, 10)).to.equal('2027-03-28');
  });
});
