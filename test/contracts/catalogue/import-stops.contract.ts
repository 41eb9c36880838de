import { expect } from 'chai';
import type { Booking } from '../../../core/bookings/booking.ts';
import { type Instant, minutesAfter, toIso } from '../../../core/kernel/time.ts';
import type { TripId } from '../../../core/kernel/ids.ts';
import { aBooking } from '../../support/bookings.ts';
import { aCatalogue } from '../../support/catalogue-file.ts';
import { seat } from '../../support/catalogue.ts';
import { onEveryEngine } from '../../support/engines.ts';
import { importing } from '../../support/importing.ts';
import { aPassengerId } from '../../support/people.ts';

onEveryEngine('an import of stops', (engine) => {
  const { clock, load, loadWith, faultsOf } = importing(engine);
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

  it('a schedule with stops and fares makes trips with them, and importing the file again changes nothing', async () => {
    const id = (await loadWith(withStops())).schedules.get('deluxe')!;
    expect(await roadOf(id)).to.deep.equal(IMPORTED);
    const again = await loadWith(withStops());
    expect([again.kept, await roadOf(id)]).to.deep.equal([0, IMPORTED]);
  });

  it('an imported trip that was never booked gets and loses stops and fares as the file says', async () => {
    const id = (await load(aCatalogue())).schedules.get('deluxe')!;
    await loadWith(withStops());
    expect(await roadOf(id)).to.deep.equal(IMPORTED);
    expect((await load(aCatalogue())).kept).to.equal(0);
    expect(await roadOf(id)).to.deep.equal({ stops: [], cities: ['Kathmandu', 'Pokhara'], fares: [] });
  });

  it('an import leaves the stops and fares of a booked trip unchanged, and counts the trip as “kept”', async () => {
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

  it('an import that retimes a trip moves bookings between stops too, except those whose last stop was reached already', async () => {
    const id = (await loadWith(withStops())).schedules.get('deluxe')!;
    const userId = await aPassengerId(engine());
    const departsAt = Date.parse('2026-11-22T04:15:00Z') as Instant;
    const book = async (from: number, to: number, [departs, arrives]: readonly [number, number], number: string) => {
      const sectionTimes = { departsAt: minutesAfter(departsAt, departs), arrivesAt: minutesAfter(departsAt, arrives) };
      const traits = { section: { from, to }, sectionTimes, status: 'CONFIRMED' as const };
      return aBooking(engine(), { userId, tripId: id, seats: [seat(number)], ...traits });
    };
    const [first, second] = [await book(0, 1, [0, 150], 'A1'), await book(1, 3, [160, 420], 'A2')];
    const times = async (booking: Booking) => {
      const { sectionTimes } = (await engine().transact(({ bookings }) => bookings.lock(booking.id)))!;
      return [sectionTimes!.departsAt, sectionTimes!.arrivesAt].map((at) => toIso(at).slice(11, 16));
    };
    const retime = (departure: string, arrival: string) =>
      loadWith(withStops({ '/schedules/0/departure_time': departure, '/schedules/0/arrival_time': arrival }));
    expect((await retime('2026-11-22T05:15:00Z', '2026-11-22T12:15:00Z')).kept).to.equal(0);
    expect([await times(first), await times(second)]).to.deep.equal([
      ['05:15', '07:45'],
      ['07:55', '12:15'],
    ]);
    clock.set(minutesAfter(departsAt, 215));
    expect((await retime('2026-11-22T05:00:00Z', '2026-11-22T12:00:00Z')).kept).to.equal(0);
    expect([await times(first), await times(second)]).to.deep.equal([
      ['05:15', '07:45'],
      ['07:40', '12:00'],
    ]);
    const due = await engine().transact(({ bookings }) => bookings.arrived(minutesAfter(departsAt, 215), 10));
    expect(due).to.deep.equal([first.id]);
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
    it(`a schedule in the catalogue file whose stops or fares have ${what} is refused, and the report points to the fault`, async () => {
      const stops = STOPS.map((stop) => ({ ...stop }));
      const fares = FARES.map((fare) => ({ ...fare }));
      const given = { ...withStops(), '/schedules/0/stops': stops, '/schedules/0/fares': fares, ...spoiling };
      const faults = await faultsOf(loadWith(given));
      expect(faults.map((fault) => fault.split(':')[0])).to.deep.equal([pointer]);
    });

  it('a catalogue file’s stop in a city that is in the database but not in the file is refused', async () => {
    await loadWith(withStops());
    const faults = await faultsOf(loadWith({ ...withStops(), '/cities': aCatalogue().cities }));
    expect(faults.map((fault) => fault.split(':')[0])).to.deep.equal([
      '/schedules/0/stops/0/city',
      '/schedules/0/stops/1/city',
    ]);
  });
});
