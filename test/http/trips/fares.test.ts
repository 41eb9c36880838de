import { expect } from 'chai';
import { paisa } from '../../../core/kernel/money.ts';
import { hoursAfter, minutesAfter } from '../../../core/kernel/time.ts';
import { aTrip } from '../../support/catalogue.ts';
import { START } from '../../support/clock.ts';
import { type Json, onEveryServer } from '../../support/http.ts';

onEveryServer('lowest fares and popular routes', (api) => {
  before(async () => {
    const { dependencies } = api();
    // Each row has the trip's departure, in hours after START (10:00 on 20 November in Nepal), and its fare.
    for (const [hours, fare] of [
      [2, 150_000],
      [4, 120_000],
      [13.9, 110_000],
      [14, 90_000],
      [24 * 6, 80_050],
      [24 * 7, 10_000],
    ] as const)
      await aTrip(dependencies, { departsAt: hoursAfter(START, hours), fare: paisa(fare) });
    await aTrip(dependencies, { departsAt: minutesAfter(START, 29), fare: paisa(1_000) });
    await aTrip(dependencies, {
      from: 'Pokhara',
      to: 'Kathmandu',
      departsAt: hoursAfter(START, 5),
      fare: paisa(70_000),
    });
  });

  const fares = async (query: string): Promise<Json> => (await api().get(`/api/fares?${query}`)).json;

  it('the lowest fare of each day is the lowest among the trips that a search for that day finds', async () => {
    expect(await fares('origin=kathmandu&destination=POKHARA')).to.deep.equal([
      { date: '2026-11-20', lowest_fare: 1_100 },
      { date: '2026-11-21', lowest_fare: 900 },
      { date: '2026-11-22', lowest_fare: null },
      { date: '2026-11-23', lowest_fare: null },
      { date: '2026-11-24', lowest_fare: null },
      { date: '2026-11-25', lowest_fare: null },
      { date: '2026-11-26', lowest_fare: 800.5 },
    ]);
    const later = await fares('origin=Kathmandu&destination=Pokhara&date=2026-11-21');
    expect(later.map((day: Json) => day.lowest_fare)).to.deep.equal([900, null, null, null, null, 800.5, 100]);
  });

  it('the lowest fares between unknown cities, and for past days, are null', async () => {
    for (const query of [
      'origin=Nowhere&destination=Pokhara',
      'origin=Kathmandu',
      '',
      'origin=Kathmandu&destination=Pokhara&date=2026-11-01',
    ])
      expect(
        (await fares(query)).map((day: Json) => day.lowest_fare),
        query,
      ).to.deep.equal(Array(7).fill(null));
  });

  it('the lowest fares from a city to itself, or from a day that does not exist, are refused', async () => {
    for (const [query, field] of [
      ['origin=Pokhara&destination=pokhara', 'destination'],
      ['origin=Kathmandu&destination=Pokhara&date=2026-02-30', 'date'],
    ] as const) {
      const { status, json } = await api().get(`/api/fares?${query}`);
      expect(status).to.equal(400);
      expect(json.errors[0].field).to.equal(field);
    }
  });

  it('popular routes are the routes with the most trips on sale within two days, with their lowest fares', async () => {
    const { status, json } = await api().get('/api/popular-routes');
    expect(status).to.equal(200);
    expect(json).to.deep.equal([
      { source_city: 'Kathmandu', destination_city: 'Pokhara', trips: 4, lowest_fare: 900 },
      { source_city: 'Pokhara', destination_city: 'Kathmandu', trips: 1, lowest_fare: 700 },
    ]);
  });
});
