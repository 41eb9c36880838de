import { expect } from 'chai';
import type { OperatorId } from '../../../core/kernel/ids.ts';
import { toIso } from '../../../core/kernel/time.ts';
import { aBooking } from '../../support/bookings.ts';
import { aTrip, seat } from '../../support/catalogue.ts';
import { START } from '../../support/clock.ts';
import { type Answer, type Json, onEveryServer } from '../../support/http.ts';
import { anOperator, aPassengerId } from '../../support/people.ts';
import { authenticate, staffTokenOf } from '../../support/plain-tokens.ts';
import { expectProblem } from '../../support/problems.ts';

onEveryServer(
  'the buses of a company',
  (api) => {
    let token: string;
    let operatorId: OperatorId;
    let made = 0;

    before(async () => {
      const owner = await anOperator(api().dependencies, { companyName: 'Blue Sky' });
      ({ operatorId } = owner);
      token = staffTokenOf('MANAGER', owner.id, operatorId);
    });

    const newBus = (given: object = {}) => {
      made += 1;
      return { bus_name: 'Night Queen', registration_no: `GA 1 PA ${made}`, bus_type: 'sofa', ...given };
    };
    const add = (given: object) => api().post('/api/operator/buses', newBus(given), token);
    const change = (id: number, body: object) => api().patch(`/api/operator/buses/${id}`, body, token);
    const mapPath = (id: number) => `/api/operator/buses/${id}/seat-map`;
    const draw = (id: number, map: unknown) => api().put(mapPath(id), { seat_map: map }, token);
    const mapOf = async (id: number): Promise<Json> => (await api().get(mapPath(id), token)).json.seat_map;
    const fieldsOf = ({ status, json }: Answer) => [status, json.errors?.map(({ field }: Json) => field)];
    const aSeat = (more: object = {}) => ({ seat_number: 'A1', deck: 1, row: 1, col: 1, ...more });
    const aMap = (...seats: readonly object[]) => ({ rows: 2, cols: 3, deck_count: 1, seats });

    it('a bus’s amenities are stored once each, in the usual order, and an unknown amenity is refused', async () => {
      const { json: bus } = await add({ total_seats: 14, amenities: ['WIFI', 'AC', 'WIFI'] });
      expect(bus.amenities).to.deep.equal(['AC', 'WIFI']);
      const { json: changed } = await change(bus.id, { amenities: ['WATER'] });
      expect([changed.amenities, changed.approval_status]).to.deep.equal([['WATER'], bus.approval_status]);
      expect(fieldsOf(await change(bus.id, { amenities: ['POOL'] }))).to.deep.equal([400, ['amenities[0]']]);
    });

    it('a company can read every field of its bus', async () => {
      const { status, json } = await add({ bus_name: '  Day  Queen ', total_seats: 14 });
      expect([status, json]).to.deep.equal([
        201,
        {
          id: json.id,
          bus_name: 'Day  Queen',
          registration_no: `GA 1 PA ${made}`,
          bus_type: 'SOFA',
          total_seats: 14,
          amenities: [],
          has_seat_map: false,
          seat_rows: 0,
          seat_cols: 0,
          deck_count: 0,
          approval_status: 'PENDING',
          rejection_reason: null,
          status: 'ACTIVE',
          papers: {
            complete: false,
            valid_until: null,
            missing: ['REGISTRATION', 'ROUTE_PERMIT', 'INSURANCE', 'FITNESS'],
          },
          papers_waiting: [],
          operator: { id: operatorId, company_name: 'Blue Sky' },
          revision: 1,
          created_at: toIso(START),
        },
      ]);
      expect((await api().get(`/api/operator/buses/${json.id}`, token)).json).to.deep.equal(json);
    });

    it('the documentation’s examples of requests really add a bus, give it a seat map and change it', async () => {
      const { paths } = (await api().get('/api/openapi.json')).json;
      const example = (path: string, method: string): Json =>
        paths[path][method].requestBody.content['application/json'].schema;
      const { json: bus, status } = await add({
        ...example('/api/operator/buses', 'post').examples[0],
        registration_no: 'GA 2 PA 1',
      });
      expect(status).to.equal(201);
      const [map] = example('/api/operator/buses/{id}/seat-map', 'put').properties.seat_map.examples;
      expect((await draw(bus.id as number, map)).status).to.equal(200);
      const [changes] = example('/api/operator/buses/{id}', 'patch').examples;
      expect((await change(bus.id as number, changes)).status).to.equal(200);
    });

    it('a company’s list of buses can be filtered, and is newest first', async () => {
      const [one, two] = [
        (await add({ bus_name: 'Listed Etoile', total_seats: 1 })).json,
        (await add({ bus_name: 'listed ÉTOILE', total_seats: 1 })).json,
      ];
      await change(one.id as number, { status: 'INACTIVE' });
      const ids = async (query: string) =>
        (await api().get(`/api/operator/buses?${query}`, token)).json.results.map(({ id }: Json) => id);
      expect(await ids('q=LISTED')).to.deep.equal([two.id, one.id]);
      expect(await ids(`q=${encodeURIComponent('Étoile')}`)).to.deep.equal([two.id]);
      expect(await ids(`q=${encodeURIComponent(two.registration_no as string)}`)).to.include(two.id);
      const spaced = (two.registration_no as string).replaceAll(' ', '').split('').join(' ');
      expect(await ids(`q=${encodeURIComponent(spaced)}`)).to.include(two.id);
      expect(await ids('q=listed&status=INACTIVE')).to.deep.equal([one.id]);
      expect(await ids('q=listed&approval_status=APPROVED')).to.deep.equal([]);
    });

    it('saving a bus with a wrong field answers 400', async () => {
      const good = { total_seats: 14 };
      for (const [given, field] of [
        [{ ...good, bus_name: '' }, 'bus_name'],
        [{ ...good, bus_name: 'x'.repeat(151) }, 'bus_name'],
        [{ ...good, bus_name: undefined }, 'bus_name'],
        [{ ...good, registration_no: 'x'.repeat(41) }, 'registration_no'],
        [{ ...good, registration_no: ' ' }, 'registration_no'],
        [{ ...good, registration_no: '\u200b' }, 'registration_no'],
        [{ ...good, bus_type: 'x'.repeat(41) }, 'bus_type'],
        [{ ...good, bus_type: null }, 'bus_type'],
        [{ total_seats: 0 }, 'total_seats'],
        [{ total_seats: 1_000 }, 'total_seats'],
        [{ total_seats: 1.5 }, 'total_seats'],
        [{}, 'total_seats'],
        [{ ...good, template: 'micro-14' }, 'total_seats'],
        [{ ...good, seat_map: aMap(aSeat()) }, 'total_seats'],
        [{ template: 'none' }, 'template'],
        [{ seat_map: 'A1' }, 'seat_map'],
      ] as const)
        expect(fieldsOf(await add(given)), JSON.stringify(given)).to.deep.equal([400, [field]]);
      expect((await add({ bus_name: 'x'.repeat(150), bus_type: 'é'.repeat(40), total_seats: 999 })).status).to.equal(
        201,
      );
    });

    it('saving a seat map with a fault answers 400 and names the field', async () => {
      for (const [map, field] of [
        [{ ...aMap(aSeat()), rows: 41 }, 'rows'],
        [{ ...aMap(aSeat()), cols: 9 }, 'cols'],
        [{ ...aMap(aSeat()), deck_count: 3 }, 'deck_count'],
        [{ ...aMap(aSeat()), rows: 0 }, 'rows'],
        [aMap(), 'seats'],
        [{ ...aMap(...Array.from({ length: 121 }, () => aSeat())) }, 'seats'],
        [aMap(aSeat(), aSeat({ seat_number: 'A2', col: 2, row: 0 })), 'seats[1].row'],
        [aMap(aSeat(), aSeat({ seat_number: 'A2', row: 3 })), 'seats[1].row'],
        [aMap(aSeat({ col: 4 })), 'seats[0].col'],
        [aMap(aSeat({ deck: 2 })), 'seats[0].deck'],
        [aMap(aSeat({ seat_number: 'x'.repeat(11) })), 'seats[0].seat_number'],
        [aMap(aSeat({ seat_number: '' })), 'seats[0].seat_number'],
        [aMap(aSeat({ seat_number: '\u200b' })), 'seats[0].seat_number'],
        [aMap(aSeat({ seat_type: 'x'.repeat(21) })), 'seats[0].seat_type'],
        [aMap(aSeat({ is_active: 'yes' })), 'seats[0].is_active'],
        [aMap(aSeat({ kept_for: 'MEN' })), 'seats[0].kept_for'],
        [aMap(aSeat({ is_active: false })), 'seats'],
        [aMap(aSeat(), aSeat({ col: 2 })), 'seats[1].seat_number'],
        [aMap(aSeat(), aSeat({ seat_number: 'A1\u200b', col: 2 })), 'seats[1].seat_number'],
        [aMap(aSeat(), aSeat({ seat_number: 'A2' })), 'seats[1]'],
        [aMap(aSeat({ id: 4711 })), 'seats[0].id'],
        [aMap(aSeat({ id: 'x' })), 'seats[0].id'],
      ] as const)
        expect(fieldsOf(await add({ seat_map: map })), JSON.stringify(map)).to.deep.equal([400, [`seat_map.${field}`]]);
    });

    it('a seat map of the greatest allowed size with the longest seat numbers is accepted', async () => {
      const names = Array.from({ length: 120 }, (_, index) => `Seat ${index}`.padEnd(10, '.'));
      const seats = names.map((name, index) => ({
        seat_number: name,
        seat_type: 'x'.repeat(20),
        deck: 1 + (index % 2),
        row: 40 - Math.floor(index / 16),
        col: 1 + (Math.floor(index / 2) % 8),
      }));
      const { status, json } = await add({
        registration_no: 'GA 2 PA '.padEnd(40, '9'),
        seat_map: { rows: 40, cols: 8, deck_count: 2, seats },
      });
      expect([status, json.total_seats, json.seat_rows, json.seat_cols, json.deck_count]).to.deep.equal([
        ...[201, 120, 40, 8, 2],
      ]);
    });

    it('a seat map is saved with default values and an id for each seat', async () => {
      const { json: bus } = await add({
        seat_map: aMap(aSeat(), aSeat({ seat_number: 7, col: 3, seat_type: 'window', kept_for: 'WOMEN' })),
      });
      expect(bus).to.deep.include({ total_seats: 2, has_seat_map: true, seat_rows: 2, seat_cols: 3, deck_count: 1 });
      const map = await mapOf(bus.id as number);
      const [one, two] = map.seats;
      expect(map).to.deep.equal({
        rows: 2,
        cols: 3,
        deck_count: 1,
        seats: [
          { id: one.id, ...aSeat(), seat_type: 'SEAT', is_active: true, kept_for: null },
          {
            id: two.id,
            ...aSeat({ seat_number: '7', col: 3 }),
            seat_type: 'WINDOW',
            is_active: true,
            kept_for: 'WOMEN',
          },
        ],
      });
      map.seats[0].kept_for = 'ELDERLY';
      const answer = await draw(bus.id as number, map);
      expect([answer.status, answer.json]).to.deep.equal([200, { seat_map: map }]);
      expect((await draw(bus.id as number, null)).json).to.deep.equal({ seat_map: null });
      expect(fieldsOf(await api().put(mapPath(bus.id as number), {}, token))).to.deep.equal([400, ['seat_map']]);
    });

    it('a new bus can get its seat map from a template', async () => {
      const { json: templates } = await api().get('/api/operator/seat-map-templates', token);
      expect(Object.keys(templates[0] as object)).to.deep.equal(['name', 'title', 'seat_map']);
      for (const { name, seat_map: map } of templates as readonly Json[]) {
        expect(map.seats.some((one: object) => 'id' in one)).to.equal(false);
        const [drawn, templated] = [(await add({ seat_map: map })).json, (await add({ template: name })).json];
        expect([drawn.total_seats, templated.total_seats], name).to.deep.equal([map.seats.length, map.seats.length]);
      }
    });

    it('saving a bus answers 409 for a taken registration number, and for a change that would take away booked seats', async () => {
      const { json: bus } = await add({ total_seats: 9 });
      expectProblem(
        await add({ registration_no: String(bus.registration_no).toLowerCase().replaceAll(' ', ''), total_seats: 9 }),
        409,
        'REGISTRATION_NO_TAKEN',
      );
      const { id: tripId } = await aTrip(api().dependencies, { busId: bus.id });
      const userId = await aPassengerId(api().dependencies);
      await aBooking(api().dependencies, { userId, tripId, seatsCount: 5 });
      expectProblem(await change(bus.id as number, { total_seats: 4 }), 409, 'PLACES_TAKEN');
      expectProblem(await change(bus.id as number, { status: 'INACTIVE' }), 409, 'BUS_IN_USE');
      expectProblem(await draw(bus.id as number, aMap(aSeat())), 409, 'SEATS_SOLD');
    });

    it('a change of a seat map that would remove sold seats answers 409 SEATS_SOLD and names the seats', async () => {
      const { json: bus } = await add({ template: 'micro-14' });
      const { id: tripId } = await aTrip(api().dependencies, { busId: bus.id });
      const userId = await aPassengerId(api().dependencies);
      const { code } = await aBooking(api().dependencies, { userId, tripId, seats: [seat('B2')] });
      const map = await mapOf(bus.id as number);
      const answer = await draw(bus.id as number, {
        ...map,
        seats: map.seats.filter(({ seat_number: number }: Json) => number !== 'B2'),
      });
      expectProblem(answer, 409, 'SEATS_SOLD');
      expect(answer.headers.get('content-type')).to.equal('application/problem+json');
      expect(answer.json.seats).to.deep.equal([{ seat_number: 'B2', schedule_id: tripId, booking_code: code }]);
      expectProblem(await change(bus.id as number, { total_seats: 20 }), 400, 'VALIDATION');
    });
  },
  { overrides: { authenticate } },
);
