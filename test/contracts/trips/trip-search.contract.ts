import { expect } from 'chai';
import fc from 'fast-check';
import type { TripId } from '../../../core/kernel/ids.ts';
import { basisPoints, paisa } from '../../../core/kernel/money.ts';
import { type Instant, daysAfter, hoursAfter, minutesAfter } from '../../../core/kernel/time.ts';
import { sortKeyOf } from '../../../core/trips/search-trips.ts';
import type { TripFilter, TripListing, TripOrder } from '../../../core/trips/ports.ts';
import { aBus, allVerified, aTrip, changePlan } from '../../support/catalogue.ts';
import { START } from '../../support/clock.ts';
import { setTerms } from '../../support/companies.ts';
import { onEveryEngine } from '../../support/engines.ts';
import { anOperator } from '../../support/people.ts';
import { refusalOf } from '../../support/refusals.ts';
import { aRoad } from '../../support/roads.ts';

const EVERYTHING: TripFilter = { departs: { start: START }, order: 'departure_time', limit: 100 };

onEveryEngine('trip search', (engine) => {
  const search = (filter: Partial<TripFilter> = {}, now = START) =>
    engine().tripSearch.search({ ...EVERYTHING, ...filter }, now);
  const ids = async (filter: Partial<TripFilter> = {}) => (await search(filter)).map(({ id }) => id);
  const named = (name: string, aliases: readonly string[]) =>
    engine().transact(async ({ catalogue, cities }) => {
      const [id] = await catalogue.saveCities([name]);
      await cities.change(id!, { name, aliases });
    });
  const find = (id: TripId, now = START) => engine().tripSearch.find(id, now);

  it('trip search takes an alias of a city as the city', async () => {
    const { id } = await aTrip(engine(), { from: 'Kathmandu', to: 'Birgunj' });
    await named('Birgunj', ['Birganj', 'BRG']);
    for (const filter of [
      { origin: 'Kathmandu', destination: 'birganj' },
      { destination: 'Ｂrg' },
      { destination: 'Birgunj' },
    ])
      expect(await ids(filter), JSON.stringify(filter)).to.deep.equal([id]);
    expect(await ids({ origin: 'Birganj' })).to.deep.equal([]);
    await named('Birgunj', []);
    expect(await ids({ destination: 'Birganj' })).to.deep.equal([]);
  });

  it('trip search and the lowest fares refuse two names of one city', async () => {
    await aTrip(engine(), { from: 'Kathmandu', to: 'Birgunj' });
    const [origin, destination] = ['Birganj', 'BIRGUNJ'];
    expect(await ids({ origin, destination })).to.deep.equal([]);
    await named('Birgunj', ['Birganj', 'BRG']);
    for (const one of ['Birganj', 'brg']) {
      expect(await refusalOf(search({ origin: one, destination }))).to.deep.equal(['invalid', 'VALIDATION']);
      const week = [{ start: START, end: daysAfter(START, 1) }];
      const lowest = engine().fareViews.lowest({ origin: one, destination }, week, START);
      expect(await refusalOf(lowest)).to.deep.equal(['invalid', 'VALIDATION']);
    }
  });

  it('the lowest fares take an alias of a city as the city', async () => {
    const { departsAt } = await aTrip(engine(), { from: 'Kathmandu', to: 'Birgunj', fare: paisa(90_000) });
    const days = [{ start: START, end: daysAfter(departsAt, 1) }];
    const lowest = async () =>
      (await engine().fareViews.lowest({ origin: 'KTM', destination: 'Birganj' }, days, START)).get(0);
    expect(await lowest()).to.equal(undefined);
    await named('Birgunj', ['Birganj']);
    await named('Kathmandu', ['ktm']);
    expect(await lowest()).to.equal(90_000);
  });

  it('trip search shows every detail by which passengers choose a trip', async () => {
    const { operatorId } = await anOperator(engine(), { companyName: 'Himal Yatayat' });
    const { id, busId, departsAt, arrivesAt } = await aTrip(engine(), {
      from: 'Kathmandu',
      to: 'Ilam',
      fare: paisa(185_050),
      seats: ['A1', 'A2', 'B1'],
      bus: { operatorId, name: 'Himal Express', registrationNo: 'KO 1 KHA 77', type: 'SOFA', totalSeats: 35 },
    });
    const expected: TripListing = {
      id,
      section: { from: 0, to: 1 },
      trip: { departsAt, arrivesAt },
      sourceCity: 'Kathmandu',
      destinationCity: 'Ilam',
      departsAt,
      arrivesAt,
      fare: paisa(185_050),
      status: 'ACTIVE',
      seatsLeft: 3,
      saleOpensAt: null,
      isOnSale: true,
      withheld: 0,
      stops: [],
      fares: [],
      stopCities: ['Kathmandu', 'Ilam'],
      bus: {
        id: busId,
        name: 'Himal Express',
        registrationNo: 'KO 1 KHA 77',
        type: 'SOFA',
        totalSeats: 35,
        amenities: [],
        hasSeatMap: true,
      },
      operator: { id: operatorId, companyName: 'Himal Yatayat' },
      ratingSum: 0,
      ratingCount: 0,
    };
    expect(await search()).to.deep.equal([expected]);
    const points = {
      boardingPoints: [{ name: 'Kalanki', minutes: -15 }],
      droppingPoints: [{ name: 'Birtamod', minutes: 400 }],
    };
    await changePlan(engine(), id, points);
    expect(await search(), 'points are shown with one trip alone').to.deep.equal([expected]);
    const places = { boarding: new Map(), dropping: new Map() };
    expect(await find(id)).to.deep.equal({ ...expected, ...points, cancellationTiers: null, places });
    const cancellationTiers = [{ hours: 24, fee: basisPoints(1_500) }];
    await setTerms(engine(), id, { cancellationTiers });
    expect((await find(id))?.cancellationTiers).to.deep.equal(cancellationTiers);
  });

  it('search results contain all stops and fares of their trip, whether the search is from end to end or between stops', async () => {
    const { id } = await aRoad(engine(), { between: ['Mugling', 'Damauli'] });
    const [mugling, damauli] = await engine().transact(({ catalogue }) => catalogue.saveCities(['Mugling', 'Damauli']));
    const stops = [
      { cityId: mugling, arrives: 60, departs: 70 },
      { cityId: damauli, arrives: 130, departs: 140 },
    ];
    const fares = [
      [0, 1, 10_000],
      [0, 2, 20_000],
      [1, 2, 10_000],
      [1, 3, 20_000],
      [2, 3, 10_000],
    ] as const;
    const road = {
      stops,
      fares: fares.map(([from, to, fare]) => ({ from, to, fare: paisa(fare) })),
      stopCities: ['Kathmandu', 'Mugling', 'Damauli', 'Pokhara'],
    };
    const whole = { origin: 'Kathmandu', destination: 'Pokhara' };
    for (const filter of [{}, { origin: 'Kathmandu' }, whole, { origin: 'Mugling', destination: 'Damauli' }]) {
      const found = await search(filter);
      expect(found).to.have.length(1);
      expect(found[0]).to.deep.include({ id, ...road });
    }
    await changePlan(engine(), id, { fares: [] });
    expect((await search(whole))[0], 'after a change').to.deep.include({ ...road, fares: [] });
    await changePlan(engine(), id, { stops: [], fares: [] });
    expect((await search(whole))[0], 'without stops').to.deep.include({
      section: { from: 0, to: 1 },
      stops: [],
      fares: [],
      stopCities: ['Kathmandu', 'Pokhara'],
    });
  });

  it('search results on one route each contain the stops of their own trip, whatever the order of the list', async () => {
    const late = { departsAt: hoursAfter(START, 60) };
    const long = await aRoad(engine(), { between: ['Mugling', 'Damauli'], fares: [] });
    const direct = await aTrip(engine(), late);
    const short = await aRoad(engine(), { between: ['Mugling'], departsAt: hoursAfter(START, 70) });
    const cities = (...between: string[]) => ['Kathmandu', ...between, 'Pokhara'];
    const roads = [
      { id: long.id, stopCities: cities('Mugling', 'Damauli'), fares: 0 },
      { id: direct.id, stopCities: cities(), fares: 0 },
      { id: short.id, stopCities: cities('Mugling'), fares: 2 },
    ];
    const found = async (order: TripOrder, filter: Partial<TripFilter>) =>
      (await search({ ...filter, order })).map(({ id, stopCities, fares }) => ({
        id,
        stopCities,
        fares: fares.length,
      }));
    for (const filter of [{}, { origin: 'Kathmandu', destination: 'Pokhara' }])
      for (const order of ['departure_time', '-departure_time', 'departure_time'] as const)
        expect(await found(order, filter)).to.deep.equal(order === 'departure_time' ? roads : [...roads].reverse());
  });

  it('trip search leaves out all trips of a suspended company, even on buses added during the suspension', async () => {
    const { operatorId } = await anOperator(engine());
    const [own, other] = [await aTrip(engine(), { bus: { operatorId } }), await aTrip(engine())];
    await setTerms(engine(), own.id, { status: 'SUSPENDED' });
    const late = await aTrip(engine(), { bus: { operatorId } });
    for (const filter of [{}, { order: '-fare' }, { origin: 'Kathmandu' }, { busType: 'DELUXE' }] as const)
      expect(await ids(filter)).to.deep.equal([other.id]);
    expect(await ids({ origin: 'Kathmandu', destination: 'Pokhara' })).to.deep.equal([other.id]);
    expect([await find(own.id), await find(late.id)]).to.deep.equal([undefined, undefined]);
    await setTerms(engine(), own.id, { status: 'ACTIVE' });
    expect(await ids()).to.have.members([own.id, late.id, other.id]);
  });

  it('trip search leaves out trips that are not on sale', async () => {
    const { id } = await aTrip(engine());
    const hidden = [
      await aTrip(engine(), { status: 'CANCELLED' }),
      await aTrip(engine(), { bus: { approvalStatus: 'PENDING' } }),
      await aTrip(engine(), { bus: { approvalStatus: 'REJECTED' } }),
      await aTrip(engine(), { bus: { status: 'INACTIVE' } }),
      await aTrip(engine(), { bus: { documents: allVerified.slice(0, 3) } }),
      await aTrip(engine(), {
        bus: { documents: allVerified.map((paper, index) => (index === 2 ? { ...paper, status: 'REJECTED' } : paper)) },
      }),
    ];
    expect(await ids()).to.deep.equal([id]);
    expect(await ids({ origin: 'Kathmandu', destination: 'Pokhara' })).to.deep.equal([id]);
    expect(await Promise.all(hidden.map((trip) => find(trip.id)))).to.deep.equal(hidden.map(() => undefined));
  });

  it('trip search leaves out a trip whose bus departed early, but the trip is found by its id', async () => {
    const { id } = await aTrip(engine());
    await changePlan(engine(), id, { departedAt: START });
    expect((await search()).map((trip) => trip.id)).to.deep.equal([]);
    expect((await find(id))?.id).to.equal(id);
  });

  it('a trip is found by its id whenever it departs, and an unknown id finds no trip', async () => {
    const { id } = await aTrip(engine(), { departsAt: daysAfter(START, -9) });
    expect((await find(id))?.id).to.equal(id);
    expect(await find((2 ** 31 - 1) as TripId)).to.equal(undefined);
  });

  it('trip search matches only whole city names, ignoring letter case in every script', async () => {
    const { id } = await aTrip(engine(), { from: 'Élan Chowk', to: 'काठमाडौं' });
    const there = await Promise.all(
      ['Élan Chowk', 'élan chowk', 'ÉLAN CHOWK', 'E\u0301LAN Chowk'].map((origin) => ids({ origin })),
    );
    expect(there).to.deep.equal([[id], [id], [id], [id]]);
    expect(await ids({ destination: 'काठमाडौं' })).to.deep.equal([id]);
    expect(
      await Promise.all(['Elan Chowk', 'Élan', '%', 'Élan_Chowk', "'"].map((origin) => ids({ origin }))),
    ).to.deep.equal([[], [], [], [], []]);
    expect(await ids({ origin: 'Élan Chowk', destination: 'Nowhere' })).to.deep.equal([]);
  });

  it('trip search filters by bus type, fare and time of departure', async () => {
    const cheap = await aTrip(engine(), {
      fare: paisa(80_000),
      departsAt: hoursAfter(START, 1),
      bus: { type: 'DELUXE' },
    });
    const dear = await aTrip(engine(), {
      fare: paisa(150_000),
      departsAt: hoursAfter(START, 2),
      bus: { type: 'SOFA' },
    });
    expect(await ids({ busType: 'SOFA' })).to.deep.equal([dear.id]);
    expect(await ids({ busType: 'sofa' })).to.deep.equal([]);
    expect(await ids({ minFare: paisa(80_001) })).to.deep.equal([dear.id]);
    expect(await ids({ minFare: paisa(80_000), maxFare: paisa(80_000) })).to.deep.equal([cheap.id]);
    expect(await ids({ maxFare: paisa(149_999) })).to.deep.equal([cheap.id]);
    const between = (start: Instant, end: Instant) => ids({ departs: { start, end } });
    expect(await between(cheap.departsAt, dear.departsAt)).to.deep.equal([cheap.id]);
    expect(await between(minutesAfter(cheap.departsAt, 1), hoursAfter(START, 9))).to.deep.equal([dear.id]);
  });

  it('trip search orders trips by time or fare, up or down, and equal trips by id', async () => {
    const make = (hours: number, fare: number) =>
      aTrip(engine(), { departsAt: hoursAfter(START, hours), fare: paisa(fare) });
    const [a, b, c, d] = [await make(3, 100), await make(1, 200), await make(3, 200), await make(1, 100)].map(
      ({ id }) => id,
    );
    const orders: Readonly<Record<TripOrder, unknown>> = {
      departure_time: [b, d, a, c],
      '-departure_time': [a, c, b, d],
      fare: [a, d, b, c],
      '-fare': [b, c, a, d],
    };
    for (const [order, expected] of Object.entries(orders)) {
      expect(await ids({ order: order as TripOrder }), order).to.deep.equal(expected);
      expect(await ids({ order: order as TripOrder, origin: 'kathmandu' }), `${order} from one city`).to.deep.equal(
        expected,
      );
      const [, second] = await search({ order: order as TripOrder });
      const after = { sortKey: sortKeyOf(order as TripOrder, second!), id: second!.id };
      expect(await ids({ order: order as TripOrder, after }), `${order}, behind the second`).to.deep.equal(
        (expected as unknown[]).slice(2),
      );
      expect(await ids({ order: order as TripOrder, limit: 2 }), `first of ${order}`).to.deep.equal(
        (expected as unknown[]).slice(0, 2),
      );
    }
  });

  it('the next page of a trip search is right even if the previous page’s last trip is gone or has the same time and fare', async () => {
    const busId = await aBus(engine());
    const departsAt = hoursAfter(START, 5);
    const equal = [];
    for (let index = 0; index < 5; index += 1)
      equal.push((await aTrip(engine(), { busId, departsAt, fare: paisa(90_000) })).id);
    const { id: earlier } = await aTrip(engine(), { busId, departsAt: hoursAfter(START, 4), fare: paisa(80_000) });
    const { id: later } = await aTrip(engine(), {
      busId,
      departsAt: hoursAfter(START, 6),
      fare: paisa(100_000),
    });
    const [, , third] = equal;
    for (const route of [{}, { origin: 'Kathmandu' }, { origin: 'Kathmandu', destination: 'Pokhara' }]) {
      const pageAfter = (order: TripOrder, sortKey: number, id: TripId | undefined) =>
        ids({ ...route, order, after: { sortKey, id: id! } });
      expect(await pageAfter('departure_time', departsAt, third)).to.deep.equal([...equal.slice(3), later]);
      expect(await pageAfter('-departure_time', departsAt, third)).to.deep.equal([...equal.slice(3), earlier]);
      expect(await pageAfter('fare', 90_000, third)).to.deep.equal([...equal.slice(3), later]);
      expect(await pageAfter('-fare', 90_000, third)).to.deep.equal([...equal.slice(3), earlier]);
      expect(await pageAfter('departure_time', departsAt - 1, third)).to.deep.equal([...equal, later]);
      expect(await pageAfter('fare', 90_001, third)).to.deep.equal([later]);
      expect(await pageAfter('-fare', Number.MAX_SAFE_INTEGER, third)).to.deep.equal([later, ...equal, earlier]);
      expect(await pageAfter('-departure_time', Number.MAX_SAFE_INTEGER, third)).to.deep.equal([
        later,
        ...equal,
        earlier,
      ]);
    }
  });

  it('trip search over several routes returns the trips of all routes in one common order', async () => {
    const make = async (to: string, hours: number) =>
      (await aTrip(engine(), { from: 'Pokhara', to, departsAt: hoursAfter(START, hours) })).id;
    const [a, b] = [await make('Butwal', 4), await make('Ilam', 3)];
    const [c, d] = [await make('Butwal', 1), await make('Dharan', 2)];
    expect(await ids({ origin: 'Pokhara', limit: 3 })).to.deep.equal([c, d, b]);
    expect(await ids({ origin: 'Pokhara' })).to.deep.equal([c, d, b, a]);
    expect(await ids({ destination: 'butwal' })).to.deep.equal([c, a]);
  });

  it('trip search finds the same trips as a simple filter over a list of all trips', async function () {
    this.timeout(300_000);
    const CITIES = ['Kathmandu', 'Pokhara', 'Butwal'];
    const TYPES = ['DELUXE', 'SOFA'];
    const buses = [await aBus(engine(), { type: 'DELUXE' }), await aBus(engine(), { type: 'SOFA', seats: 12 })];
    const trips: {
      id: TripId;
      from: string;
      to: string;
      type: string;
      hours: number;
      fare: number;
      onSale: boolean;
    }[] = [];
    for (let index = 0; index < 60; index += 1) {
      const [from, to] = [CITIES[index % 3]!, CITIES[(index + 1 + ((index >> 4) % 2)) % 3]!];
      const [hours, fare] = [(index * 7) % 20, 500 + 100 * ((index * 5) % 9)];
      const onSale = index % 11 > 0;
      const { id } = await aTrip(engine(), {
        from,
        to,
        busId: buses[index % 2]!,
        departsAt: hoursAfter(START, hours),
        fare: paisa(fare),
        status: onSale ? 'ACTIVE' : 'CANCELLED',
      });
      trips.push({ id, from, to, type: TYPES[index % 2]!, hours, fare, onSale });
    }
    const maybe = <Value>(value: fc.Arbitrary<Value>) => fc.option(value, { nil: undefined });
    const wishes = fc.record({
      origin: maybe(fc.constantFrom(...CITIES)),
      destination: maybe(fc.constantFrom(...CITIES)),
      busType: maybe(fc.constantFrom(...TYPES)),
      minFare: maybe(fc.integer({ min: 400, max: 1_400 })),
      maxFare: maybe(fc.integer({ min: 400, max: 1_400 })),
      start: fc.integer({ min: 0, max: 20 }),
      end: maybe(fc.integer({ min: 0, max: 21 })),
      order: fc.constantFrom<TripOrder>('fare', '-fare', 'departure_time', '-departure_time'),
      last: maybe(fc.nat({ max: 40 })),
      limit: fc.integer({ min: 1, max: 70 }),
    });
    // A search from a city to itself is refused.
    const possible = wishes.filter(({ origin, destination }) => origin === undefined || origin !== destination);
    await fc.assert(
      fc.asyncProperty(
        possible,
        async ({ origin, destination, busType, minFare, maxFare, start, end, order, last, limit }) => {
          const sign = order.startsWith('-') ? -1 : 1;
          const naive = trips
            .filter(
              (trip) =>
                trip.onSale &&
                (origin ?? trip.from) === trip.from &&
                (destination ?? trip.to) === trip.to &&
                (busType ?? trip.type) === trip.type &&
                trip.fare >= (minFare ?? 0) &&
                trip.fare <= (maxFare ?? Infinity) &&
                trip.hours >= start &&
                trip.hours < (end ?? Infinity),
            )
            .sort(
              (one, other) =>
                sign * (order.endsWith('fare') ? one.fare - other.fare : one.hours - other.hours) || one.id - other.id,
            );
          const shown = last === undefined ? undefined : naive[last];
          const after = shown && {
            id: shown.id,
            sortKey: order.endsWith('fare') ? shown.fare : hoursAfter(START, shown.hours),
          };
          const found = await ids({
            ...(origin && { origin }),
            ...(destination && { destination }),
            ...(busType && { busType }),
            order,
            limit,
            ...(after && { after }),
            ...(minFare !== undefined && { minFare: paisa(minFare) }),
            ...(maxFare !== undefined && { maxFare: paisa(maxFare) }),
            departs: { start: hoursAfter(START, start), ...(end !== undefined && { end: hoursAfter(START, end) }) },
          });
          expect(found).to.deep.equal(
            naive
              .slice(after ? last! + 1 : 0)
              .slice(0, limit)
              .map(({ id }) => id),
          );
        },
      ),
      { numRuns: 150 },
    );
  });
});
