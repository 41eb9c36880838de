import { expect } from 'chai';
import { paisa } from '../../../core/kernel/money.ts';
import { hoursAfter, minutesAfter } from '../../../core/kernel/time.ts';
import type { TripId } from '../../../core/kernel/ids.ts';
import { aBooking } from '../../support/bookings.ts';
import { type TripForTests, aBus, aTrip, changePlan, seat } from '../../support/catalogue.ts';
import { START } from '../../support/clock.ts';
import { type Json, onEveryServer } from '../../support/http.ts';
import { anOperator, aPassengerId } from '../../support/people.ts';
import { aRoad } from '../../support/roads.ts';

onEveryServer('cities and trips', (api) => {
  let [deluxe, micro, soon, gone] = [] as unknown as [TripForTests, TripForTests, TripForTests, TripForTests];
  let operatorId: number;

  before(async () => {
    const operator = await anOperator(api().dependencies, { companyName: 'Himal Yatayat' });
    operatorId = operator.operatorId;
    const departsAt = Date.UTC(2026, 10, 21, 1, 15) as typeof START;
    deluxe = await aTrip(api().dependencies, {
      fare: paisa(120_050),
      departsAt,
      arrivesAt: minutesAfter(departsAt, 450),
      bus: {
        operatorId: operator.operatorId,
        name: 'Himal Deluxe',
        registrationNo: 'BA 2 KHA 4321',
        totalSeats: 35,
        amenities: ['AC', 'WATER'],
      },
    });
    micro = await aTrip(api().dependencies, {
      from: 'Pokhara',
      to: 'Élan',
      fare: paisa(90_000),
      departsAt: hoursAfter(START, 3),
      seats: 14,
      bus: { type: 'MICROBUS' },
    });
    soon = await aTrip(api().dependencies, { departsAt: minutesAfter(START, 29) });
    gone = await aTrip(api().dependencies, { departsAt: hoursAfter(START, -5) });
    await aBooking(api().dependencies, {
      userId: await aPassengerId(api().dependencies),
      tripId: deluxe.id,
      seats: [seat('A1')],
      status: 'CONFIRMED',
    });
  });

  const search = async (query: string): Promise<Json> => (await api().get(`/api/trips?${query}`)).json;
  const ids = async (query: string): Promise<number[]> =>
    ((await search(query)).results as { id: number }[]).map(({ id }) => id);

  it('the list of cities is sorted by name', async () => {
    const { status, json } = await api().get('/api/cities');
    expect(status).to.equal(200);
    expect(json.map((city: Json) => city.city_name)).to.deep.equal(['Kathmandu', 'Pokhara', 'Élan']);
    for (const city of json)
      expect(Object.keys(city)).to.have.members(['id', 'city_name', 'aliases', 'name_ne', 'lat', 'lon']);
  });

  it('a trip’s answer has every field of the API’s specification, and no other', async () => {
    const expected = {
      id: deluxe.id,
      source_city: 'Kathmandu',
      destination_city: 'Pokhara',
      from_stop: 0,
      to_stop: 1,
      departure_time: '2026-11-21T01:15:00.000Z',
      arrival_time: '2026-11-21T08:45:00.000Z',
      trip_departure_time: '2026-11-21T01:15:00.000Z',
      trip_arrival_time: '2026-11-21T08:45:00.000Z',
      duration_minutes: 450,
      fare: 1200.5,
      status: 'ACTIVE',
      sale_opens_at: null,
      on_sale: true,
      withheld: 0,
      seats_left: 3,
      bus: {
        id: deluxe.busId,
        bus_name: 'Himal Deluxe',
        registration_no: 'BA 2 KHA 4321',
        bus_type: 'DELUXE',
        total_seats: 35,
        amenities: ['AC', 'WATER'],
        has_seat_map: true,
      },
      operator: { id: operatorId, company_name: 'Himal Yatayat' },
      rating_avg: null,
      rating_count: 0,
      stops: [
        { city: 'Kathmandu', arrives_at: null, departs_at: '2026-11-21T01:15:00.000Z' },
        { city: 'Pokhara', arrives_at: '2026-11-21T08:45:00.000Z', departs_at: null },
      ],
      fares: [],
    };
    expect((await api().get(`/api/trips/${deluxe.id}`)).json).to.deep.equal({
      ...expected,
      boarding_points: [],
      dropping_points: [],
      cancellation_tiers: [
        { hours: 48, fee_percent: 0 },
        { hours: 24, fee_percent: 10 },
        { hours: 12, fee_percent: 25 },
        { hours: 4, fee_percent: 50 },
        { hours: 0, fee_percent: 100 },
      ],
    });
    expect(await search('date=2026-11-21')).to.deep.equal({ count: 1, results: [expected] });
  });

  it('a trip shows its company’s rating', async () => {
    const userId = await aPassengerId(api().dependencies);
    for (const [index, stars] of [4, 4, 5].entries()) {
      const { id: bookingId } = await aBooking(api().dependencies, {
        userId,
        tripId: gone.id,
        seats: [seat(['A1', 'A2', 'B1'][index]!)],
        status: 'COMPLETED',
      });
      await api().dependencies.transact(async ({ ratings, trips }) => {
        const { operatorId: rated } = (await trips.find(gone.id))!.bus;
        await ratings.add(
          { bookingId, userId, operatorId: rated, stars, review: '', issueFlag: false, issueNote: '' },
          START,
        );
      });
    }
    expect((await api().get(`/api/trips/${gone.id}`)).json).to.include({ rating_avg: 4.3, rating_count: 3 });
  });

  it('a trip search accepts every filter that is documented', async () => {
    expect(await ids('')).to.deep.equal([micro.id, deluxe.id]);
    expect(
      await ids(
        'origin=%20kathMANDU%20&destination=POKHARA&date=2026-11-21&bus_type=deluxe&min_fare=1200.5&max_fare=1200.50&ordering=-fare',
      ),
    ).to.deep.equal([deluxe.id]);
    expect(await ids('destination=%C3%A9lan')).to.deep.equal([micro.id]);
    expect(await ids('destination=E%CC%81LAN')).to.deep.equal([micro.id]);
    expect(await ids('origin=Atlantis')).to.deep.equal([]);
    expect(await ids('ordering=fare')).to.deep.equal([micro.id, deluxe.id]);
    expect(await ids('ordering=-fare&min_fare=none&max_fare=&date=&bus_type=&origin=&unknown=1')).to.deep.equal([
      deluxe.id,
      micro.id,
    ]);
    expect(await ids('ordering=price')).to.deep.equal([micro.id, deluxe.id]);
  });

  it('a trip search with invalid filters, or with filters that contradict each other, is refused', async () => {
    const refused = async (query: string) => {
      const { status, json } = await api().get(`/api/trips?${query}`);
      return [status, json.code, json.errors.map(({ field }: Json) => field)];
    };
    expect(await refused('origin=Pokhara&destination=pokhara')).to.deep.equal([400, 'VALIDATION', ['destination']]);
    expect(await refused('date=2026-02-30')).to.deep.equal([400, 'VALIDATION', ['date']]);
    expect(await refused('date=tomorrow')).to.deep.equal([400, 'VALIDATION', ['date']]);
    expect(await refused('origin=Pokhara&origin=Ilam')).to.deep.equal([400, 'VALIDATION', ['origin']]);
    expect(await refused('origin=Pok%00hara')).to.deep.equal([400, 'VALIDATION', ['origin']]);
  });

  it('a trip search has 100 results on a page, and a cursor to the next page', async () => {
    const busId = await aBus(api().dependencies);
    for (let index = 0; index < 101; index += 1)
      await aTrip(api().dependencies, {
        from: 'Ilam',
        to: 'Dharan',
        busId,
        departsAt: hoursAfter(START, 50 + (index >> 1)),
      });
    const first = await search('origin=ilam');
    expect([first.count, first.results.length]).to.deep.equal([100, 100]);
    expect(first.next).to.match(/^[\w-]+$/);
    const second = await search(`origin=Ilam&after=${first.next}`);
    expect([second.count, second.results.length, 'next' in second]).to.deep.equal([1, 1, false]);
    expect(first.results.map(({ id }: Json) => id)).not.to.include(second.results[0].id);
    const unsealed = encodeURIComponent(Buffer.from(first.next as string, 'base64url').toString());
    for (const query of [
      `after=${first.next}`,
      `origin=ilam&ordering=fare&after=${first.next}`,
      'origin=ilam&after=none',
      `origin=ilam&after=${unsealed}`,
      `origin=ilam&after=${first.next}%3D`,
    ]) {
      const { status, json } = await api().get(`/api/trips?${query}`);
      expect([status, json.code, json.errors?.map(({ field }: Json) => field)], query).to.deep.equal([
        400,
        'VALIDATION',
        ['after'],
      ]);
    }
    expect((await search('origin=ilam&after=')).count).to.equal(100);
  });

  it('a trip search answers without an error, whatever numbers and texts its filters contain', async () => {
    for (const value of ['9'.repeat(400), '-1', '1e999', "' or 1=1 --", '%25', '0x1F', '%F0%9F%9A%8C', '%ff']) {
      for (const key of ['min_fare', 'max_fare', 'origin', 'bus_type', 'ordering'])
        expect((await api().get(`/api/trips?${key}=${value}`)).status, `${key}=${value}`).to.equal(200);
    }
  });

  it('a trip can be read shortly before and after its departure', async () => {
    expect((await api().get(`/api/trips/${soon.id}`)).json).to.include({ id: soon.id });
    expect((await api().get(`/api/trips/${gone.id}`)).json).to.include({ id: gone.id });
  });

  it('a trip answers 404 if it is unknown or cancelled, or if its id is invalid', async () => {
    const cancelled = await aTrip(api().dependencies, { status: 'CANCELLED' });
    for (const key of [
      cancelled.id,
      (2 ** 31 - 1) as TripId,
      2 ** 31,
      0,
      -1,
      '1.5',
      'abc',
      '1e3',
      '9'.repeat(40),
      '%00',
    ]) {
      const { status, json } = await api().get(`/api/trips/${key}`);
      expect([status, json.status], String(key)).to.deep.equal([404, 404]);
    }
  });
  it('a trip search with `points` lists the boarding points at the stop where the passenger gets on', async () => {
    const { dependencies } = api();
    const { id } = await aRoad(dependencies, {
      from: 'Dharan',
      to: 'Janakpur',
      between: ['Lahan', 'Mahendranagar'],
      departsAt: hoursAfter(START, 6),
    });
    await changePlan(dependencies, id, {
      boardingPoints: [
        { name: 'Bhanu Chowk', minutes: -15 },
        { name: 'Lahan bus park', minutes: 65, stop: 1 },
      ],
    });
    const points = async (origin: string, more = '&points=true') => {
      const { results } = await search(`origin=${origin}&destination=Janakpur${more}`);
      return results[0].boarding_points;
    };
    expect(await points('Dharan')).to.deep.equal([{ name: 'Bhanu Chowk', at: '2026-11-20T10:00:00.000Z' }]);
    expect((await points('Lahan')).map(({ name }: Json) => name)).to.deep.equal(['Lahan bus park']);
    expect((await points('Mahendranagar')).map(({ name }: Json) => name)).to.deep.equal(['Mahendranagar']);
    expect(await points('Dharan', '')).to.equal(undefined);
  });

  it('cities and trips can be read without a token, and even with an invalid token', async () => {
    expect((await api().get('/api/cities', 'no token at all')).status).to.equal(200);
    expect((await api().get(`/api/trips/${deluxe.id}`, 'x.y.z')).status).to.equal(200);
    expect((await api().post('/api/trips', {})).status).to.equal(405);
  });
});
