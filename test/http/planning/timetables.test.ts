import { expect } from 'chai';
import type { BusId } from '../../../core/kernel/ids.ts';
import { aBus, calendar } from '../../support/catalogue.ts';
import { START } from '../../support/clock.ts';
import { type Json, onEveryServer } from '../../support/http.ts';
import { type SignedInAccount, staffOn } from '../../support/staff.ts';

const path = '/api/operator/timetables';

onEveryServer('timetables over HTTP', (api) => {
  const { owner, member } = staffOn(api);
  let sita: SignedInAccount;
  let bus: BusId;
  let cities: readonly number[];

  beforeEach(async () => {
    api().clock.set(START);
    sita = await owner();
    bus = await aBus(api().dependencies, { operatorId: sita.operatorId!, registrationNo: `BA 3 KHA TT ${sita.id}` });
    cities = await api().dependencies.transact(({ catalogue }) => catalogue.saveCities(['Kathmandu', 'Pokhara']));
  });

  const wanted = (more: object = {}) => ({
    source_city_id: cities[0],
    destination_city_id: cities[1],
    bus_id: bus,
    fare: 1200.5,
    departs: '07:00',
    duration_minutes: 420,
    days: ['SUN', 'MON'],
    valid_from: '2026-11-20',
    ...more,
  });
  const add = (more: object = {}) => api().post(path, wanted(more), sita.token);
  const faultsOf = ({ status, json }: { readonly status: number; readonly json: Json }) => [
    status,
    ...(json.errors as readonly { readonly field: string }[]).map(({ field }) => field),
  ];
  const tripsOf = (id: number) =>
    api().dependencies.transact(({ timetables }) => timetables.trips(id as never, '2000-01-01'));

  it('a timetable that was added is shown, and listed newest first', async () => {
    const boarding_points = [
      { name: 'Kalanki', minutes: -15 },
      { name: ' Thankot ', minutes: 0 },
    ];
    const added = await add({ boarding_points, valid_until: '2026-12-31', except_dates: ['2026-11-22'] });
    expect(added.status, added.text).to.equal(201);
    const { id, created_at, ...rest } = added.json;
    expect(rest).to.deep.equal({
      source_city: { id: cities[0], city_name: 'Kathmandu' },
      destination_city: { id: cities[1], city_name: 'Pokhara' },
      bus: { id: bus, bus_name: 'Blue Sky Deluxe', registration_no: `BA 3 KHA TT ${sita.id}` },
      fare: 1200.5,
      departs: '07:00',
      duration_minutes: 420,
      days: ['MON', 'SUN'],
      valid_from: '2026-11-20',
      valid_until: '2026-12-31',
      except_dates: ['2026-11-22'],
      stops: [
        { city: { id: cities[0], city_name: 'Kathmandu' }, arrives: null, departs: 0 },
        { city: { id: cities[1], city_name: 'Pokhara' }, arrives: 420, departs: null },
      ],
      fares: [],
      boarding_points: [boarding_points[0], { name: 'Thankot', minutes: 0 }],
      dropping_points: [],
      sale_opens_at: null,
      generated_until: '2026-12-31',
      clashes: [],
    });
    expect(created_at).to.equal(new Date(api().clock()).toISOString());
    expect((await api().get(`${path}/${id}`, sita.token)).json).to.deep.equal(added.json);
    const second = await add({ departs: '19:00' });
    const list = await api().get(path, sita.token);
    expect(list.json).to.deep.equal({ results: [second.json, added.json], next_cursor: null });
    expect((await tripsOf(id)).length).to.equal(11);
  });

  it('a timetable makes trips for sixty days including today', async () => {
    const { json } = await add({ days: ['MON', 'TUE', 'WED', 'THU', 'FRI', 'SAT', 'SUN'], departs: '23:00' });
    expect(json.generated_until).to.equal('2027-01-18');
    const days = (await tripsOf(json.id)).map(({ timetable }) => timetable!.day);
    expect([days.length, days[0], days.at(-1)]).to.deep.equal([60, '2026-11-20', '2027-01-18']);
    api().clock.set(calendar.at('2026-11-22', '00:00')!);
    expect(await api().useCases.makeDueTrips()).to.equal(2);
    const { generatedUntil } = await api().useCases.viewTimetable(sita.operatorId!, json.id);
    expect(generatedUntil).to.equal('2027-01-20');
  });

  it('a timetable can be read by a manager, and not by a clerk', async () => {
    const { json } = await add();
    const clerk = await member(sita, 'CLERK');
    for (const at of [path, `${path}/${json.id}`])
      expect((await api().get(at, clerk.token)).json.code).to.equal('POSITION_TOO_LOW');
    const manager = await member(sita, 'MANAGER');
    expect((await api().get(`${path}/${json.id}`, manager.token)).status).to.equal(200);
  });

  it('a timetable with wrong fields is refused, and the answer names them all', async () => {
    const wrong: readonly (readonly [object, string])[] = [
      [{ source_city_id: 99_999 }, 'source_city_id'],
      [{ destination_city_id: 99_999 }, 'destination_city_id'],
      [{ destination_city_id: cities[0] }, 'destination_city_id'],
      [{ fare: 0 }, 'fare'],
      [{ fare: 100_000.01 }, 'fare'],
      [{ fare: 1.005 }, 'fare'],
      [{ departs: '24:00' }, 'departs'],
      [{ departs: '7:00' }, 'departs'],
      [{ duration_minutes: 4 }, 'duration_minutes'],
      [{ duration_minutes: 4321 }, 'duration_minutes'],
      [{ days: [] }, 'days'],
      [{ days: ['MON', 'FUN'] }, 'days[1]'],
      [{ valid_from: '2026-02-30' }, 'valid_from'],
      [{ valid_until: '2026-11-19' }, 'valid_until'],
      [{ except_dates: ['2026-11-23', 'x'] }, 'except_dates[1]'],
      [{ except_dates: Array(367).fill('2026-11-23') }, 'except_dates'],
      [{ boarding_points: [{ name: 'Kalanki', minutes: -121 }] }, 'boarding_points[0].minutes'],
      [{ boarding_points: [{ name: 'Kalanki', minutes: 421 }] }, 'boarding_points[0].minutes'],
      [{ dropping_points: [{ name: 'Zero', minutes: -1 }] }, 'dropping_points[0].minutes'],
      [{ dropping_points: [{ name: '', minutes: 1 }] }, 'dropping_points[0].name'],
      [{ dropping_points: [{ name: 'x'.repeat(151), minutes: 1 }] }, 'dropping_points[0].name'],
      [{ dropping_points: [2, 1].map((minutes) => ({ name: 'Zero', minutes })) }, 'dropping_points[1].minutes'],
      [{ dropping_points: Array(31).fill({ name: 'Zero', minutes: 1 }) }, 'dropping_points'],
    ];
    for (const [more, field] of wrong)
      expect(faultsOf(await add(more)), JSON.stringify(more)).to.deep.equal([400, field]);
    for (const field of Object.keys(wanted())) {
      const { [field]: _missing, ...rest } = wanted() as Readonly<Record<string, unknown>>;
      expect(faultsOf(await api().post(path, rest, sita.token))).to.deep.equal([400, field]);
    }
    expect((await api().get(path, sita.token)).json.results).to.deep.equal([]);
  });

  it('a timetable with another company’s bus is refused', async () => {
    const foreign = await aBus(api().dependencies);
    const [unknown, others] = [await add({ bus_id: 99_999 }), await add({ bus_id: foreign })];
    expect([unknown.status, others.status, others.text]).to.deep.equal([404, 404, unknown.text]);
    const { json: mine } = await add();
    for (const bus of [foreign, 99_999, 2 ** 31, 1e300])
      for (const answer of [
        await add({ bus_id: bus }),
        await api().patch(`${path}/${mine.id}`, { bus_id: bus }, sita.token),
      ])
        expect([answer.status, answer.text], String(bus)).to.deep.equal([404, unknown.text]);
  });

  it('a change of a timetable changes only the given fields, from the given day on', async () => {
    const { json: before } = await add({ valid_until: '2026-11-30' });
    const at = `${path}/${before.id}`;
    const changed = await api().patch(`${at}?from=2026-11-23`, { fare: 900, colour: 'red' }, sita.token);
    expect(changed.status, changed.text).to.equal(200);
    expect(changed.json).to.deep.equal({ timetable: { ...before, fare: 900 }, changed: 3, kept: [] });
    const open = await api().patch(at, { valid_until: null }, sita.token);
    expect(open.json.timetable).to.deep.include({ valid_until: null, generated_until: '2027-01-18' });
    const nothing = await api().patch(at, {}, sita.token);
    expect(nothing.json).to.deep.equal({ timetable: open.json.timetable, changed: 0, kept: [] });
    for (const from of ['2026-11-19', 'tomorrow', '2026-13-01'])
      expect(faultsOf(await api().patch(`${at}?from=${from}`, { fare: 1 }, sita.token))).to.deep.equal([400, 'from']);
    expect(faultsOf(await api().patch(at, { fare: null }, sita.token))).to.deep.equal([400, 'fare']);
  });

  it('a timetable that is ended from a given day on gets the day before as its last day', async () => {
    const { json: before } = await add();
    const at = `${path}/${before.id}`;
    expect(faultsOf(await api().delete(`${at}?from=2026-11-19`, undefined, sita.token))).to.deep.equal([400, 'from']);
    const trips = await tripsOf(before.id);
    const ended = await api().delete(`${at}?from=2026-11-24`, undefined, sita.token);
    expect([ended.status, ended.json.changed, ended.json.kept]).to.deep.equal([200, trips.length - 2, []]);
    expect(ended.json.timetable).to.deep.equal({
      ...before,
      valid_until: '2026-11-23',
      generated_until: '2026-11-23',
    });
    expect((await api().delete(at, undefined, sita.token)).json.timetable.valid_until).to.equal('2026-11-20');
    expect((await tripsOf(before.id)).every(({ status }) => status === 'CANCELLED')).to.equal(true);
  });
});
