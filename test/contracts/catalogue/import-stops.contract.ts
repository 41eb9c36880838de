import { expect } from 'chai';
import type { TripId } from '../../../core/kernel/ids.ts';
import { aBooking } from '../../support/bookings.ts';
import { aCatalogue } from '../../support/catalogue-file.ts';
import { seat } from '../../support/catalogue.ts';
import { onEveryEngine } from '../../support/engines.ts';
import { importing } from '../../support/importing.ts';
import { aPassengerId } from '../../support/people.ts';

onEveryEngine('an import of stops', (engine) => {
  const { load, loadWith, faultsOf } = importing(engine);
  const STOPS = [
    { city: 'Mugling', arrives: 150, departs: 160 },
    { city: 'dumre', arrives: 240, departs: 240 },
  ];
  const FARES = [
    { from: 0, to: 1, fare: 500 },
    { from: 1, to: 3, fare: 700 },
  ];
  const withStops = (more: Readonly<Record<string, unknown>> = {}) => ({
    '/cities': [...aCatalogue().cities, 'Mugling', 'Dumre'],
    '/schedules/0/stops': STOPS,
    '/schedules/0/fares': FARES,
    ...more,
  });
  const find = async (id: TripId) => (await engine().officeTrips.find(id, 0 as never))!;
  const roadOf = async (id: TripId) => {
    const { stops, stopCities, fares } = await find(id);
    return {
      stops: stops.map(({ arrives, departs }) => [arrives, departs]),
      cities: stopCities.map(({ name }) => name),
      fares: fares.map(({ from, to, fare }) => [from, to, fare]),
    };
  };
  const IMPORTED = {
    stops: [
      [150, 160],
      [240, 240],
    ],
    cities: ['Kathmandu', 'Mugling', 'Dumre', 'Pokhara'],
    fares: [
      [0, 1, 50_000],
      [1, 3, 70_000],
    ],
  };

  it('a schedule with stops and fares makes trips with them, and loading it again changes nothing', async () => {
    const id = (await loadWith(withStops())).schedules.get('deluxe')!;
    expect(await roadOf(id)).to.deep.equal(IMPORTED);
    const again = await loadWith(withStops());
    expect([again.kept, await roadOf(id)]).to.deep.equal([0, IMPORTED]);
  });

  it('stops and fares of an imported trip come and go with the file while nobody has booked', async () => {
    const id = (await load(aCatalogue())).schedules.get('deluxe')!;
    await loadWith(withStops());
    expect(await roadOf(id)).to.deep.equal(IMPORTED);
    expect((await load(aCatalogue())).kept).to.equal(0);
    expect(await roadOf(id)).to.deep.equal({ stops: [], cities: ['Kathmandu', 'Pokhara'], fares: [] });
  });

  it('an import leaves stops and fares of a booked trip alone, and counts it as kept', async () => {
    const id = (await loadWith(withStops())).schedules.get('deluxe')!;
    const userId = await aPassengerId(engine());
    await aBooking(engine(), { userId, tripId: id, seats: [seat('A1')], status: 'EXPIRED' });
    expect((await load(aCatalogue())).kept).to.equal(1);
    expect(await roadOf(id)).to.deep.equal(IMPORTED);
    const dearer = await loadWith({ '/schedules/0/fare': 1500 });
    expect([dearer.kept, await roadOf(id), (await find(id)).fare]).to.deep.equal([1, IMPORTED, 150_000]);
    expect((await loadWith(withStops({ '/schedules/0/fare': 1600 }))).kept).to.equal(0);
    expect((await find(id)).fare).to.equal(160_000);
  });

  const FAULTY: readonly [string, Readonly<Record<string, unknown>>, string][] = [
    ['a city that the file does not list', { '/schedules/0/stops/0/city': 'Gorkha' }, '/schedules/0/stops/0/city'],
    ['the city of an end', { '/schedules/0/stops/0/city': 'pokhara' }, '/schedules/0/stops/0/city'],
    ['a city twice', { '/schedules/0/stops/1/city': 'MUGLING' }, '/schedules/0/stops/1/city'],
    ['minutes against the road', { '/schedules/0/stops/1/arrives': 160 }, '/schedules/0/stops/1/arrives'],
    ['minutes beyond the arrival', { '/schedules/0/stops/1/departs': 9_999 }, '/schedules/0/stops/1/departs'],
    ['a section that is none', { '/schedules/0/fares/0/to': 4 }, '/schedules/0/fares/0/from'],
    ['a section dearer than the whole', { '/schedules/0/fares/1/fare': 9_999 }, '/schedules/0/fares/1/fare'],
    ['half a minute', { '/schedules/0/stops/0/arrives': 1.5 }, '/schedules/0/stops/0/arrives'],
  ];
  for (const [what, spoiling, pointer] of FAULTY)
    it(`a schedule’s road with ${what} is a fault at its pointer`, async () => {
      const stops = STOPS.map((stop) => ({ ...stop }));
      const fares = FARES.map((fare) => ({ ...fare }));
      const given = { ...withStops(), '/schedules/0/stops': stops, '/schedules/0/fares': fares, ...spoiling };
      const faults = await faultsOf(loadWith(given));
      expect(faults.map((fault) => fault.split(':')[0])).to.deep.equal([pointer]);
    });

  it('a city of a stop that only the database knows is a fault', async () => {
    await loadWith(withStops());
    const faults = await faultsOf(loadWith({ ...withStops(), '/cities': aCatalogue().cities }));
    expect(faults.map((fault) => fault.split(':')[0])).to.deep.equal([
      '/schedules/0/stops/0/city',
      '/schedules/0/stops/1/city',
    ]);
  });
});
