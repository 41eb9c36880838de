import { expect } from 'chai';
import { calendarOf } from '../../../core/kernel/calendar.ts';
import { paisa } from '../../../core/kernel/money.ts';
import { Refusal } from '../../../core/kernel/refusal.ts';
import { type Instant, minutesAfter } from '../../../core/kernel/time.ts';
import { type TripQuery, searchTrips } from '../../../core/trips/search-trips.ts';
import { viewTrip } from '../../../core/trips/view-trip.ts';
import { aBus, aTrip } from '../../support/catalogue.ts';
import { handClock, START } from '../../support/clock.ts';
import { memoryEngine, openMemory } from '../../support/engines.ts';
import { aWorld } from '../../support/world.ts';

const NO_WISH: TripQuery = {
  origin: '',
  destination: '',
  date: '',
  busType: '',
  minFare: '',
  maxFare: '',
  ordering: '',
  after: '',
};

describe('searching trips', () => {
  const given = (database = openMemory()) => {
    const engine = memoryEngine(database);
    const clock = handClock();
    const search = searchTrips({
      ...aWorld,
      clock,
      calendar: calendarOf('Asia/Kathmandu'),
      tripSearch: engine.tripSearch,
      minBookingLeadMinutes: 30,
    });
    const find = (wishes: Partial<TripQuery> = {}) => search({ ...NO_WISH, ...wishes });
    const ids = async (wishes: Partial<TripQuery> = {}) => (await find(wishes)).trips.map(({ id }) => id);
    return { engine, clock, find, ids };
  };
  const refusalOf = (promise: Promise<unknown>) =>
    promise.then(
      () => undefined,
      (error: unknown) => (error instanceof Refusal ? [error.code, error.faults.map(({ field }) => field)] : error),
    );

  it('trip search leaves out trips that depart within the configured lead time, up to the minute', async () => {
    const { engine, clock, ids } = given();
    const { id, departsAt } = await aTrip(engine, { departsAt: minutesAfter(START, 90) });
    clock.set(minutesAfter(departsAt, -30));
    expect(await ids()).to.deep.equal([id]);
    clock.set((minutesAfter(departsAt, -30) + 1) as Instant);
    expect(await ids()).to.deep.equal([]);
    expect(
      (await viewTrip({ ...aWorld, clock, tripSearch: engine.tripSearch, cancellationTiers: [] })(id)).id,
    ).to.equal(id);
  });

  it('trip search takes a date as a day in Nepal, whose midnight is 18:15 UTC', async () => {
    const { engine, ids } = given();
    const at = (hour: number, minute: number) =>
      aTrip(engine, { departsAt: Date.UTC(2026, 10, 21, hour, minute) as Instant });
    const [before, first] = [await at(18, 14), await at(18, 15)];
    const last = await aTrip(engine, { departsAt: Date.UTC(2026, 10, 22, 18, 14, 59) as Instant });
    await aTrip(engine, { departsAt: Date.UTC(2026, 10, 22, 18, 15) as Instant });
    expect(await ids({ date: '2026-11-22' })).to.deep.equal([first.id, last.id]);
    expect(await ids({ date: '2026-11-21' })).to.deep.equal([before.id]);
    expect(await ids({ date: '2020-01-01' })).to.deep.equal([]);
  });

  it('trip search refuses an invalid date', async () => {
    const { ids } = given();
    for (const date of [
      '2026-02-30',
      '2026-11-31',
      '2026-13-01',
      '26-11-20',
      '2026-11-20T00:00',
      '20/11/2026',
      'tomorrow',
      '2026-1-1',
      '２０２６-11-20',
    ]) {
      expect(await refusalOf(ids({ date })), date).to.deep.equal(['VALIDATION', ['date']]);
    }
  });

  it('trip search refuses the same city as origin and destination, in any letter case', async () => {
    const { ids } = given();
    const where = async (origin: string, destination: string) => refusalOf(ids({ origin, destination }));
    expect(await where('Pokhara', 'pOKHARA')).to.deep.equal(['VALIDATION', ['destination']]);
    expect(await where('ÉLAN', 'e\u0301lan')).to.deep.equal(['VALIDATION', ['destination']]);
    expect(await where('Nowhere', 'NOWHERE')).to.deep.equal(['VALIDATION', ['destination']]);
    expect(await where('', '')).to.equal(undefined);
  });

  it('trip search finds the trips of a city by its exact name while another city’s name differs in spelling alone', async () => {
    const database = openMemory();
    const { engine, ids } = given(database);
    const older = await aTrip(engine, { from: 'Trishuli Bazar', to: 'Pokhara' });
    const newer = await aTrip(engine, { from: 'Trishuli', to: 'Pokhara' });
    // The migration of keys leaves twins so.
    const twin = { city_name: 'Trishuli\u00a0Bazar', name_key: 'trishuli bazar\n2' };
    await database.knex('cities').where({ city_name: 'Trishuli' }).update(twin);
    for (const destination of ['', 'Pokhara']) {
      expect(await ids({ origin: 'Trishuli\u00a0Bazar', destination })).to.deep.equal([newer.id]);
      expect(await ids({ origin: 'TRISHULI\u00a0BAZAR', destination })).to.deep.equal([older.id]);
    }
  });

  it('trip search ignores fare limits that are no numbers, and unknown sort orders', async () => {
    const { engine, ids } = given();
    const dear = await aTrip(engine, { fare: paisa(200_000), departsAt: minutesAfter(START, 60) });
    const cheap = await aTrip(engine, { fare: paisa(100_050), departsAt: minutesAfter(START, 120) });
    expect(await ids({ minFare: 'cheap', maxFare: '1e3', ordering: 'fare desc' })).to.deep.equal([dear.id, cheap.id]);
    expect(await ids({ minFare: '1000.5', maxFare: '1000.50', ordering: '-fare' })).to.deep.equal([cheap.id]);
    expect(await ids({ minFare: '1000.501' })).to.deep.equal([dear.id]);
    expect(await ids({ maxFare: '1000.499' })).to.deep.equal([]);
    expect(await ids({ ordering: 'fare' })).to.deep.equal([cheap.id, dear.id]);
  });

  it('trip search finds bus types in any letter case', async () => {
    const { engine, ids } = given();
    const { id } = await aTrip(engine, { bus: { type: 'AC_DELUXE' } });
    expect([await ids({ busType: 'ac_deluxe' }), await ids({ busType: 'AC' })]).to.deep.equal([[id], []]);
  });

  it('trip search returns the first hundred trips at most', async () => {
    const { engine, ids } = given();
    const busId = await aBus(engine);
    const made = [];
    for (let index = 0; index < 103; index += 1)
      made.push((await aTrip(engine, { busId, departsAt: minutesAfter(START, 300 - index) })).id);
    expect(await ids()).to.deep.equal(made.reverse().slice(0, 100));
  });

  describe('further pages of a trip search', () => {
    const manyTrips = async (count: number) => {
      const { engine, ...rest } = given();
      const busId = await aBus(engine);
      const add = (minutes: number) =>
        aTrip(engine, { busId, departsAt: minutesAfter(START, minutes), fare: paisa(100_000 + 100 * (minutes % 3)) });
      const made = [];
      for (let index = 0; index < count; index += 1) made.push((await add(100 + Math.floor(index / 4))).id);
      return { engine, add, made, ...rest };
    };

    it('trip search’s next page begins after the previous page’s last trip, and the last page has no cursor', async () => {
      const { find, made } = await manyTrips(203);
      const first = await find();
      const second = await find({ after: first.next ?? 'none' });
      const third = await find({ after: second.next ?? 'none' });
      expect([first, second, third].map(({ trips }) => trips.length)).to.deep.equal([100, 100, 3]);
      expect([first, second, third].flatMap(({ trips }) => trips.map(({ id }) => id))).to.deep.equal(made);
      expect('next' in third).to.equal(false);
    });

    it('a trip search with exactly a hundred trips has no next page', async () => {
      const { find } = await manyTrips(100);
      const { trips, next } = await find();
      expect([trips.length, next]).to.deep.equal([100, undefined]);
    });

    it('the pages of a trip search neither repeat nor miss a trip while trips are added', async () => {
      const { find, add, made } = await manyTrips(150);
      const first = await find();
      const [before, behind] = [await add(100), await add(200)];
      const second = await find({ after: first.next ?? 'none' });
      expect([...first.trips, ...second.trips].map(({ id }) => id)).to.deep.equal([...made, behind.id]);
      expect((await find()).trips[4]?.id, 'a new search shows it').to.equal(before.id);
    });

    it('a cursor of the trip search is valid only for the same search, however the parameters are written', async () => {
      const { find } = await manyTrips(103);
      const { next = 'none' } = await find({ origin: 'Kathmandu', minFare: '1000', busType: 'deluxe' });
      const again = await find({
        origin: ' kathMANDU'.trim(),
        minFare: '1000.00',
        busType: 'DELUXE',
        ordering: 'sideways',
        after: next,
      });
      expect(again.trips).to.have.length(3);
      const others: readonly Partial<TripQuery>[] = [
        {},
        { origin: 'Pokhara' },
        { destination: 'Pokhara' },
        { date: '2026-11-20' },
        { busType: '' },
        { minFare: '' },
        { minFare: '1000.01' },
        { maxFare: '1000' },
        { ordering: 'fare' },
        { ordering: '-departure_time' },
      ];
      for (const other of others) {
        const wishes = {
          ...(Object.keys(other).length > 0 && { origin: 'Kathmandu', minFare: '1000', busType: 'deluxe' }),
          ...other,
          after: next,
        };
        expect(await refusalOf(find(wishes)), JSON.stringify(other)).to.deep.equal(['VALIDATION', ['after']]);
      }
    });

    it('trip search refuses a cursor that the service did not create', async () => {
      const { find } = await manyTrips(101);
      const { next = '' } = await find();
      const [digest, key, id] = JSON.parse(next) as readonly [string, number, number];
      const crafted = [
        [digest, key],
        [digest, `${key}`, id],
        [digest, 0.5, id],
        [digest, 1e300, id],
        [digest, null, id],
        [digest, key, 0],
        [digest, key, 2 ** 31],
        [digest, key, 1.5],
        [digest, key, '1'],
        ['', key, id],
        {},
        null,
        1,
      ];
      for (const text of ['none', '[', next.slice(1), `${next}x`, ...crafted.map((parts) => JSON.stringify(parts))]) {
        expect(await refusalOf(find({ after: text })), text).to.deep.equal(['VALIDATION', ['after']]);
      }
      expect((await find({ after: next })).trips).to.have.length(1);
    });
  });

  it('a passenger’s view of a trip that is not on sale is refused as for an unknown trip', async () => {
    const { engine, clock } = given();
    const { id } = await aTrip(engine, { status: 'CANCELLED' });
    expect(
      await refusalOf(viewTrip({ ...aWorld, clock, tripSearch: engine.tripSearch, cancellationTiers: [] })(id)),
    ).to.deep.equal(['TRIP_UNKNOWN', []]);
  });
});
