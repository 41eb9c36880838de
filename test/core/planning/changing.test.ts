import { expect } from 'chai';
import type { BusId, CityId, TimetableId } from '../../../core/kernel/ids.ts';
import { paisa } from '../../../core/kernel/money.ts';
import type { TimetablePlan } from '../../../core/planning/timetable.ts';
import { aBus, calendar, seat } from '../../support/catalogue.ts';
import { memoryEngine } from '../../support/engines.ts';
import { aPassengerId } from '../../support/people.ts';
import { codeOf, refused } from '../../support/refusals.ts';
import { type TimetableWorld, FRIDAY, LAST, MONDAY, SATURDAY, SUNDAY, timetablesOn } from '../../support/timetables.ts';

describe('changing a timetable', () => {
  let world: TimetableWorld;
  /** A timetable of a daily trip at 07:00, valid until Tuesday. */
  let id: TimetableId;

  beforeEach(async () => {
    world = await timetablesOn(memoryEngine());
    ({ id } = await world.add({ validUntil: '2026-11-24' }));
  });

  const trip = async (day: string) => (await world.tripsOf(id))[day]!;
  const hold = async (day: string) => {
    const { id: tripId } = await trip(day);
    const [passenger, expiresAt] = [await aPassengerId(world.engine), calendar.at(FRIDAY, '10:10')!];
    await world.engine.transact(({ seatLocks }) =>
      seatLocks.hold({ tripId, passenger, wanted: [seat('A1')], expiresAt }, world.clock()),
    );
  };
  const isHeld = async (day: string): Promise<boolean> => {
    const map = await world.engine.seatMaps.view((await trip(day)).id, undefined, world.clock());
    return map!.hasSeatMap && map!.seats.some(({ heldBy }) => heldBy === 'another');
  };

  it('a change of a timetable applies to its trips from tomorrow on if no day is given', async () => {
    const { change, tripsOf } = world;
    const { id: daily } = await world.add({ busId: world.otherBus, departs: '20:00', durationMinutes: 60 });
    const { changed, kept, timetable } = await change(daily, { fare: paisa(130_000) });
    expect([changed, kept, timetable.fare]).to.deep.equal([9, [], 130_000]);
    const fares = Object.entries(await tripsOf(daily)).map(([day, { fare }]) => `${day} ${fare}`);
    expect(fares.slice(0, 2)).to.deep.equal([`${FRIDAY} 120000`, `${SATURDAY} 130000`]);
  });

  it('a change of a timetable changes times, boarding and drop-off points, cities and bus of its trips from the given day on', async () => {
    const { change, butwal, otherBus } = world;
    const points = {
      boardingPoints: [{ name: 'Kalanki', minutes: 20 }],
      droppingPoints: [{ name: 'Zero', minutes: 90 }],
    };
    const given = { ...points, destinationCityId: butwal, busId: otherBus, departs: '08:30', durationMinutes: 90 };
    expect((await change(id, given, SUNDAY)).changed).to.equal(3);
    const [before, after] = [await trip(SATURDAY), await trip(SUNDAY)];
    expect(before).to.deep.include({ busId: world.bus, destinationCityId: world.pokhara, boardingPoints: [] });
    expect(after).to.deep.include({ ...points, busId: otherBus, destinationCityId: butwal, changedInOffice: false });
    expect([after.departsAt, after.arrivesAt]).to.deep.equal([
      calendar.at(SUNDAY, '08:30'),
      calendar.at(SUNDAY, '10:00'),
    ]);
  });

  it('a change of a timetable cancels trips on weekdays that it drops, and restores them when the weekday returns', async () => {
    const { change, departures } = world;
    expect((await change(id, { days: ['SAT', 'MON'] })).changed).to.equal(2);
    expect(await departures(id)).to.deep.equal([`${SATURDAY} 07:00`, `${MONDAY} 07:00`]);
    const { id: sundays } = await trip(SUNDAY);
    const cancelled = (await world.engine.officeTrips.find(sundays, world.clock()))!.cancelled;
    expect(cancelled).to.deep.include({ at: world.clock(), reason: null });
    expect(cancelled!.by).to.deep.include({ id: world.member.userId });
    const { changed, kept } = await change(id, { days: ['SAT', 'SUN', 'MON'], departs: '09:00', fare: paisa(90_000) });
    expect([changed, kept]).to.deep.equal([3, []]);
    expect(await trip(SUNDAY)).to.deep.include({ id: sundays, status: 'ACTIVE', fare: 90_000 });
    expect(await departures(id)).to.deep.equal([SATURDAY, SUNDAY, MONDAY].map((day) => `${day} 09:00`));
  });

  it('a change of a timetable adds trips on new weekdays, up to the last day for which trips were made already', async () => {
    const { change, departures } = world;
    const { changed, timetable } = await change(id, { validUntil: null });
    expect([changed, timetable.generatedUntil]).to.deep.equal([5, LAST]);
    expect(await departures(id)).to.have.length(9);
    const ended = await change(id, { validUntil: SUNDAY });
    expect([ended.changed, ended.timetable.generatedUntil]).to.deep.equal([7, SUNDAY]);
  });

  it('a change of a timetable adds no trips before the day from which it applies', async () => {
    const { change, departures } = world;
    await change(id, { validUntil: null }, '2026-11-28');
    expect((await departures(id)).slice(-3)).to.deep.equal(['2026-11-24 07:00', '2026-11-28 07:00', `${LAST} 07:00`]);
  });

  it('a change of a timetable leaves booked trips unchanged', async () => {
    const { change, book } = world;
    await book((await trip(SATURDAY)).id, { status: 'CONFIRMED' });
    await book((await trip(SUNDAY)).id, { status: 'PENDING_PAYMENT' });
    await book((await trip(MONDAY)).id, { status: 'CANCELLED' });
    const { changed, kept } = await change(id, { departs: '08:00' });
    expect(kept).to.deep.equal([(await trip(SATURDAY)).id, (await trip(SUNDAY)).id]);
    expect(changed).to.equal(2);
    expect((await trip(SUNDAY)).departsAt).to.equal(calendar.at(SUNDAY, '07:00'));
  });

  it('a change of a timetable changes trips that have only overdue unpaid bookings', async () => {
    const { change, book, clock } = world;
    const { id: booking } = await book((await trip(SATURDAY)).id);
    clock.advance(15);
    expect((await change(id, { departs: '08:00' })).kept).to.deep.equal([]);
    expect((await world.engine.transact(({ bookings }) => bookings.find(booking)))!.status).to.equal('EXPIRED');
  });

  it('a change of a timetable leaves trips with booked places unchanged on a bus without a seat map', async () => {
    const { engine, add, change, book, member } = world;
    const busId = await aBus(engine, { operatorId: member.operatorId, seats: 14 });
    const timetable = await add({ busId, validUntil: SUNDAY });
    const trips = await world.tripsOf(timetable.id);
    await book(trips[SATURDAY]!.id, { status: 'CONFIRMED', seats: undefined, seatsCount: 2 } as never);
    expect(await change(timetable.id, { fare: paisa(1_000) })).to.deep.include({
      changed: 1,
      kept: [trips[SATURDAY]!.id],
    });
  });

  it('a change of a timetable leaves trips unchanged that somebody has edited or cancelled', async () => {
    const { change, touch } = world;
    await touch((await trip(SATURDAY)).id, { fare: paisa(1) });
    await touch((await trip(SUNDAY)).id, { status: 'CANCELLED' });
    const { changed, kept } = await change(id, { fare: paisa(2) });
    expect([changed, kept]).to.deep.equal([2, [(await trip(SATURDAY)).id]]);
    expect(await trip(SUNDAY)).to.deep.include({ status: 'CANCELLED', fare: 120_000 });
    await change(id, { days: ['MON'] });
    await change(id, { days: ['SAT', 'SUN', 'MON', 'TUE'] });
    expect(await trip(SATURDAY)).to.deep.include({ status: 'ACTIVE', fare: 1 });
    expect((await trip(SUNDAY)).status).to.equal('CANCELLED');
  });

  it('a change of a timetable leaves departed trips unchanged, and moves no trip of today into the past', async () => {
    const { add, change, clock, tripsOf, otherBus, engine } = world;
    const { id: evening } = await add({ busId: otherBus, departs: '12:00', durationMinutes: 60, validUntil: SUNDAY });
    const trips = await tripsOf(evening);
    const past = await change(evening, { departs: '09:00' }, FRIDAY);
    expect(past).to.deep.include({ changed: 2, kept: [trips[FRIDAY]!.id] });
    await engine.transact(({ plannedTrips }) =>
      plannedTrips.save([{ ...trips[SATURDAY]!, departsAt: calendar.at(SATURDAY, '09:00')!, departedAt: clock() }]),
    );
    clock.set(calendar.at(FRIDAY, '12:00')!);
    expect(await change(evening, { fare: paisa(1) }, FRIDAY)).to.deep.include({ changed: 1, kept: [] });
  });

  it('a change of a timetable skips days on which the bus is on another trip, and names them', async () => {
    const { change, busyOn, otherBus, departures } = world;
    await busyOn(SUNDAY, '10:00', '11:00', otherBus);
    const { changed, kept, timetable } = await change(id, { busId: otherBus });
    expect([changed, kept, timetable.clashes]).to.deep.equal([3, [(await trip(SUNDAY)).id], [SUNDAY]]);
    expect((await trip(SUNDAY)).busId).to.equal(world.bus);
    expect(await departures(id)).to.have.length(4);
    await change(id, { busId: world.bus });
    expect((await world.view(id)).clashes).to.deep.equal([]);
  });

  it('a change of a timetable keeps the reported clashes of days before the change applies', async () => {
    const { add, change, busyOn, otherBus } = world;
    await busyOn(SATURDAY, '05:00', '08:00', otherBus);
    const { id: other } = await add({ busId: otherBus, validUntil: SUNDAY });
    expect((await change(other, { fare: paisa(1) }, SUNDAY)).timetable.clashes).to.deep.equal([SATURDAY]);
  });

  it('a change of a timetable does not restore a cancelled trip while its bus is on another trip', async () => {
    const { change, busyOn } = world;
    await change(id, { days: ['SAT', 'MON', 'TUE'] });
    await busyOn(SUNDAY, '10:00', '11:00');
    const { changed, kept, timetable } = await change(id, { days: ['SAT', 'SUN', 'MON', 'TUE'] });
    expect([changed, kept, timetable.clashes]).to.deep.equal([0, [], [SUNDAY]]);
    expect((await trip(SUNDAY)).status).to.equal('CANCELLED');
  });

  it('a change of a timetable may move a trip to the time of another moved trip, but not of an unchanged trip', async () => {
    const { add, change, book, departures, otherBus } = world;
    const nights = { busId: otherBus, departs: '07:00', durationMinutes: 24 * 60, validUntil: '2026-11-24' };
    const { id: long } = await add(nights);
    const trips = await world.tripsOf(long);
    await book(trips[SUNDAY]!.id, { status: 'CONFIRMED' });
    const { changed, kept, timetable } = await change(long, { departs: '06:00' });
    // Monday's new trip would depart before Sunday's trip arrives, so Monday's trip stays as it is. Tuesday's new trip
    // would then depart before Monday's trip arrives.
    expect([changed, timetable.clashes]).to.deep.equal([1, [MONDAY, '2026-11-24']]);
    expect(kept).to.deep.equal([SUNDAY, MONDAY, '2026-11-24'].map((day) => trips[day]!.id));
    expect(await departures(long)).to.deep.equal([
      `${SATURDAY} 06:00`,
      ...[SUNDAY, MONDAY, '2026-11-24'].map((day) => `${day} 07:00`),
    ]);
    expect((await change(long, { departs: '08:00' }, SUNDAY)).changed).to.equal(2);
  });

  it('a change of a timetable’s time, bus or fare releases held seats and notifies people who watch the trip', async () => {
    const { change, told, otherBus } = world;
    for (const day of [SATURDAY, SUNDAY, MONDAY]) await hold(day);
    await change(id, { boardingPoints: [{ name: 'Kalanki', minutes: 5 }] });
    expect([await isHeld(SATURDAY), await isHeld(SUNDAY)]).to.deep.equal([true, true]);
    await change(id, { fare: paisa(1), days: ['SUN', 'TUE'] }, SUNDAY);
    expect([await isHeld(SATURDAY), await isHeld(SUNDAY), await isHeld(MONDAY)]).to.deep.equal([true, false, false]);
    await change(id, { departs: '08:00', busId: otherBus, days: ['SUN', 'MON'] }, SUNDAY);
    expect(await told((await trip(SUNDAY)).id)).to.deep.equal([
      'seats A1 AVAILABLE',
      'trip fare_changed ACTIVE',
      'trip retimed ACTIVE',
      'trip bus_swapped ACTIVE',
    ]);
    expect(await told((await trip(MONDAY)).id)).to.deep.equal([
      'seats A1 AVAILABLE',
      'trip cancelled CANCELLED',
      'trip retimed ACTIVE',
      'trip bus_swapped ACTIVE',
      'trip fare_changed ACTIVE',
    ]);
    expect(await told((await trip(SATURDAY)).id)).to.deep.equal([]);
  });

  it('a change of a timetable notifies people who watch a trip that returns to its earlier time', async () => {
    await world.change(id, { days: ['SAT', 'MON'] });
    await world.change(id, { days: ['SAT', 'SUN', 'MON'] });
    expect(await world.told((await trip(SUNDAY)).id)).to.deep.equal([
      'trip cancelled CANCELLED',
      'trip retimed ACTIVE',
    ]);
  });

  it('a change of a timetable to another bus keeps blocks on seats of equal numbers, and removes blocks of cancelled trips', async () => {
    const { engine, change, otherBus } = world;
    const blocked = async (day: string) =>
      ((await engine.tripBlocks.find((await trip(day)).id, world.clock()))?.blocks ?? []).map((block) =>
        'seat' in block ? block.seat : block.places,
      );
    for (const day of [SATURDAY, SUNDAY]) {
      const { id: tripId } = await trip(day);
      await engine.transact(async ({ blocks }) => {
        await blocks.lock(tripId, world.clock());
        await blocks.replace(tripId, [{ seat: seat('A2'), reason: 'Crew', until: null }], world.clock());
      });
    }
    await change(id, { busId: otherBus, days: ['SAT'] });
    expect(await blocked(SATURDAY)).to.deep.equal(['A2']);
    expect(await blocked(SUNDAY)).to.deep.equal([]);
    expect(await world.told((await trip(SUNDAY)).id)).to.include('trip cancelled CANCELLED');
  });

  it('a change of a timetable is one entry of the activity log, and none if nothing changes', async () => {
    const { engine, change } = world;
    expect(await change(id, {})).to.deep.include({ changed: 0, kept: [] });
    expect(
      await change(id, { fare: paisa(120_000), days: ['TUE', 'MON', 'WED', 'THU', 'FRI', 'SAT', 'SUN'] }),
    ).to.deep.include({
      changed: 0,
    });
    await change(id, { fare: paisa(130_000), validUntil: null });
    const entries = await engine.transact(({ trail }) => trail.of({ type: 'timetable', id }));
    expect(entries.map(({ kind }) => kind)).to.deep.equal(['TIMETABLE_ADDED', 'TIMETABLE_CHANGED']);
    expect(entries[1]).to.deep.include({
      changes: { fare: { old: 1200, new: 1300 }, valid_until: { old: '2026-11-24', new: null } },
      description: 'Changed the timetable Kathmandu – Pokhara at 07:00 from 2026-11-21 on. Trips changed: 9.',
    });
    expect((await engine.trailViews.list({}, { limit: 100 })).rows).to.have.length(2);
  });

  it('the same change of a timetable, made again from an earlier day on, also changes the trips between the two days', async () => {
    const { engine, change, touch } = world;
    await touch((await trip(SATURDAY)).id, { fare: paisa(1) });
    await change(id, { fare: paisa(130_000) }, MONDAY);
    const { changed, kept } = await change(id, { fare: paisa(130_000) }, SATURDAY);
    expect([changed, kept]).to.deep.equal([1, [(await trip(SATURDAY)).id]]);
    expect((await trip(SUNDAY)).fare).to.equal(130_000);
    const entries = await engine.transact(({ trail }) => trail.of({ type: 'timetable', id }));
    expect(entries.at(-1)).to.deep.include({
      kind: 'TIMETABLE_CHANGED',
      changes: {},
      description: 'Changed the timetable Kathmandu – Pokhara at 07:00 from 2026-11-21 on. Trips changed: 1.',
    });
  });

  it('a change of a timetable is refused if its new fields contradict the unchanged fields', async () => {
    const { engine, change, kathmandu, pokhara } = world;
    await change(id, { droppingPoints: [{ name: 'Zero', minutes: 400 }] });
    const faults = async (given: Partial<TimetablePlan>, from?: string) =>
      (await refused(change(id, given, from))).faults.map(({ field }) => field);
    expect(await faults({ destinationCityId: kathmandu })).to.deep.equal(['destination_city_id']);
    expect(await faults({ sourceCityId: pokhara })).to.deep.equal(['source_city_id']);
    expect(await faults({ destinationCityId: 999 as CityId })).to.deep.equal(['destination_city_id']);
    expect(await faults({ validFrom: '2026-11-25' })).to.deep.equal(['valid_from']);
    expect(await faults({ validUntil: '2026-11-19' })).to.deep.equal(['valid_until']);
    expect(await faults({ validFrom: '2028-11-21', validUntil: null })).to.deep.equal(['valid_from']);
    expect(await faults({ durationMinutes: 399 })).to.deep.equal(['duration_minutes']);
    expect(await faults({}, '2026-11-19')).to.deep.equal(['from']);
    expect(await faults({}, 'tomorrow')).to.deep.equal(['from']);
    expect(await codeOf(change(id, { busId: await aBus(engine) }))).to.equal('BUS_UNKNOWN');
    expect(await codeOf(change(id, { busId: 9_999 as BusId }))).to.equal('BUS_UNKNOWN');
    expect(await codeOf(change(9_999 as TimetableId, {}))).to.equal('TIMETABLE_UNKNOWN');
  });
});
