import { expect } from 'chai';
import type { OperatorId } from '../../../core/kernel/ids.ts';
import { hoursAfter, minutesAfter, toIso } from '../../../core/kernel/time.ts';
import { aBus } from '../../support/catalogue.ts';
import { START } from '../../support/clock.ts';
import { type Answer, type Json, onEveryServer } from '../../support/http.ts';
import { anOperator } from '../../support/people.ts';
import { authenticate, staffTokenOf } from '../../support/plain-tokens.ts';

const TRIPS = '/api/operator/trips';

onEveryServer(
  'retiming a trip with stops',
  (api) => {
    let token: string;
    let operatorId: OperatorId;
    let cities: readonly number[];
    let buses = 0;

    before(async () => {
      const owner = await anOperator(api().dependencies, { companyName: 'Blue Sky' });
      ({ operatorId } = owner);
      token = staffTokenOf('MANAGER', owner.id, operatorId);
      const names = ['Kathmandu', 'Pokhara', 'Mugling', 'Dumre'];
      cities = await api().dependencies.transact(({ catalogue }) => catalogue.saveCities(names));
    });

    beforeEach(() => api().clock.set(START));

    const at = (minutes: number) => toIso(minutesAfter(hoursAfter(START, 24), minutes));
    const stop = (city: number, arrives: number, departs: number) => ({ city_id: cities[city], arrives, departs });
    const stops = () => [stop(2, 150, 161), stop(3, 240, 240)];
    const addTrip = async (more: object = {}): Promise<number> => {
      const bus = await aBus(api().dependencies, { operatorId, registrationNo: `BA 3 KHA RS ${(buses += 1)}` });
      const ends = { source_city_id: cities[0], destination_city_id: cities[1], bus_id: bus, fare: 1200 };
      const times = { departure_time: at(0), arrival_time: at(400) };
      const fares = [{ from: 0, to: 1, fare: 500 }];
      const { status, json, text } = await api().post(
        TRIPS,
        { ...ends, ...times, stops: stops(), fares, ...more },
        token,
      );
      expect(status, text).to.equal(201);
      return json.id;
    };
    const retime = (id: number, from: number, to: number, more: object = {}) =>
      api().post(
        `${TRIPS}/${id}/retime`,
        { departure_time: at(from), arrival_time: at(to), reason: 'WEATHER', ...more },
        token,
      );
    const minutesOf = ({ stops: shown }: Json, from: number) =>
      shown
        .slice(1, -1)
        .map(({ arrives_at, departs_at }: Json) =>
          [arrives_at, departs_at].map((moment) => (Date.parse(moment) - Date.parse(at(from))) / 60_000),
        );
    const fieldsOf = ({ status, json }: Answer) => [status, json.errors?.map(({ field }: Json) => field)];

    it('the stops of a retimed trip move with its departure, and its fares do not change', async () => {
      const { json } = await retime(await addTrip(), 60, 460);
      expect(minutesOf(json.trip, 60)).to.deep.equal([
        [150, 161],
        [240, 240],
      ]);
      expect(json.trip.fares).to.deep.equal([{ from: 0, to: 1, fare: 500 }]);
    });

    it('the minutes of a trip’s stops are scaled to the trip’s new duration, rounded half up', async () => {
      // The stops' minutes become 161 × 450 ÷ 400 = 181.125 and 150 × 450 ÷ 400 = 168.75, rounded.
      const { json } = await retime(await addTrip(), 0, 450);
      expect(minutesOf(json.trip, 0)).to.deep.equal([
        [169, 181],
        [270, 270],
      ]);
      const half = await retime(await addTrip({ stops: [stop(2, 150, 161)] }), 0, 200);
      expect(minutesOf(half.json.trip, 0), '161 halved is 80.5').to.deep.equal([[75, 81]]);
    });

    it('a trip’s new duration is refused if its stops do not fit into it', async () => {
      const id = await addTrip({ stops: [stop(2, 398, 398), stop(3, 399, 399)] });
      expect(fieldsOf(await retime(id, 0, 40))).to.deep.equal([400, ['stops']]);
      expect((await retime(id, 0, 40, { stops: [stop(2, 10, 11), stop(3, 12, 39)] })).status).to.equal(200);
    });

    it('a retime that changes only the minutes of stops is accepted, and one that changes nothing is refused', async () => {
      const id = await addTrip();
      const { status, json } = await retime(id, 0, 400, { stops: [stop(2, 100, 110), stop(3, 240, 240)] });
      expect([status, minutesOf(json.trip, 0)]).to.deep.equal([
        200,
        [
          [100, 110],
          [240, 240],
        ],
      ]);
      const again = await retime(id, 0, 400, { stops: [stop(2, 100, 110), stop(3, 240, 240)] });
      expect([again.status, again.json.code]).to.deep.equal([409, 'TRIP_UNCHANGED']);
      expect((await retime(id, 0, 400)).json.code).to.equal('TRIP_UNCHANGED');
    });

    it('a retime is refused unless its stops have the same cities as before and rising minutes', async () => {
      const id = await addTrip();
      const refused = async (given: readonly object[]) => fieldsOf(await retime(id, 0, 400, { stops: given }));
      expect(await refused([stop(3, 150, 160), stop(2, 240, 240)])).to.deep.equal([400, ['stops[0].city_id']]);
      expect(await refused([stops()[0]!])).to.deep.equal([400, ['stops[1].city_id']]);
      expect(await refused([])).to.deep.equal([400, ['stops[0].city_id']]);
      expect(await refused([stop(2, 150, 160), stop(3, 160, 400)])).to.deep.equal([
        400,
        ['stops[1].arrives', 'stops[1].departs'],
      ]);
    });

    it('a retime with faulty stops is refused before the state of the trip is checked', async () => {
      const id = await addTrip();
      await api().post(`${TRIPS}/${id}/cancel`, { reason: 'STRIKE' }, token);
      expect((await retime(id, 0, 400, { stops: [] })).status).to.equal(400);
      expect((await retime(id, 0, 450)).json.code).to.equal('TRIP_CANCELLED');
    });

    it('boarding points of a retimed trip move with the departure from their stop, and drop-off points with the arrival', async () => {
      const id = await addTrip({
        boarding_points: [
          { name: 'Kalanki', minutes: 15 },
          { name: 'Mugling', minutes: 158, stop: 1 },
        ],
        dropping_points: [
          { name: 'Mugling', minutes: 152, stop: 1 },
          { name: 'Prithvi Chowk', minutes: 390 },
        ],
      });
      const { json } = await retime(id, 0, 380, { stops: [stop(2, 100, 121), stop(3, 240, 240)] });
      const { boarding_points, dropping_points } = json.trip;
      expect([boarding_points, dropping_points].map((list) => list.map(({ minutes }: Json) => minutes))).to.deep.equal([
        [15, 118],
        [102, 380],
      ]);
    });
  },
  { overrides: { authenticate } },
);
