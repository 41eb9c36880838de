import type { RouteId } from '../../../core/catalogue/catalogue.ts';
import type { BusId, CityId, TripId } from '../../../core/kernel/ids.ts';
import type { Paisa } from '../../../core/kernel/money.ts';
import type { Instant } from '../../../core/kernel/time.ts';
import { type CityRepo, byCityName, cityKey, routeKey } from '../../../core/trips/city.ts';
import type { SearchPosition, TripFilter, TripListing, TripOrder, TripSearch } from '../../../core/trips/ports.ts';
import { toPoints } from './planned-trips.ts';
import { toRoad } from './road.ts';
import { type Fragment, type Sql, fragment, joined, jsonRows, raw } from '../engine/sql.ts';
import { type Catalogue, known } from './catalogue.ts';
import type { ByCatalogue } from './kept-catalogue.ts';
import { seatsTaken } from './seats-left.ts';

/*
 * A search reads one index and counts seats; shared data of trips, such as their buses, is cached. The search first
 * picks the keys of the few trips that it will show. Then it counts their free seats only.
 *
 * The keys come from an index in their final order, so a search takes the same time however many trips there are. The
 * index is `schedules (route_id, departure_time, id)` for each route between the requested cities. Without a city it is
 * `schedules (departure_time, id)`.
 */

/** A trip on sale, as a JSON array. The last four values are read for a single trip only. */
type Row = [
  id: TripId,
  bus: BusId,
  route: RouteId,
  departsAt: Instant,
  arrivesAt: Instant,
  fare: Paisa,
  seatsTaken: number,
  boardingPoints: string,
  droppingPoints: string,
  stops: string,
  fares: string,
];

const COLUMNS = ['id', 'bus_id', 'route_id', 'departure_time', 'arrival_time', 'fare_paisa'];
const DETAILS = ['boarding_points', 'dropping_points', 'stops', 'fares'];

interface Answer {
  readonly revision: number;
  /** An array of Row; null if Postgres finds none. */
  readonly trips: string | null;
}

const NO_TRIPS = raw('select revision, null as trips from catalogue_revision');

function listing({ buses, routes }: Catalogue, [id, bus, route, departsAt, arrivesAt, fare, taken]: Row): TripListing {
  const { shown, seats } = known(buses, bus);
  const { sourceCity, destinationCity } = known(routes, route);
  return {
    id,
    sourceCity,
    destinationCity,
    departsAt,
    arrivesAt,
    fare,
    status: 'ACTIVE',
    seatsLeft: Math.max(0, seats - taken),
    bus: shown.bus,
    operator: shown.operator,
    ratingSum: shown.ratingSum,
    ratingCount: shown.ratingCount,
  };
}

/**
 * Joins the bus of each schedule `s` by its key. Otherwise either database might start from the buses, or hash all of
 * them.
 */
const withBus = ({ dialect }: Pick<Sql, 'dialect'>): Fragment =>
  raw(
    dialect === 'postgres'
      ? 'cross join lateral (select * from buses where buses.id = s.bus_id offset 0) as b'
      : 'cross join buses as b on b.id = s.bus_id',
  );

/** Condition that a schedule `s` on a bus `b` is on sale. */
const ON_SALE = raw(`s.status = 'ACTIVE' and s.papers_ok
  and b.approval_status = 'APPROVED' and b.status = 'ACTIVE' and b.company_active`);

const ORDER: Readonly<Record<TripOrder, Fragment>> = {
  departure_time: raw('s.departure_time, s.id'),
  '-departure_time': raw('s.departure_time desc, s.id'),
  fare: raw('s.fare_paisa, s.id'),
  '-fare': raw('s.fare_paisa desc, s.id'),
};

/**
 * The filter, narrowed to where the search continues, so that reading the index starts at that point. Trips with the
 * same sort key as the last shown trip are still inside. `behind` leaves out those already shown, by their ids.
 */
function narrowed(filter: TripFilter): TripFilter {
  const { after, order, departs, minFare = -Infinity, maxFare = Infinity } = filter;
  if (!after) return filter;
  const key = after.sortKey;
  switch (order) {
    case 'departure_time':
      return { ...filter, departs: { ...departs, start: Math.max(departs.start, key) as Instant } };
    case '-departure_time':
      return { ...filter, departs: { ...departs, end: Math.min(departs.end ?? Infinity, key + 1) as Instant } };
    case 'fare':
      return { ...filter, minFare: Math.max(minFare, key) as Paisa };
    case '-fare':
      return { ...filter, maxFare: Math.min(maxFare, key) as Paisa };
  }
}

const SORT_KEY: Readonly<Record<TripOrder, Fragment>> = {
  departure_time: raw('s.departure_time'),
  '-departure_time': raw('s.departure_time'),
  fare: raw('s.fare_paisa'),
  '-fare': raw('s.fare_paisa'),
};

const behind = ({ sortKey, id }: SearchPosition, order: TripOrder): Fragment =>
  fragment`(${SORT_KEY[order]} <> ${sortKey} or s.id > ${id})`;

function conditions(filter: TripFilter): Fragment {
  const { departs, busType, minFare, maxFare, after, order } = narrowed(filter);
  return joined(
    [
      ON_SALE,
      raw('s.departed_at is null'),
      ...(busType === undefined ? [] : [fragment`b.bus_type = ${busType}`]),
      fragment`s.departure_time >= ${departs.start}`,
      ...(departs.end === undefined ? [] : [fragment`s.departure_time < ${departs.end}`]),
      ...(minFare === undefined ? [] : [fragment`s.fare_paisa >= ${minFare}`]),
      ...(maxFare === undefined ? [] : [fragment`s.fare_paisa <= ${maxFare}`]),
      ...(after === undefined ? [] : [behind(after, order)]),
    ],
    ' and ',
  );
}

