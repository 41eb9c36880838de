import { expect } from 'chai';
import type { BusId, OperatorId } from '../../../core/kernel/ids.ts';
import { hoursAfter, toIso } from '../../../core/kernel/time.ts';
import { aBooking } from '../../support/bookings.ts';
import { aBus, aTrip, seat } from '../../support/catalogue.ts';
import { START } from '../../support/clock.ts';
import { type Answer, type Json, onEveryServer } from '../../support/http.ts';
import { anOperator, aPassengerId } from '../../support/people.ts';
import { authenticate, staffTokenOf } from '../../support/plain-tokens.ts';
import { expectProblem } from '../../support/problems.ts';

const PATH = '/api/operator/trips';

onEveryServer(
  'the trips of a company',
  (api) => {
    let token: string;
    let operatorId: OperatorId;
    let busId: BusId;
    let cities: readonly Json[];
    let days = 1;

    before(async () => {
      const { dependencies } = api();
      const owner = await anOperator(dependencies, { companyName: 'Blue Sky' });
      ({ operatorId } = owner);
      token = staffTokenOf('MANAGER', owner.id, operatorId);
      busId = await aBus(dependencies, { operatorId, name: 'Night Queen', registrationNo: 'GA 7 PA 7' });
      await aTrip(dependencies);
      cities = (await dependencies.cities.all()).map(({ id, name }) => ({ id, city_name: name }));
    });

    /** The fields of a new trip. Each call gives another day. */
    const aNewTrip = (more: object = {}) => {
      days += 1;
      return {
        source_city_id: cities[0]!.id,
        destination_city_id: cities[1]!.id,
        bus_id: busId,
        fare: 1200.5,
        departure_time: toIso(hoursAfter(START, 24 * days)),
        arrival_time: toIso(hoursAfter(START, 24 * days + 7)),
        ...more,
      };
    };
    const add = (more: object = {}) => api().post(PATH, aNewTrip(more), token);
    const added = async (more: object = {}): Promise<Json> => {
      const { status, json } = await add(more);
      expect(status, JSON.stringify(json)).to.equal(201);
      return json;
    };
    const change = (id: number, body: object) => api().patch(`${PATH}/${id}`, body, token);
    const list = async (query = '') => (await api().get(`${PATH}${query}`, token)).json;
    const fieldsOf = ({ status, json }: Answer) => [status, json.errors?.map(({ field }: Json) => field)];

    it('a company’s view of its trip has every field of the API', async () => {
      const boarding_points = [
        { name: 'Kalanki', minutes: -15 },
        { name: 'Thankot', minutes: 30 },
      ];
      const trip = aNewTrip({ boarding_points });
      const { status, json } = await api().post(PATH, trip, token);
      expect([status, json]).to.deep.equal([
        201,
        {
          id: json.id,
          source_city: cities[0],
          destination_city: cities[1],
          departure_time: trip.departure_time,
          arrival_time: trip.arrival_time,
          fare: 1200.5,
          status: 'ACTIVE',
          timetable_id: null,
          bus: {
            id: busId,
            bus_name: 'Night Queen',
            registration_no: 'GA 7 PA 7',
            bus_type: 'DELUXE',
            total_seats: 4,
            has_seat_map: true,
          },
          stops: [
            { city: cities[0], arrives_at: null, departs_at: trip.departure_time, left_at: null },
            { city: cities[1], arrives_at: trip.arrival_time, departs_at: null, left_at: null },
          ],
          fares: [],
          boarding_points,
          dropping_points: [],
          departed_at: null,
          sale_opens_at: null,
          on_sale: true,
          withheld: 0,
          crew: [],
          cancelled: null,
          bookable: true,
          not_bookable_because: null,
          seats: {
            total: 4,
            sold: 0,
            held: 0,
            blocked: 0,
            left: 4,
            boarded: 0,
            sections: [{ from: 0, to: 1, sold: 0, held: 0, blocked: 0, left: 4 }],
          },
          gross: 0,
        },
      ]);
      const userId = await aPassengerId(api().dependencies);
      await aBooking(api().dependencies, { userId, tripId: json.id, seats: [seat('A1')], status: 'CONFIRMED' });
      expect((await api().get(`${PATH}/${json.id}`, token)).json).to.deep.equal({
        ...json,
        seats: { ...json.seats, sold: 1, left: 3, sections: [{ ...json.seats.sections[0], sold: 1, left: 3 }] },
        gross: 1200,
      });
      const passengers = (await api().get(`/api/trips/${json.id}`)).json;
      expect([passengers.boarding_points, passengers.dropping_points]).to.deep.equal([
        [
          { name: 'Kalanki', at: toIso(hoursAfter(START, 24 * days - 0.25)), place: null },
          { name: 'Thankot', at: toIso(hoursAfter(START, 24 * days + 0.5)), place: null },
        ],
        [],
      ]);
    });

    it('a trip’s departure time is accepted with any offset from UTC', async () => {
      const json = await added({
        departure_time: '2027-06-01T07:00:00+05:45',
        arrival_time: '2027-06-01T14:00+05:45',
      });
      expect([json.departure_time, json.arrival_time]).to.deep.equal([
        '2027-06-01T01:15:00.000Z',
        '2027-06-01T08:15:00.000Z',
      ]);
    });

    it('a trip with wrong fields is refused, and the answer names each field', async () => {
      const nothing = fieldsOf(await api().post(PATH, {}, token));
      expect(nothing).to.deep.equal([
        400,
        ['source_city_id', 'destination_city_id', 'bus_id', 'fare', 'departure_time', 'arrival_time'],
      ]);
      for (const [field, value] of [
        ['fare', 0],
        ['fare', 100_000.01],
        ['fare', 1.005],
        ['fare', null],
        ['departure_time', '2027-06-01T07:00:00'],
        ['departure_time', '2027-02-30T07:00:00Z'],
        ['departure_time', null],
        ['departure_time', toIso(START)],
        ['arrival_time', 'tomorrow'],
        ['bus_id', 0],
        ['source_city_id', 4711],
        ['boarding_points', [{ name: 'Too early', minutes: -121 }]],
        ['dropping_points', [{ name: '', minutes: 0 }]],
        ['dropping_points', Array(31).fill({ name: 'Again', minutes: 5 })],
      ] as const) {
        const [status, fields] = fieldsOf(await add({ [field]: value }));
        expect(
          [status, (fields as readonly string[])[0]?.startsWith(field)],
          `${field}: ${JSON.stringify(value)}`,
        ).to.deep.equal([400, true]);
      }
      for (const unknown of [4711, 2 ** 31, 1e300]) expectProblem(await add({ bus_id: unknown }), 404, 'BUS_UNKNOWN');
    });

    it('a trip is refused if its bus has another trip at that time', async () => {
      const first = await added();
      const again = await api().post(PATH, { ...aNewTrip(), ...timesOf(first) }, token);
      expectProblem(again, 409, 'BUS_ELSEWHERE');
      expect(again.json.trip).to.deep.equal({ id: first.id, departure_time: first.departure_time });
      const after = { departure_time: first.arrival_time, arrival_time: toIso(hoursAfter(START, 24 * days - 10)) };
      expect((await add(after)).status).to.equal(201);
    });

    it('a trip’s fare and boarding points can be changed until the trip departs', async () => {
      const { id } = await added({ dropping_points: [{ name: 'Mugling', minutes: 180 }] });
      const { status, json } = await change(id, { fare: 999.95, boarding_points: [{ name: 'Kalanki', minutes: 0 }] });
      expect(status).to.equal(200);
      expect([json.fare, json.boarding_points, json.dropping_points]).to.deep.equal([
        999.95,
        [{ name: 'Kalanki', minutes: 0 }],
        [{ name: 'Mugling', minutes: 180 }],
      ]);
      expect((await change(id, { colour: 'red', departure_time: 'never' })).json).to.deep.equal(json);
      expect(fieldsOf(await change(id, { fare: null }))).to.deep.equal([400, ['fare']]);
      expect(fieldsOf(await change(id, { dropping_points: [{ name: 'Far', minutes: 421 }] }))).to.deep.equal([
        400,
        ['dropping_points[0].minutes'],
      ]);
      const { dependencies } = api();
      const [cancelled, left] = [
        await aTrip(dependencies, { busId, status: 'CANCELLED' }),
        await aTrip(dependencies, { busId, departsAt: START }),
      ];
      expectProblem(await change(cancelled.id, { fare: 5 }), 409, 'TRIP_CANCELLED');
      expectProblem(await change(left.id, { fare: 5 }), 409, 'TRIP_DEPARTED');
    });

    it('a company’s trips are listed by departure, and can be filtered', async () => {
      const all = (await list('?limit=100')).results as readonly Json[];
      const times = all.map(({ departure_time }) => departure_time as string);
      expect(times).to.deep.equal([...times].sort());
      const { id, departure_time } = await added();
      const day = api().dependencies.calendar.date(hoursAfter(START, 24 * days));
      const ids = async (query: string) => ((await list(query)).results as readonly Json[]).map((trip) => trip.id);
      expect(await ids(`?from=${day}&to=${day}&bus_id=${busId}&status=ACTIVE`)).to.deep.equal([id]);
      expect(await ids(`?from=${day}&source_city_id=${cities[1]!.id}`)).to.deep.equal([]);
      expect(await ids(`?from=${day}&to=${day}&destination_city_id=${cities[1]!.id}`)).to.deep.equal([id]);
      expect(await ids(`?bus_id=4711`)).to.deep.equal([]);
      expect(departure_time).to.equal(toIso(hoursAfter(START, 24 * days)));
      for (const [query, field] of [
        ['?bus_id=x', 'bus_id'],
        ['?status=GONE', 'status'],
        ['?source_city_id=0', 'source_city_id'],
        ['?destination_city_id=1.5', 'destination_city_id'],
        ['?from=2026-13-01', 'from'],
        ['?from=2026-12-02&to=2026-12-01', 'to'],
      ])
        expect(fieldsOf(await api().get(`${PATH}${query}`, token)), query).to.deep.equal([400, [field]]);
    });
  },
  { overrides: { authenticate } },
);

const timesOf = ({ departure_time, arrival_time }: Json) => ({ departure_time, arrival_time });
