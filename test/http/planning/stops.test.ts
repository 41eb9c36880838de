import { expect } from 'chai';
import type { BusId, OperatorId, TripId } from '../../../core/kernel/ids.ts';
import { hoursAfter, minutesAfter, toIso } from '../../../core/kernel/time.ts';
import { aBooking } from '../../support/bookings.ts';
import { aBus, seat } from '../../support/catalogue.ts';
import { START } from '../../support/clock.ts';
import { type Answer, type Json, onEveryServer } from '../../support/http.ts';
import { anOperator, aPassengerId } from '../../support/people.ts';
import { authenticate, staffTokenOf } from '../../support/plain-tokens.ts';

const TRIPS = '/api/operator/trips';
const TIMETABLES = '/api/operator/timetables';

onEveryServer(
  'stops and fares over HTTP',
  (api) => {
    let token: string;
    let operatorId: OperatorId;
    let busId: BusId;
    let kathmandu: Json, pokhara: Json, mugling: Json, dumre: Json;
    let days = 1;

    before(async () => {
      const { dependencies } = api();
      const owner = await anOperator(dependencies, { companyName: 'Blue Sky' });
      ({ operatorId } = owner);
      token = staffTokenOf('MANAGER', owner.id, operatorId);
      const names = ['Kathmandu', 'Pokhara', 'Mugling', 'Dumre'];
      const ids = await dependencies.transact(({ catalogue }) => catalogue.saveCities(names));
      [kathmandu, pokhara, mugling, dumre] = ids.map((id, index) => ({ id, city_name: names[index] })) as [
        Json,
        Json,
        Json,
        Json,
      ];
    });

    beforeEach(async () => {
      api().clock.set(START);
      busId = await aBus(api().dependencies, { operatorId, registrationNo: `BA 3 KHA ST ${(days += 1)}` });
    });

    const departs = () => hoursAfter(START, 24);
    const at = (minutes: number) => toIso(minutesAfter(departs(), minutes));
    const ends = () => ({ source_city_id: kathmandu.id, destination_city_id: pokhara.id, bus_id: busId, fare: 1200 });
    const aTrip = () => ({ ...ends(), departure_time: at(0), arrival_time: at(420) });
    const aTimetable = () => ({
      ...ends(),
      departs: '07:00',
      duration_minutes: 420,
      days: ['SUN', 'MON', 'TUE', 'WED', 'THU', 'FRI', 'SAT'],
      valid_from: '2026-11-21',
      valid_until: '2026-11-23',
    });
    const stops = () => [
      { city_id: mugling.id, arrives: 150, departs: 160 },
      { city_id: dumre.id, arrives: 240, departs: 240 },
    ];
    const fares = [
      { from: 0, to: 1, fare: 500 },
      { from: 1, to: 3, fare: 700.5 },
    ];

    const send = (path: string, body: object) => api().post(path, body, token);
    const added = async (path: string, body: object): Promise<Json> => {
      const { status, json, text } = await send(path, body);
      expect(status, text).to.equal(201);
      return json;
    };
    const addedTrip = (more: object = {}) => added(TRIPS, { ...aTrip(), stops: stops(), fares, ...more });
    const changed = (id: number, body: object) => api().patch(`${TRIPS}/${id}`, body, token);
    const fieldsOf = ({ status, json }: Answer) => [status, json.errors?.map(({ field }: Json) => field)];

    const anotherBus = () => aBus(api().dependencies, { operatorId, registrationNo: `BA 3 KHA ST ${(days += 1)}` });
    const sections = [
      { from: 0, to: 1, fare: 300 },
      { from: 1, to: 2, fare: 300 },
      { from: 2, to: 3, fare: 300 },
    ];

    const holdA1 = async (id: TripId) => {
      const passenger = await aPassengerId(api().dependencies);
      const asked = { tripId: id, passenger, wanted: [seat('A1')], expiresAt: minutesAfter(START, 9) };
      await api().dependencies.transact(({ seatLocks }) => seatLocks.hold(asked, START));
    };

    it('a trip is added with stops and fares, and shows all stops', async () => {
      const json = await addedTrip();
      expect([json.stops, json.fares]).to.deep.equal([
        [
          { city: kathmandu, arrives_at: null, departs_at: at(0), left_at: null },
          { city: mugling, arrives_at: at(150), departs_at: at(160), left_at: null },
          { city: dumre, arrives_at: at(240), departs_at: at(240), left_at: null },
          { city: pokhara, arrives_at: at(420), departs_at: null, left_at: null },
        ],
        fares,
      ]);
      expect((await api().get(`${TRIPS}/${json.id}`, token)).json).to.deep.equal(json);
    });

    it('a passenger sees the stops and fares of a trip with the cities’ names', async () => {
      const { id } = await addedTrip();
      const { json } = await api().get(`/api/trips/${id}`);
      expect([json.stops, json.fares]).to.deep.equal([
        [
          { city: 'Kathmandu', arrives_at: null, departs_at: at(0) },
          { city: 'Mugling', arrives_at: at(150), departs_at: at(160) },
          { city: 'Dumre', arrives_at: at(240), departs_at: at(240) },
          { city: 'Pokhara', arrives_at: at(420), departs_at: null },
        ],
        fares,
      ]);
    });

    it('a timetable can be added with stops and fares, and its trips get them', async () => {
      const json = await added(TIMETABLES, { ...aTimetable(), stops: stops(), fares });
      expect([json.stops, json.fares]).to.deep.equal([
        [
          { city: kathmandu, arrives: null, departs: 0 },
          { city: mugling, arrives: 150, departs: 160 },
          { city: dumre, arrives: 240, departs: 240 },
          { city: pokhara, arrives: 420, departs: null },
        ],
        fares,
      ]);
      const list = await api().get(`${TRIPS}?bus_id=${busId}`, token);
      expect(list.json.results).to.have.length(3);
      for (const trip of list.json.results)
        expect([trip.stops.map(({ city }: Json) => city), trip.fares]).to.deep.equal([
          [kathmandu, mugling, dumre, pokhara],
          fares,
        ]);
    });

    const faultyStops: readonly [string, () => object, string][] = [
      ['an unknown city', () => [{ city_id: 999_999, arrives: 1, departs: 2 }], 'stops[0].city_id'],
      ['the city of an end', () => [{ city_id: pokhara.id, arrives: 1, departs: 2 }], 'stops[0].city_id'],
      [
        'the city of another stop',
        () => [stops()[0]!, { ...stops()[0]!, arrives: 170, departs: 171 }],
        'stops[1].city_id',
      ],
      [
        'an arrival at the departure of the trip',
        () => [{ city_id: mugling.id, arrives: 0, departs: 2 }],
        'stops[0].arrives',
      ],
      [
        'an arrival at the departure of the stop before',
        () => [stops()[0]!, { city_id: dumre.id, arrives: 160, departs: 170 }],
        'stops[1].arrives',
      ],
      [
        'a departure before the arrival',
        () => [{ city_id: mugling.id, arrives: 150, departs: 149 }],
        'stops[0].departs',
      ],
      [
        'a departure at the arrival of the trip',
        () => [{ city_id: mugling.id, arrives: 150, departs: 420 }],
        'stops[0].departs',
      ],
      ['half a minute', () => [{ city_id: mugling.id, arrives: 150.5, departs: 160 }], 'stops[0].arrives'],
    ];
    for (const [what, given, field] of faultyStops)
      it(`a trip’s stops with ${what} are refused, and the answer names the field`, async () => {
        const expected = [400, [field]];
        expect(fieldsOf(await send(TRIPS, { ...aTrip(), stops: given() }))).to.deep.equal(expected);
        expect(fieldsOf(await send(TIMETABLES, { ...aTimetable(), stops: given() }))).to.deep.equal(expected);
        const { id } = await added(TRIPS, aTrip());
        expect(fieldsOf(await changed(id, { stops: given() }))).to.deep.equal(expected);
      });

    it('a trip with more than 30 stops on the way is refused', async () => {
      const many = Array.from({ length: 31 }, (_, index) => ({
        city_id: mugling.id,
        arrives: index + 1,
        departs: index + 1,
      }));
      expect(fieldsOf(await send(TRIPS, { ...aTrip(), stops: many }))).to.deep.equal([400, ['stops']]);
    });

    const faultyFares: readonly [string, object, string][] = [
      ['from a stop to itself', [{ from: 1, to: 1, fare: 5 }], 'fares[0].from'],
      ['against the road', [{ from: 2, to: 1, fare: 5 }], 'fares[0].from'],
      ['beyond the last stop', [{ from: 1, to: 4, fare: 5 }], 'fares[0].from'],
      ['before the first stop', [{ from: -1, to: 2, fare: 5 }], 'fares[0].from'],
      ['for the whole road', [{ from: 0, to: 3, fare: 5 }], 'fares[0].from'],
      ['for one section twice', [fares[0]!, { from: 0, to: 1, fare: 5 }], 'fares[1].from'],
      ['of nothing', [{ from: 0, to: 1, fare: 0 }], 'fares[0].fare'],
      ['above that of the whole road', [{ from: 0, to: 1, fare: 1200.01 }], 'fares[0].fare'],
      [
        'above that of a section around it',
        [
          { from: 0, to: 2, fare: 500 },
          { from: 0, to: 1, fare: 900 },
        ],
        'fares[1].fare',
      ],
    ];
    for (const [what, given, field] of faultyFares)
      it(`a trip’s fare ${what} is refused, and the answer names the field`, async () => {
        const expected = [400, [field]];
        const more = { stops: stops(), fares: given };
        expect(fieldsOf(await send(TRIPS, { ...aTrip(), ...more }))).to.deep.equal(expected);
        expect(fieldsOf(await send(TIMETABLES, { ...aTimetable(), ...more }))).to.deep.equal(expected);
        const { id } = await addedTrip();
        expect(fieldsOf(await changed(id, { fares: given }))).to.deep.equal(expected);
      });

    it('a trip’s fares from stop to stop may add up to less than the fare of the whole trip', async () => {
      await addedTrip({
        fares: [
          { from: 0, to: 1, fare: 100 },
          { from: 1, to: 3, fare: 100 },
        ],
      });
    });

    it('a fare for the whole trip below the fare between two of its stops is refused for the field `fare`', async () => {
      const trip = await addedTrip();
      expect(fieldsOf(await changed(trip.id, { fare: 700 }))).to.deep.equal([400, ['fare']]);
      expect((await changed(trip.id, { fare: 700.5 })).status).to.equal(200);
      expect(fieldsOf(await changed(trip.id, { fare: 600, fares }))).to.deep.equal([400, ['fares[1].fare']]);
      const timetable = await added(TIMETABLES, {
        ...aTimetable(),
        valid_from: '2026-12-01',
        valid_until: '2026-12-02',
        stops: stops(),
        fares,
      });
      const refused = await api().patch(`${TIMETABLES}/${timetable.id}`, { fare: 700 }, token);
      expect(fieldsOf(refused)).to.deep.equal([400, ['fare']]);
    });

    it('a trip’s new stops without fares remove the fares between stops, and saving the same stops keeps these fares', async () => {
      const { id } = await addedTrip();
      const same = await changed(id, { stops: stops() });
      expect([same.status, same.json.fares]).to.deep.equal([200, fares]);
      const other = await changed(id, { stops: stops().slice(0, 1) });
      expect([other.status, other.json.fares, other.json.stops.length]).to.deep.equal([200, [], 3]);
      const both = await changed(id, { stops: stops(), fares: [{ from: 2, to: 3, fare: 300 }] });
      expect(both.json.fares).to.deep.equal([{ from: 2, to: 3, fare: 300 }]);
      expect((await changed(id, { fares: [] })).json.fares).to.deep.equal([]);
    });

    it('a timetable’s new duration and new cities are refused if its stops do not fit them', async () => {
      const { id } = await added(TIMETABLES, { ...aTimetable(), stops: stops(), fares });
      const change = (body: object) => api().patch(`${TIMETABLES}/${id}`, body, token);
      expect(fieldsOf(await change({ duration_minutes: 240 }))).to.deep.equal([400, ['duration_minutes']]);
      expect(fieldsOf(await change({ source_city_id: mugling.id }))).to.deep.equal([400, ['source_city_id']]);
      expect((await change({ duration_minutes: 241 })).status).to.equal(200);
    });

    it('a trip’s held seats are released when its fares change, and not when it is saved without a change', async () => {
      const { id } = await addedTrip();
      const held = async () => (await api().get(`${TRIPS}/${id}`, token)).json.seats.held;
      await holdA1(id);
      await changed(id, { fares, stops: stops() });
      expect(await held()).to.equal(1);
      await changed(id, { fares: [] });
      expect(await held()).to.equal(0);
    });

    describe('points of stops', () => {
      const boarding_points = [
        { name: 'Kalanki', minutes: 15 },
        { name: 'Mugling bridge', minutes: 158, stop: 1 },
      ];
      const dropping_points = [
        { name: 'Mugling bazaar', minutes: 152, stop: 1 },
        { name: 'Prithvi Chowk', minutes: 400 },
      ];

      it('a trip’s boarding and drop-off points have stop numbers in the API if the trip has stops on the way', async () => {
        const json = await addedTrip({ boarding_points, dropping_points });
        expect([json.boarding_points, json.dropping_points]).to.deep.equal([
          [{ ...boarding_points[0], stop: 0 }, boarding_points[1]],
          [dropping_points[0], { ...dropping_points[1], stop: 3 }],
        ]);
        const { json: plain } = await changed(json.id, {
          stops: [],
          boarding_points: [{ name: 'Kalanki', minutes: 15, stop: 0 }],
          dropping_points: [{ name: 'Prithvi Chowk', minutes: 400, stop: 1 }],
        });
        expect([plain.boarding_points, plain.dropping_points]).to.deep.equal([
          [{ name: 'Kalanki', minutes: 15 }],
          [{ name: 'Prithvi Chowk', minutes: 400 }],
        ]);
      });

      for (const [list, stop] of [
        ['boarding_points', 3],
        ['boarding_points', 4],
        ['boarding_points', -1],
        ['dropping_points', 0],
        ['dropping_points', 4],
      ] as const)
        it(`${list} of a trip with four stops are refused for the stop number ${stop}`, async () => {
          const more = { stops: stops(), [list]: [{ name: 'Kalanki', minutes: 15, stop }] };
          const expected = [400, [`${list}[0].stop`]];
          expect(fieldsOf(await send(TRIPS, { ...aTrip(), ...more }))).to.deep.equal(expected);
          expect(fieldsOf(await send(TIMETABLES, { ...aTimetable(), ...more }))).to.deep.equal(expected);
        });

      it('a passenger sees only the points at the two stops of the request, or the stops’ cities if there are no points', async () => {
        const { id } = await addedTrip({ boarding_points, dropping_points, fares: sections });
        const pointsOf = async (query = '') => {
          const { json } = await api().get(`/api/trips/${id}${query}`);
          return [json.boarding_points, json.dropping_points];
        };
        const point = (name: string, minutes: number) => ({ name, at: at(minutes), place: null });
        expect(await pointsOf()).to.deep.equal([[point('Kalanki', 15)], [point('Prithvi Chowk', 400)]]);
        expect(await pointsOf('?from_stop=1&to_stop=2')).to.deep.equal([
          [point('Mugling bridge', 158)],
          [point('Dumre', 240)],
        ]);
        expect(await pointsOf('?from_stop=0&to_stop=1')).to.deep.equal([
          [point('Kalanki', 15)],
          [point('Mugling bazaar', 152)],
        ]);
        expect(await pointsOf('?from_stop=2&to_stop=3')).to.deep.equal([
          [point('Dumre', 240)],
          [point('Prithvi Chowk', 400)],
        ]);
        const bare = await addedTrip({ fares: sections, bus_id: await anotherBus() });
        const shown = (await api().get(`/api/trips/${bare.id}?from_stop=1&to_stop=2`)).json;
        expect([shown.boarding_points, shown.dropping_points], 'at its departure and its arrival').to.deep.equal([
          [point('Mugling', 160)],
          [point('Dumre', 240)],
        ]);
        const whole = (await api().get(`/api/trips/${bare.id}`)).json;
        expect([whole.boarding_points, whole.dropping_points], 'of the ends').to.deep.equal([[], []]);
      });

      it('a change of a trip’s stops is refused if it removes the stop of a boarding or drop-off point', async () => {
        const { id } = await addedTrip({ boarding_points: [{ name: 'Dumre', minutes: 240, stop: 2 }] });
        expect(fieldsOf(await changed(id, { stops: stops().slice(0, 1) }))).to.deep.equal([
          400,
          ['boarding_points[0].stop'],
        ]);
      });

      it('a trip’s boarding and drop-off points at one stop are listed in the order of their minutes', async () => {
        const point = { name: 'Kalanki', minutes: 20 };
        const refused = await send(TRIPS, {
          ...aTrip(),
          stops: stops(),
          boarding_points: [
            { ...point, stop: 1 },
            { ...point, minutes: 10, stop: 1 },
          ],
        });
        expect(fieldsOf(refused)).to.deep.equal([400, ['boarding_points[1].minutes']]);
        await addedTrip({
          boarding_points: [
            { ...point, stop: 1 },
            { ...point, minutes: 10 },
          ],
        });
      });
    });

    describe('stops that can no longer be changed', () => {
      const other = () => stops().slice(0, 1);
      const isFixed = async (id: number) => {
        const refused = await changed(id, { stops: other() });
        expect([refused.status, refused.json.code]).to.deep.equal([409, 'SEATS_SOLD']);
        expect((await changed(id, { stops: stops(), fare: 1300 })).status).to.equal(200);
      };

      it('the stops of a trip cannot be changed while a seat is held', async () => {
        const { id } = await addedTrip();
        await holdA1(id);
        await isFixed(id);
        expect((await changed(id, { stops: other() })).status, 'the new fare let go of the hold').to.equal(200);
      });

      it('the stops of a trip cannot be changed after a booking was made, even if that booking has ended', async () => {
        const { id } = await addedTrip();
        const userId = await aPassengerId(api().dependencies);
        await aBooking(api().dependencies, { userId, tripId: id as TripId, seats: [seat('A1')], status: 'EXPIRED' });
        await isFixed(id);
      });

      it('the stops of a booked trip do not change with its timetable, and the answer lists that trip under `kept`', async () => {
        const timetable = await added(TIMETABLES, { ...aTimetable(), stops: stops(), fares });
        const trips = (await api().get(`${TRIPS}?bus_id=${busId}`, token)).json.results as readonly Json[];
        const userId = await aPassengerId(api().dependencies);
        const fixed = trips[1]!;
        await aBooking(api().dependencies, { userId, tripId: fixed.id, seats: [seat('A1')], status: 'EXPIRED' });
        const { status, json } = await api().patch(
          `${TIMETABLES}/${timetable.id}`,
          { stops: other(), fare: 1300 },
          token,
        );
        expect([status, json.changed, json.kept]).to.deep.equal([200, 2, [fixed.id]]);
        expect((await api().get(`${TRIPS}/${fixed.id}`, token)).json).to.deep.equal({ ...fixed });
        const { json: after } = await api().get(`${TRIPS}/${trips[0]!.id}`, token);
        expect([after.stops.length, after.fare]).to.deep.equal([3, 1300]);
      });
    });

    it('the stops of a trip cannot be changed while a seat is blocked between only some of the stops', async () => {
      const { id } = await addedTrip();
      const block = (...given: readonly object[]) => api().put(`${TRIPS}/${id}/blocks`, { blocks: given }, token);
      const [whole, part] = [
        { seat_number: 'A1', reason: 'Driver' },
        { seat_number: 'A2', reason: 'Agent', from_stop: 1, to_stop: 3 },
      ];
      expect((await block(whole, part)).status).to.equal(200);
      const refused = await changed(id, { stops: stops().slice(0, 1) });
      expect([refused.status, refused.json.code]).to.deep.equal([409, 'SEATS_SOLD']);
      expect((await changed(id, { stops: stops(), fares: [] })).status, 'the same stops').to.equal(200);
      const retimed = await api().post(
        `${TRIPS}/${id}/retime`,
        { departure_time: at(10), arrival_time: at(430), reason: 'WEATHER' },
        token,
      );
      expect([retimed.status, retimed.json.trip.stops[1].arrives_at], 'a retime').to.deep.equal([200, at(160)]);
      expect((await block(whole)).status).to.equal(200);
      expect((await changed(id, { stops: stops().slice(0, 1) })).status, 'the whole road alone').to.equal(200);
    });

    it('the stops of a trip can be changed while a seat is blocked from the first stop to the last', async () => {
      const { id } = await added(TRIPS, aTrip());
      const blocks = { blocks: [{ seat_number: 'A1', reason: 'Driver' }] };
      expect((await api().put(`${TRIPS}/${id}/blocks`, blocks, token)).status).to.equal(200);
      expect((await changed(id, { stops: stops() })).status).to.equal(200);
      expect((await changed(id, { stops: stops().slice(0, 1) })).status).to.equal(200);
    });
  },
  { overrides: { authenticate } },
);
