import { expect } from 'chai';
import type { Database } from '../../../adapters/knex/engine/database.ts';
import type { Part, Sql } from '../../../adapters/knex/engine/sql.ts';
import { knexViews } from '../../../adapters/knex/views.ts';
import type { KeptBus } from '../../../core/fleet/bus.ts';
import { paisa } from '../../../core/kernel/money.ts';
import type { Views } from '../../../core/stores.ts';
import { aBooking } from '../../support/bookings.ts';
import { type TripForTests, aTrip, seat } from '../../support/catalogue.ts';
import { START } from '../../support/clock.ts';
import { setTerms } from '../../support/companies.ts';
import { connectingUntil } from '../../support/connecting.ts';
import { type Engine, onEveryEngine } from '../../support/engines.ts';
import { redrawn } from '../../support/fleet.ts';
import { aPassengerId } from '../../support/people.ts';
import { postgresUrl } from '../../support/servers.ts';
import { faultOf } from '../../support/transactions.ts';

type Reading = Pick<Views, 'tripSearch' | 'seatMaps'>;

const search = ({ tripSearch }: Reading, origin: string) =>
  tripSearch.search({ origin, departs: { start: START }, order: 'departure_time', limit: 10 }, START);

/** All data of a trip that passengers see before they choose it. */
const seen = async (views: Reading, { id }: TripForTests) => ({
  found: [await search(views, 'Kathmandu'), await search(views, 'Phidim')],
  detail: await views.tripSearch.find(id, START),
  map: await views.seatMaps.view(id, undefined, START),
});

type Change = (engine: Engine, trip: TripForTests, database: Database) => Promise<unknown>;

const changed =
  (traits: Partial<KeptBus>): Change =>
  (engine, { busId }) =>
    engine.transact(async ({ buses }) => {
      await buses.update({ ...(await buses.lock(busId))!, ...traits });
    });

const redraw =
  (changes: { readonly isActive: boolean } | { readonly number: ReturnType<typeof seat> }): Change =>
  (engine, { busId }) =>
    engine.transact(async ({ buses }) => {
      const map = (await buses.seatMaps([busId])).get(busId)!;
      await buses.saveSeatMap(
        busId,
        redrawn(map, (one) => (one.number === 'A1' ? { ...one, ...changes } : one)),
      );
    });

const typed =
  (statement: string): Change =>
  (_engine, _trip, { knex }) =>
    knex.raw(statement);

const rated: Change = async (engine, { id: tripId }) => {
  const userId = await aPassengerId(engine);
  const { id: bookingId } = await aBooking(engine, { tripId, userId, status: 'COMPLETED' });
  const { operatorId } = (await engine.transact(({ trips }) => trips.find(tripId)))!.bus;
  const rating = { bookingId, userId, operatorId, stars: 4, review: '', issueFlag: false, issueNote: '' };
  await engine.transact(({ ratings }) => ratings.add(rating, START));
};

/** Changes of all data in the cache of trip search: by the office, by an import, and by SQL. */
const CHANGES: Readonly<Record<string, Change>> = {
  'a bus gets another name': changed({ name: 'Night Queen' }),
  'a bus gets another registration number': changed({ registrationNo: 'GA 9 PA 9' }),
  'a bus becomes another type': changed({ type: 'SOFA' }),
  'a bus offers something else': changed({ amenities: ['WIFI'] }),
  'a bus is rejected': changed({ approvalStatus: 'REJECTED' }),
  'a bus is put out of use': changed({ status: 'INACTIVE' }),
  'a bus is said to have more places': changed({ totalSeats: 44 }),
  'a bus loses its seat map': (engine, { busId }) => engine.transact(({ buses }) => buses.saveSeatMap(busId, null)),
  'a seat is put out of use': redraw({ isActive: false }),
  'a seat gets another number': redraw({ number: seat('Z9') }),
  'a company gets another name': typed(`update operators set company_name = 'Himal Yatayat'`),
  'a company has terms of its own': (engine, { id }) => setTerms(engine, id, { cancellationTiers: [] }),
  'a company is suspended': (engine, { id }) => setTerms(engine, id, { status: 'SUSPENDED' }),
  'a trip is rated': rated,
  'a city gets another name': (engine) =>
    engine.transact(async ({ catalogue, cities }) => {
      const [ilam] = await catalogue.saveCities(['Ilam']);
      await cities.change(ilam!, { name: 'Ilam Bazar', aliases: [] });
    }),
  'a city is spelt differently': typed(`update cities set city_name = 'KATHMANDU' where city_name = 'Kathmandu'`),
  'an import brings a city, a route and a bus': (engine) => aTrip(engine, { from: 'Phidim', fare: paisa(90_000) }),
  'a route is between other cities': typed(
    'update routes set source_city_id = destination_city_id, destination_city_id = source_city_id',
  ),
  'a seat is moved by hand': typed('update bus_seats set deck = 2'),
  'seats are taken away by hand': typed(`delete from bus_seats where seat_number = 'B2'`),
};

