import { expect } from 'chai';
import type { CityId, OperatorId, TripId, UserId } from '../../core/kernel/ids.ts';
import { type Json, onEveryServer } from '../support/http.ts';
import { aBooking } from '../support/bookings.ts';
import { aTrip, changePlan, seat } from '../support/catalogue.ts';
import { aPassenger, anOperator } from '../support/people.ts';
import { aPlace } from '../support/places.ts';
import { authenticate, tokenOf } from '../support/plain-tokens.ts';
import { addStops } from '../support/stops.ts';

onEveryServer(
  'places of points',
  (api) => {
    let company: { readonly id: UserId; readonly operatorId: OperatorId };
    let trip: TripId;
    let cities: ReadonlyMap<string, CityId>;

    beforeEach(async () => {
      company = await anOperator(api().dependencies);
      ({ id: trip } = await aTrip(api().dependencies, { bus: { operatorId: company.operatorId } }));
      await addStops(api().dependencies, trip);
      cities = new Map((await api().dependencies.cities.all()).map(({ id, name }) => [name, id]));
      const { placeViews, transact } = api().dependencies;
      for (const { id } of await placeViews.all({ owners: [null] })) await transact(({ places }) => places.remove(id));
    });

    const place = (name: string, city: string, more: { operatorId?: OperatorId; landmark?: string } = {}) =>
      aPlace(api().dependencies, { name, cityId: cities.get(city)!, ...more });
    const landmarks = (points: readonly Json[]) => points.map((point) => [point.name, point.place?.landmark ?? null]);

    it('a point is at the company’s own place of its name in its city, else at the shared one', async () => {
      await changePlan(api().dependencies, trip, {
        boardingPoints: [
          { name: 'KALANKI', minutes: -30 },
          { name: 'Balkhu', minutes: -20 },
          { name: 'Gongabu', minutes: -10 },
          { name: 'Koteshwor', minutes: 0 },
        ],
        droppingPoints: [{ name: 'Balkhu', minutes: 410 }],
      });
      const { operatorId } = company;
      await place('Kalanki', 'Kathmandu', { operatorId, landmark: 'own' });
      await place('Kalanki', 'Kathmandu', { landmark: 'shared' });
      await place('Balkhu', 'Kathmandu', { landmark: 'shared' });
      await place('Gongabu', 'Pokhara', { operatorId, landmark: 'elsewhere' });
      const other = await anOperator(api().dependencies);
      await place('Koteshwor', 'Kathmandu', { operatorId: other.operatorId, landmark: 'of another company' });
      const { json } = await api().get(`/api/trips/${trip}`);
      expect(landmarks(json.boarding_points)).to.deep.equal([
        ['KALANKI', 'own'],
        ['Balkhu', 'shared'],
        ['Gongabu', null],
        ['Koteshwor', null],
      ]);
      expect(landmarks(json.dropping_points)).to.deep.equal([['Balkhu', null]]);
      expect(json.boarding_points[0].place).to.deep.equal({
        name_ne: null,
        lat: 27.6933,
        lon: 85.2814,
        landmark: 'own',
        landmark_ne: null,
        photo_url: null,
        photo_small_url: null,
        map_url: 'https://www.openstreetmap.org/?mlat=27.6933&mlon=85.2814#map=17/27.6933/85.2814',
      });
      expect(Object.keys(json.boarding_points[0])).to.deep.equal(['name', 'at', 'place']);
      const found = await api().get('/api/trips?points=true');
      const listed = found.json.results.find(({ id }: Json) => id === trip);
      expect(Object.keys(listed.boarding_points[0])).to.deep.equal(['name', 'at']);
    });

    it('the points of a section are at places of the cities where it begins and ends', async () => {
      await changePlan(api().dependencies, trip, {
        boardingPoints: [{ name: 'Bazar', minutes: 155, stop: 1 }],
        droppingPoints: [{ name: 'Bazar', minutes: 410 }],
      });
      await place('Bazar', 'Mugling', { landmark: 'in Mugling' });
      await place('Bazar', 'Pokhara', { landmark: 'in Pokhara' });
      const { json } = await api().get(`/api/trips/${trip}?from_stop=1&to_stop=2`);
      expect(landmarks(json.boarding_points)).to.deep.equal([['Bazar', 'in Mugling']]);
      expect(landmarks(json.dropping_points)).to.deep.equal([['Bazar', 'in Pokhara']]);
    });

    it('a stop without points has no place, even if there is one of its city’s name', async () => {
      await place('Mugling', 'Mugling', { landmark: 'The whole town' });
      const { json } = await api().get(`/api/trips/${trip}?from_stop=1&to_stop=2`);
      expect(landmarks(json.boarding_points)).to.deep.equal([['Mugling', null]]);
      await changePlan(api().dependencies, trip, { boardingPoints: [{ name: 'Mugling', minutes: 155, stop: 1 }] });
      const named = (await api().get(`/api/trips/${trip}?from_stop=1&to_stop=2`)).json;
      expect(landmarks(named.boarding_points)).to.deep.equal([['Mugling', 'The whole town']]);
    });

    it('a booking and its ticket say at which place the first passenger gets on, and show a changed place at once', async () => {
      await changePlan(api().dependencies, trip, { boardingPoints: [{ name: 'Kalanki', minutes: 10 }] });
      const { id: asha } = await aPassenger(api().dependencies);
      const book = (boardingPoint: string, number: string) =>
        aBooking(api().dependencies, {
          userId: asha,
          tripId: trip,
          status: 'CONFIRMED',
          seats: [seat(number)],
          passengers: [{ seat: seat(number), name: 'Asha', age: null, gender: null, boardingPoint, droppingPoint: '' }],
        });
      const [booking, without] = [await book('kalanki', 'A1'), await book('', 'A2')];
      const { operatorId } = company;
      const kalanki = await place('Kalanki', 'Kathmandu', { operatorId, landmark: 'Petrol pump' });
      await place('Kathmandu', 'Kathmandu', { landmark: 'The whole town' });
      await place('Kalanki', 'Kathmandu', { landmark: 'shared' });

      const { token } = (await api().get(`/api/bookings/${booking.id}/ticket-token`, tokenOf(asha))).json;
      const seen = async () => {
        const one = (await api().get(`/api/bookings/${booking.id}`, tokenOf(asha))).json.getting_on;
        const listed = (await api().get('/api/bookings', tokenOf(asha))).json.find(
          ({ id }: Json) => id === booking.id,
        ).getting_on;
        const ticket = (await api().get(`/api/tickets/${token}`)).json.getting_on;
        expect(listed).to.deep.equal(one);
        expect(ticket).to.deep.equal(one);
        return [one.name, one.place?.landmark, one.place?.lat];
      };
      expect(await seen()).to.deep.equal(['kalanki', 'Petrol pump', 27.6933]);
      await api().dependencies.transact(({ places }) => places.change({ ...kalanki, landmark: 'Bridge' }));
      expect(await seen()).to.deep.equal(['kalanki', 'Bridge', 27.6933]);
      await api().dependencies.transact(({ places }) => places.remove(kalanki.id));
      expect(await seen()).to.deep.equal(['kalanki', 'shared', 27.6933]);

      const { getting_on: city } = (await api().get(`/api/bookings/${without.id}`, tokenOf(asha))).json;
      expect([city.name, city.place]).to.deep.equal(['Kathmandu', null]);
    });
  },
  { overrides: { authenticate } },
);
