import pg from 'pg';
import { type Database, connectDatabase } from '../adapters/knex/engine/database.ts';
import { migrate } from '../adapters/knex/schema/migrate.ts';
import { knexTransact } from '../adapters/knex/stores.ts';
import { knexViews } from '../adapters/knex/views.ts';
import { storeNeeds } from '../app/storage.ts';
import type { CityId, SeatNumber, TripId, UserId } from '../core/kernel/ids.ts';
import { paisa } from '../core/kernel/money.ts';
import { type Instant, daysAfter } from '../core/kernel/time.ts';
import { lockSeats } from '../core/seats/lock-seats.ts';
import type { PlannedTrip } from '../core/trips/planned-trips.ts';
import type { Section } from '../core/trips/sections.ts';
import type { Bed } from './bed.ts';
import { type Bench, median } from './bench.ts';
import { type Generated, citiesOf, generate } from './generate.ts';
import { below } from './stages.ts';
import { atMost } from './table.ts';
import { aWorld } from '../test/support/world.ts';

/*
 * Measures how much slower trips with stops are. Runs use cases on trips with stops in between, and the same use cases
 * on trips without. The two kinds take turns call by call, so that the noise of a shared machine affects both.
 */

const TRIPS = 2_000;
const CALLS = 1_000;
/**
 * The number of stops between origin and destination. `search`: on every trip while searches are measured. `hold`: on
 * the trips whose seats are held.
 */
const STOPS = { search: 5, hold: 10 };
/** The most time that a call may take with stops, divided by its time without stops. */
const MOST = { hold: 2, search: 1.3 };
const RESULTS = 20;
/** The number of trips that one transaction changes. */
const BATCH = 100;

/** A database whose trips all have stops in between, or all have none. */
interface Side {
  readonly database: Database;
  readonly generated: Generated;
  readonly passengers: readonly UserId[];
}

/** Measures holds, searches and seat maps with and without stops. Makes a database for each. */
export async function measureSections(bench: Bench, database: Bed['database'], url: string): Promise<void> {
  const [plain, stopping] = [await aSide(`${url}_plain`), await aSide(`${url}_stops`)];
  const calls = bench.tiny ? 20 : CALLS;
  await giveStops(stopping, TRIPS, STOPS.search);
  const [search, searched] = await inTurn(calls, searching(plain, 'whole'), searching(stopping, 'whole'));
  const [, between] = await inTurn(calls, searching(plain, 'whole'), searching(stopping, 'section'));
  const [map, mapped] = await inTurn(calls, viewing(plain, undefined), viewing(stopping, { from: 1, to: 3 }));
  await giveStops(stopping, Math.min(TRIPS, calls + 1), STOPS.hold);
  const [hold, held] = await inTurn(calls, holding(plain, undefined), holding(stopping, { from: 3, to: 7 }));

  const of = (milliseconds: number): string => `${milliseconds.toFixed(2)} ms`;
  const line = (name: string, without: number, with_: number, most?: number, note?: string): void => {
    const ratio = with_ / without;
    bench.lines.push({
      database,
      name,
      aims: most === undefined ? [] : [atMost('with / without', ratio, most, { decimals: 2 })],
      note: `${of(with_)}, without stops ${of(without)}${note === undefined ? '' : `; ${note}`}`,
    });
    bench.say(`  ${name}: ${of(with_)}, without stops ${of(without)}: ${ratio.toFixed(2)}`);
  };
  line(`hold 2 seats on a section, ${STOPS.hold} stops between`, hold, held, MOST.hold);
  line(`search by both cities, ${STOPS.search} stops on every trip`, search, searched, MOST.search);
  line(`search between two stops, ${STOPS.search} stops on every trip`, search, between);
  line(`seat map of a section, ${STOPS.search} stops between`, map, mapped);
  for (const side of [plain, stopping]) await side.database.close();
}

/** Makes the two calls in turn. Returns the median time of each, in milliseconds. */
async function inTurn(
  calls: number,
  one: (call: number) => Promise<unknown>,
  other: (call: number) => Promise<unknown>,
): Promise<readonly [number, number]> {
  const took: readonly [number[], number[]] = [[], []];
  for (let call = 0; call < calls; call += 1)
    for (const [index, work] of [one, other].entries()) {
      const began = performance.now();
      await work(call);
      took[index]?.push(performance.now() - began);
    }
  return [median(took[0]), median(took[1])];
}