/** Calls `before` with the SQL text of each statement before the statement is sent. */
const telling = (read: Sql, before: (text: string) => Promise<unknown>): Sql => ({
  ...read,
  one: async <Row>(strings: TemplateStringsArray, ...parts: readonly Part[]) => {
    await before(parts.map((part) => (typeof part === 'object' ? (part?.text ?? '') : '')).join('') + strings.join(''));
    return read.one<Row>(strings, ...parts);
  },
});

const isLoad = (text: string): boolean => text.includes('operators');

onEveryEngine('the cache of trip search', (engine, database, kind) => {
  const connect = connectingUntil(after);
  let trip: TripForTests;
  let elsewhere: Reading;
  beforeEach(async () => {
    trip = await aTrip(engine(), { to: 'Ilam' });
    elsewhere = knexViews(kind === 'Postgres' ? connect(await postgresUrl()).read : database().read);
  });
  const fresh = (): Reading => knexViews(database().read);
  const rename = (name: string) => database().knex('buses').update({ bus_name: name });
  const names = async (views: Reading) => (await search(views, 'Kathmandu')).map(({ bus }) => bus.name);

  for (const [name, change] of Object.entries(CHANGES)) {
    it(`trip search shows at once in every process that ${name}`, async () => {
      const before = await seen(engine(), trip);
      expect(await seen(elsewhere, trip)).to.deep.equal(before);
      await change(engine(), trip, database());
      const now = await seen(fresh(), trip);
      expect(now).to.not.deep.equal(before);
      expect(await seen(engine(), trip)).to.deep.equal(now);
      expect(await seen(elsewhere, trip)).to.deep.equal(now);
    });
  }

  it('the cache of trip search is not loaded again when columns change that search does not show', async () => {
    let loads = 0;
    const views = knexViews(telling(database().read, async (text) => (loads += isLoad(text) ? 1 : 0)));
    await names(views);
    await database().knex('buses').update({ search_key: 'x', revision: 7 });
    await changed({})(engine(), trip, database());
    await Promise.all([names(views), names(views)]);
    expect(loads).to.equal(1);
  });

  it('the cache of trip search is loaded only once for all searches that wait for it', async () => {
    let loads = 0;
    const views = knexViews(telling(database().read, async (text) => (loads += isLoad(text) ? 1 : 0)));
    await Promise.all([names(views), names(views), names(views)]);
    expect(loads).to.equal(1);
  });

  it('a trip search starts again when its cache changes between loading and searching', async () => {
    let changes = 0;
    const views = knexViews(
      telling(database().read, async (text) => {
        if (!isLoad(text) && changes < 3) await rename(`Bus ${(changes += 1)}`);
      }),
    );
    expect(await names(views)).to.deep.equal(['Bus 3']);
  });

  it('a trip search is refused when its cache changes again and again', async () => {
    let changes = 0;
    const views = knexViews(telling(database().read, async () => rename(`Bus ${(changes += 1)}`)));
    expect(await faultOf(names(views))).to.include({ code: 'DATABASE_UNAVAILABLE' });
  });

  it('the cache of trip search is loaded again after the database was restored from a backup', async () => {
    const { knex } = database();
    const backup = await knex('catalogue_revision').select('revision').first<{ revision: number }>();
    await rename('Night Queen');
    expect([await names(engine()), await names(elsewhere)]).to.deep.equal([['Night Queen'], ['Night Queen']]);
    await rename('Bus 1');
    await knex('catalogue_revision').update(backup);
    await rename('Night King');
    expect([await names(engine()), await names(elsewhere)]).to.deep.equal([['Night King'], ['Night King']]);
  });

  it('the cache of trip search ignores a change that is not committed', async () => {
    const before = await names(engine());
    const changing = engine().transact(async ({ buses }) => {
      await buses.update({ ...(await buses.lock(trip.busId))!, name: 'Night Queen' });
      if (kind === 'Postgres') expect(await names(elsewhere)).to.deep.equal(before);
      throw new Error('changed my mind');
    });
    expect(await faultOf(changing)).to.have.property('message', 'changed my mind');
    expect(await names(elsewhere)).to.deep.equal(before);
    await rename('Night King');
    expect([await names(engine()), await names(elsewhere)]).to.deep.equal([['Night King'], ['Night King']]);
  });
});
