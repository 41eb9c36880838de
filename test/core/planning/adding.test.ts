import { expect } from 'chai';
import type { BusId, CityId } from '../../../core/kernel/ids.ts';
import type { TimetablePlan } from '../../../core/planning/timetable.ts';
import { aBus, allVerified } from '../../support/catalogue.ts';
import { START } from '../../support/clock.ts';
import { memoryEngine } from '../../support/engines.ts';
import { codeOf, refused } from '../../support/refusals.ts';
import { type TimetableWorld, FRIDAY, LAST, MONDAY, SATURDAY, SUNDAY, timetablesOn } from '../../support/timetables.ts';

describe('adding a timetable', () => {
  let world: TimetableWorld;

  beforeEach(async () => {
    world = await timetablesOn(memoryEngine());
  });

  it('a new timetable makes its trips at once, from today on, but not one whose departure time has passed', async () => {
    const { add, departures, tripsOf, bus, kathmandu, pokhara, member } = world;
    const points = {
      boardingPoints: [{ name: 'Kalanki', minutes: 15 }],
      droppingPoints: [{ name: 'Zero', minutes: 400 }],
    };
    const timetable = await add({ ...points, validFrom: '2026-01-01' });
    expect(timetable).to.deep.include({ generatedUntil: LAST, clashes: [] });
    expect(await departures(timetable.id)).to.deep.equal(
      ['21', '22', '23', '24', '25', '26', '27', '28', '29'].map((day) => `2026-11-${day} 07:00`),
    );
    const trip = (await tripsOf(timetable.id))[SATURDAY]!;
    expect(trip).to.deep.include({
      key: `timetable:${timetable.id}@${SATURDAY}`,
      operatorId: member.operatorId,
      busId: bus,
      sourceCityId: kathmandu,
      destinationCityId: pokhara,
      fare: 120_000,
      ...points,
      timetable: { id: timetable.id, day: SATURDAY },
      changedInOffice: false,
      status: 'ACTIVE',
    });
    expect(trip.arrivesAt - trip.departsAt).to.equal(420 * 60_000);
  });

  it('a new timetable makes today’s trip if its departure is still to come', async () => {
    const { add, departures, clock } = world;
    const { id } = await add({ departs: '10:01', durationMinutes: 60, validUntil: FRIDAY });
    expect(await departures(id)).to.deep.equal([`${FRIDAY} 10:01`]);
    const { id: now } = await add({ departs: '10:00', durationMinutes: 1, validUntil: FRIDAY });
    expect(await departures(now)).to.deep.equal([]);
    expect(clock()).to.equal(START);
  });

  it('a new timetable makes trips on its weekdays, from its first to its last day, except on excluded dates', async () => {
    const { add, departures, tripsOf } = world;
    const days = { days: ['SUN', 'SAT', 'MON', 'SUN'], validFrom: SUNDAY, validUntil: '2026-11-28' } as const;
    const timetable = await add({ ...days, exceptDates: [SUNDAY, '2026-01-01', SUNDAY] });
    expect(await departures(timetable.id)).to.deep.equal([`${MONDAY} 07:00`, '2026-11-28 07:00']);
    expect(timetable).to.deep.include({
      days: ['MON', 'SAT', 'SUN'],
      exceptDates: ['2026-01-01', SUNDAY],
      generatedUntil: '2026-11-28',
    });
    expect(Object.keys(await tripsOf(timetable.id))).to.have.length(2);
  });

  it('a new timetable whose first day is still far ahead makes no trips yet', async () => {
    const { add } = world;
    expect((await add({ validFrom: '2026-11-30' })).generatedUntil).to.equal(null);
    expect((await add({ validFrom: LAST, departs: '15:00' })).generatedUntil).to.equal(LAST);
    expect((await add({ validFrom: '2026-11-01', validUntil: '2026-11-19' })).generatedUntil).to.equal(null);
  });

  it('a new timetable makes no trip on a day on which its bus is on another trip', async () => {
    const { add, departures, busyOn } = world;
    await busyOn(SATURDAY, '05:00', '07:00');
    await busyOn(SUNDAY, '05:00', '07:01');
    await busyOn(MONDAY, '14:00', '16:00');
    await busyOn('2026-11-24', '13:59', '16:00');
    const timetable = await add({ validUntil: '2026-11-24' });
    expect(timetable).to.deep.include({ clashes: [SUNDAY, '2026-11-24'], generatedUntil: '2026-11-24' });
    expect(await departures(timetable.id)).to.deep.equal([`${SATURDAY} 07:00`, `${MONDAY} 07:00`]);
  });

  it('a timetable makes no trip that would depart before its previous trip has arrived', async () => {
    const { add, departures } = world;
    const timetable = await add({ durationMinutes: 2 * 24 * 60 + 1, validUntil: '2026-11-26' });
    expect(await departures(timetable.id)).to.deep.equal([`${SATURDAY} 07:00`, '2026-11-24 07:00']);
    expect(timetable.clashes).to.deep.equal([SUNDAY, MONDAY, '2026-11-25', '2026-11-26']);
  });

  it('a new timetable puts its trips on sale on days on which the bus’s documents are complete', async () => {
    const { engine, add, member, tripsOf } = world;
    const [registration, ...others] = allVerified;
    const documents = [...others, { ...registration!, validUntil: SUNDAY }];
    const busId = await aBus(engine, { operatorId: member.operatorId, documents });
    const trips = await tripsOf((await add({ busId, validUntil: MONDAY })).id);
    const isOpen = async (day: string) =>
      (await engine.transact((stores) => stores.trips.find(trips[day]!.id)))!.papersOk;
    expect([await isOpen(SUNDAY), await isOpen(MONDAY)]).to.deep.equal([true, false]);
  });

  it('a new timetable makes trips even for a bus that is not approved yet', async () => {
    const { engine, add, member, departures } = world;
    const busId = await aBus(engine, { operatorId: member.operatorId, approvalStatus: 'PENDING', status: 'INACTIVE' });
    expect(await departures((await add({ busId, validUntil: SATURDAY })).id)).to.have.length(1);
  });

  it('a new timetable is one entry of the activity log', async () => {
    const { engine, add, member, bus, kathmandu, pokhara } = world;
    const { id } = await add();
    const entries = await engine.transact(({ trail }) => trail.of({ type: 'timetable', id }));
    expect(entries).to.have.length(1);
    expect(entries[0]).to.deep.include({
      kind: 'TIMETABLE_ADDED',
      actor: { role: 'OPERATOR', userId: member.userId },
      operatorId: member.operatorId,
      description: 'Added the timetable Kathmandu – Pokhara at 07:00. Trips made: 9.',
    });
    const told = { source_city_id: kathmandu, destination_city_id: pokhara, bus_id: bus, fare: 1200, departs: '07:00' };
    for (const [field, value] of Object.entries(told))
      expect(entries[0]!.changes[field], field).to.deep.equal({ old: null, new: value });
    expect((await engine.trailViews.list({}, { limit: 100 })).rows).to.have.length(1);
  });

  it('a timetable whose fields contradict each other is refused, and the fields are named', async () => {
    const { add, kathmandu } = world;
    const faults = async (more: Partial<TimetablePlan>) => (await refused(add(more))).faults.map(({ field }) => field);
    expect(await faults({ destinationCityId: kathmandu })).to.deep.equal(['destination_city_id']);
    expect(await faults({ sourceCityId: 999 as CityId })).to.deep.equal(['source_city_id']);
    expect(await faults({ validUntil: '2026-11-19' })).to.deep.equal(['valid_until']);
    expect(await faults({ validFrom: '2028-11-21' })).to.deep.equal(['valid_from']);
    expect((await refused(add({ validFrom: '2083-08-05' }))).message).to.include('Bikram Sambat');
    expect(await faults({ boardingPoints: [{ name: 'Kalanki', minutes: 421 }] })).to.deep.equal([
      'boarding_points[0].minutes',
    ]);
  });

  it('a timetable for another company’s bus is refused as for an unknown bus, but wrong fields are refused first', async () => {
    const { engine, add } = world;
    const foreign = await aBus(engine);
    expect(await codeOf(add({ busId: foreign }))).to.equal('BUS_UNKNOWN');
    expect(await codeOf(add({ busId: 999_999 as BusId }))).to.equal('BUS_UNKNOWN');
    expect(await codeOf(add({ busId: foreign, validUntil: '2026-11-19' }))).to.equal('VALIDATION');
  });

  it('a timetable cannot be added by a suspended company', async () => {
    const { engine, addFor, member, plan } = world;
    await engine.transact(async ({ companies }) => {
      const company = await companies.lock(member.operatorId);
      await companies.save({ ...company!, status: 'SUSPENDED' });
    });
    expect(await codeOf(addFor(member, plan()))).to.equal('COMPANY_SUSPENDED');
  });
});