async function aSide(url: string): Promise<Side> {
  if (url.startsWith('postgres')) await createDatabase(url);
  const database = connectDatabase(url, { unhurried: true });
  await migrate(database.knex);
  const generated = await generate(database, TRIPS, Date.now());
  await database.transaction(
    (sql) => sql.changes`
      with recursive n (i) as (select 0 union all select i + 1 from n where i < cast(${CALLS - 1} as integer))
      insert into users (role, full_name, email, password_hash, email_verified, status, avatar_color, created_at)
      select 'PASSENGER', 'Passenger ' || i, 'passenger' || i || '@example.com', '!', true, 'ACTIVE', '#0f766e', 0 from n`,
  );
  const rows = await database.read.rows<{ id: UserId }>`select id from users where role = 'PASSENGER' order by id`;
  await database.knex.raw('analyze');
  return { database, generated, passengers: rows.map(({ id }) => id) };
}

async function createDatabase(url: string): Promise<void> {
  const there = new URL(url);
  const name = pg.escapeIdentifier(there.pathname.slice(1));
  there.pathname = '/postgres';
  const client = new pg.Client({ connectionString: there.href });
  await client.connect();
  await client.query(`drop database if exists ${name} with (force)`);
  await client.query(`create database ${name}`);
  await client.end();
}

const stopName = (stop: number): string => `Stop ${stop}`;

/** Gives the first trips stops between origin and destination, and puts every section on sale. */
async function giveStops({ database }: Side, trips: number, count: number): Promise<void> {
  const transact = knexTransact(database, storeNeeds());
  const cities = await transact(({ catalogue }) =>
    catalogue.saveCities(Array.from({ length: count }, (_, index) => stopName(index + 1))),
  );
  const stops = cities.map((cityId: CityId, index) => ({ cityId, arrives: 35 * index + 30, departs: 35 * index + 35 }));
  const sections = Array.from({ length: count + 1 }, (_, from) =>
    Array.from({ length: count + 1 - from }, (_ignored, more) => ({ from, to: from + 1 + more })),
  ).flat();
  const fares = sections
    .filter(({ from, to }) => to - from <= count)
    .map((section) => ({ ...section, fare: paisa(10_000 * (section.to - section.from)) }));
  for (let first = 1; first <= trips; first += BATCH)
    await transact(async ({ plannedTrips }) => {
      const changed: PlannedTrip[] = [];
      for (let id = first; id < first + BATCH && id <= trips; id += 1) {
        const trip = await plannedTrips.lock(id as TripId);
        if (trip) changed.push({ ...trip, stops, fares });
      }
      await plannedTrips.save(changed);
    });
  await database.knex.raw('analyze');
}

/**
 * Searches a random day. `whole` searches between the ends of a random route, `section` between two stops that every
 * trip has.
 */
function searching({ database, generated }: Side, what: 'whole' | 'section'): () => Promise<void> {
  const { tripSearch } = knexViews(database.read);
  return async () => {
    const cities =
      what === 'whole' ? citiesOf(below(generated.routes)) : { origin: stopName(1), destination: stopName(3) };
    const start = daysAfter(generated.firstDay as Instant, below(generated.days));
    const found = await tripSearch.search(
      { ...cities, departs: { start, end: daysAfter(start, 1) }, order: 'departure_time', limit: RESULTS },
      Date.now() as Instant,
    );
    if (found.length === 0) throw new Error('The search found nothing.');
  };
}

function viewing({ database }: Side, section: Section | undefined): () => Promise<void> {
  const { seatMaps } = knexViews(database.read);
  return async () => {
    const trip = (1 + below(TRIPS)) as TripId;
    if (!(await seatMaps.view(trip, undefined, Date.now() as Instant, section))) throw new Error('There is no map.');
  };
}

/** Holds two seats, in each call on another trip and for another passenger. */
function holding({ database, passengers }: Side, section: Section | undefined): (call: number) => Promise<void> {
  const lock = lockSeats({
    ...aWorld,
    clock: () => Date.now() as Instant,
    transact: knexTransact(database, storeNeeds()),
    seatLockMinutes: 10,
    rateLimit: true,
  });
  return async (call) => {
    const passenger = passengers[call % passengers.length];
    if (passenger === undefined) throw new Error('There is no passenger.');
    const { granted } = await lock(passenger, (1 + call) as TripId, ['S1', 'S2'] as SeatNumber[], section);
    if (granted.length < 2) throw new Error('The seats were not free.');
  };
}