/** The first trips on sale, of all schedules or of one route. */
const first = (sql: Sql, filter: TripFilter, ofRoute = raw('')): Fragment => fragment`
  select s.id, s.departure_time, s.fare_paisa from schedules s ${withBus(sql)}
  where ${conditions(filter)} ${ofRoute} order by ${ORDER[filter.order]} limit ${filter.limit}`;

/** The first trips of each route `r` from or to a city, and the first of them overall. */
function firstByRoute(sql: Sql, end: Fragment, filter: TripFilter): Fragment {
  const ofEach = first(sql, filter, raw('and s.route_id = r.id'));
  const firsts =
    sql.dialect === 'postgres'
      ? fragment`cross join lateral (${ofEach}) as s`
      : fragment`join schedules s on s.id in (select id from (${ofEach}))`;
  return fragment`
    select s.id from routes r ${firsts} where ${end} order by ${ORDER[filter.order]} limit ${filter.limit}`;
}

const columnsOf = (names: readonly string[]): readonly Fragment[] => names.map((name) => raw(`s.${name}`));

/** Columns of trips `s`, in one row with the revision of the catalogue. */
function shown(sql: Sql, trips: Fragment, now: Instant, order: Fragment, more: readonly string[] = []): Fragment {
  const [stored, others] = [columnsOf(COLUMNS), columnsOf(more)];
  const rows = fragment`(select ${joined([...stored, ...others], ', ')}, ${seatsTaken(now)} as seats_taken from ${trips}) as s`;
  return fragment`
    select revision, ${jsonRows(sql.dialect, [...stored, raw('s.seats_taken'), ...others], rows, order)} as trips
    from catalogue_revision`;
}

/** The picked trips, of all routes or of some. SQLite keeps the order of a cross join. */
const picked = (sql: Sql, picks: Fragment): Fragment => fragment`
  (${picks}) as pick ${raw(sql.dialect === 'sqlite' ? 'cross join' : 'join')} schedules s on s.id = pick.id ${withBus(sql)}`;

/**
 * The trips of one route, in the order of departure if the search uses it. Nearly every search does. Then the index
 * yields the rows as they are shown, so keys need not be picked first.
 */
const ofRoute = (sql: Sql, route: RouteId, filter: TripFilter): Fragment =>
  filter.order === 'departure_time'
    ? fragment`schedules s ${withBus(sql)} where s.route_id = ${route} and ${conditions(filter)}
        order by ${ORDER[filter.order]} limit ${filter.limit}`
    : picked(sql, first(sql, filter, fragment`and s.route_id = ${route}`));

/** The trips of the filter; undefined if there is no such city or route. */
function sought(sql: Sql, { cities, routesBetween }: Catalogue, filter: TripFilter): Fragment | undefined {
  const { origin, destination } = filter;
  if (origin === undefined && destination === undefined) return picked(sql, first(sql, filter));
  const [source, target] = [origin, destination].map((name) => name !== undefined && cities.get(cityKey(name)));
  if (source === undefined || target === undefined) return undefined;
  if (source === false) return picked(sql, firstByRoute(sql, fragment`r.destination_city_id = ${target}`, filter));
  if (target === false) return picked(sql, firstByRoute(sql, fragment`r.source_city_id = ${source}`, filter));
  const route = routesBetween.get(routeKey(source, target));
  return route && ofRoute(sql, route, filter);
}

async function ask(sql: Sql, statement: Fragment): Promise<Answer> {
  const answer = await sql.one<Answer>`${statement}`;
  if (!answer) throw new Error('The catalogue has no revision.');
  return answer;
}

const rowsIn = ({ trips }: Answer): readonly Row[] => (trips === null ? [] : (JSON.parse(trips) as Row[]));

export const knexTripSearch = (read: Sql, byCatalogue: ByCatalogue): TripSearch => ({
  async search(filter, now) {
    const { found, catalogue } = await byCatalogue((present) => {
      const trips = sought(read, present, filter);
      return ask(read, trips ? shown(read, trips, now, ORDER[filter.order]) : NO_TRIPS);
    });
    return rowsIn(found).map((row) => listing(catalogue, row));
  },

  async find(id, now) {
    const trip = fragment`schedules s ${withBus(read)} where s.id = ${id} and ${ON_SALE}`;
    const statement = shown(read, trip, now, ORDER.departure_time, DETAILS);
    const { found, catalogue } = await byCatalogue(() => ask(read, statement));
    const [row] = rowsIn(found);
    if (!row) return undefined;
    const [, bus, , , , , , boardingPoints, droppingPoints, stops, fares] = row;
    const listed = listing(catalogue, row);
    const road = toRoad({ stops, fares });
    const between = road.stops.map(({ cityId }) => known(catalogue.cityNames, cityId));
    return {
      ...listed,
      ...road,
      stopCities: [listed.sourceCity, ...between, listed.destinationCity],
      boardingPoints: toPoints(boardingPoints),
      droppingPoints: toPoints(droppingPoints),
      cancellationTiers: known(catalogue.buses, bus).cancellationTiers,
    };
  },
});

/** Rows of `cities`. Sorted in this code, because each database has its own order of letters. */
export const knexCities = (read: Sql): CityRepo => ({
  async all() {
    const rows = await read.rows<{ id: CityId; city_name: string }>`select id, city_name from cities`;
    return rows.map((row) => ({ id: row.id, name: row.city_name })).sort(byCityName);
  },
});
