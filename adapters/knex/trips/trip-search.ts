import type { RouteId } from '../../../core/catalogue/catalogue.ts';
import type { CityId } from '../../../core/kernel/ids.ts';
import type { Instant } from '../../../core/kernel/time.ts';
import { type CityRepo, byCityName } from '../../../core/trips/city.ts';
import { CITY_COLUMNS, type CityRow, toCity } from './cities.ts';
import { sameCity } from '../../../core/trips/refusals.ts';
import type { TripFilter, TripListing, TripOrder, TripSearch } from '../../../core/trips/ports.ts';
import { pointKey } from '../../../core/trips/points.ts';
import { toPoints } from './planned-trips.ts';
import { byName, placesNamed } from './point-places.ts';
import { type Fragment, type Sql, fragment, jsonRows, raw } from '../engine/sql.ts';
import { type Catalogue, type CatalogueRoute, cityNamed, known, routeOf } from './catalogue.ts';
import type { ByCatalogue } from './kept-catalogue.ts';
import { sortKeyOf } from '../../../core/trips/search-trips.ts';
import { isSameSection } from '../../../core/trips/sections.ts';
import { type SectionTable, takenOnSection } from './section-seats.ts';
import { conditions, ON_SALE, ORDER, sortKeyIn, withBus } from './search-conditions.ts';
import {
  BOARDING_POINTS,
  DROPPING_POINTS,
  isUncounted,
  listing,
  type More,
  NOTHING,
  OF_WHOLE_ROADS,
  roadOf,
  routeIn,
  type Row,
  rowColumns,
  SECTION_OF_PART,
  SECTION_SELECTED,
  SELECTED,
} from './search-rows.ts';
import { NO_STOPS, type RoadRow, hasStops } from './road.ts';
import { seatsBlocked, seatsTaken } from './seats-left.ts';

/*
 * A search reads one index and counts seats; shared data of trips, such as their buses, is cached. The search first
 * picks the keys of the few trips that it will show. Only the free seats of these trips are counted. The keys come from
 * an index in their final order, so the number of trips does not matter. The index is `schedules (route_id,
 * departure_time, id)` for each route between the requested cities. Without a city it is `schedules (departure_time,
 * id)`.
 */

interface Answer {
  readonly revision: number;
  /** Whether the route has sections of longer trips. Read for searches between two cities only. */
  readonly has_sections?: boolean;
  /**
   * The road (stops and fares) that the statement was built with. A row contains stops and fares only if they differ
   * from it.
   */
  readonly expected: RoadRow;
  readonly rows: readonly Row[];
}

const NO_TRIPS = raw('select revision, null as trips from catalogue_revision');

/** Selects the first trips on sale in the order of the search, either of all schedules or of one route. */
const first = (sql: Sql, filter: TripFilter, ofRoute = raw('')): Fragment => fragment`
  select s.id, s.departure_time, s.fare_paisa from schedules s ${withBus(sql)}
  where ${conditions(filter)} ${ofRoute} order by ${ORDER[filter.order]} limit ${filter.limit}`;

/** Selects the first trips from or to a city, out of the first trips of each route `r`. */
function firstByRoute(sql: Sql, end: Fragment, filter: TripFilter): Fragment {
  const ofEach = first(sql, filter, raw('and s.route_id = r.id'));
  const firsts =
    sql.dialect === 'postgres'
      ? fragment`cross join lateral (${ofEach}) as s`
      : fragment`join schedules s on s.id in (select id from (${ofEach}))`;
  return fragment`
    select s.id from routes r ${firsts} where ${end} order by ${ORDER[filter.order]} limit ${filter.limit}`;
}

interface Shown {
  /**
   * The road (stops and fares) that most trips are expected to have. If this road has no stops, taken seats are not
   * counted for trips with stops.
   */
  readonly expected: RoadRow;
  /** The table with the columns of sections. Undefined if only whole trips are read. */
  readonly sections?: SectionTable | undefined;
  readonly more?: More;
}

/** Columns of trips `s`, in one row with the revision of the catalogue. Rows come in no particular order. */
function shown(sql: Sql, trips: Fragment, now: Instant, { expected, sections, more = 'nothing' }: Shown): Fragment {
  const taken =
    hasStops(expected) || sections
      ? takenOnSection(now, sections)
      : fragment`case when s.stops = '[]' then ${seatsTaken(now)} end`;
  const rows = fragment`(
    select ${SELECTED[more]} ${sections ? SECTION_SELECTED[sections] : NOTHING},
      nullif(s.stops, ${expected.stops}) as other_stops, nullif(s.fares, ${expected.fares}) as other_fares,
      ${taken} as seats_taken, ${seatsBlocked(now)} as withheld
    from ${trips}) as s`;
  return fragment`
    select revision, ${jsonRows(sql.dialect, [rowColumns(sql.dialect, more, sections)], rows)} as trips
    from catalogue_revision`;
}

/** The trips whose keys `picks` selects. SQLite keeps the order of a cross join. */
const picked = (sql: Sql, picks: Fragment): Fragment => fragment`
  (${picks}) as pick ${raw(sql.dialect === 'sqlite' ? 'cross join' : 'join')} schedules s on s.id = pick.id ${withBus(sql)}`;

/**
 * Selects the trips of one route. Nearly every search is ordered by departure. The index yields the rows in that order,
 * so keys need not be picked first.
 */
const ofRoute = (sql: Sql, route: RouteId, filter: TripFilter): Fragment =>
  filter.order === 'departure_time'
    ? fragment`schedules s ${withBus(sql)} where s.route_id = ${route} and ${conditions(filter)}
        order by ${ORDER[filter.order]} limit ${filter.limit}`
    : picked(sql, first(sql, filter, fragment`and s.route_id = ${route}`));

/**
 * Selects the first whole trips and sections between the cities of one route. Whole trips and sections are each read
 * from their own index, in the order of the search.
 */
function firstWithSections(sql: Sql, route: RouteId, filter: TripFilter): Fragment {
  const { order, limit } = filter;
  const by = order.startsWith('-') ? raw('desc') : raw('');
  const [trips, sections] = [sortKeyIn('s', order), sortKeyIn('part', order)];
  return fragment`
    select * from (
      select s.id, ${OF_WHOLE_ROADS}, ${trips} as sort_key from schedules s ${withBus(sql)}
      where s.route_id = ${route} and ${conditions(filter)} order by ${trips} ${by}, s.id limit ${limit}) as whole
    union all
    select * from (
      select part.schedule_id as id, ${SECTION_OF_PART}, ${sections} as sort_key
      from trip_sections as part ${raw(sql.dialect === 'sqlite' ? 'cross join' : 'join')} schedules s on s.id = part.schedule_id
      ${withBus(sql)}
      where part.route_id = ${route} and ${conditions(filter, 'part')}
      order by ${sections} ${by}, part.schedule_id limit ${limit}) as sections
    order by sort_key ${by}, id limit ${limit}`;
}

/** Selects whole trips for a search that does not name both cities. Undefined if the named city does not exist. */
function wholeRoads(sql: Sql, catalogue: Catalogue, filter: TripFilter): Fragment | undefined {
  const { origin, destination } = filter;
  if (origin === undefined && destination === undefined) return picked(sql, first(sql, filter));
  const city = cityNamed(catalogue, origin ?? destination);
  const end = raw(origin === undefined ? 'r.destination_city_id' : 'r.source_city_id');
  return city === undefined ? undefined : picked(sql, firstByRoute(sql, fragment`${end} = ${city}`, filter));
}

interface Found extends Omit<Answer, 'expected' | 'rows'> {
  /** An array of Row as JSON. Null if Postgres finds no trip. */
  readonly trips: string | null;
}

async function ask(sql: Sql, statement: Fragment, expected = NO_STOPS): Promise<Answer> {
  const found = await sql.one<Found>`${statement}`;
  if (!found) throw new Error('The catalogue has no revision.');
  const { trips, ...answer } = found;
  return { ...answer, expected, rows: trips === null ? [] : (JSON.parse(trips) as Row[]) };
}

/**
 * Queries with the road (stops and fares) that the last search found. If that road has no stops but a found trip has
 * some, queries again with that trip's road. The second query also counts seats of trips with stops. A statement for
 * trips without stops is shorter, and its text is a good part of its cost.
 */
async function askByRoad(
  met: Pick<CatalogueRoute, 'usualRoad'>,
  asking: (expected: RoadRow) => Promise<Answer>,
): Promise<Answer> {
  const answer = await asking(met.usualRoad);
  const last = answer.rows.map((row) => roadOf(row, answer.expected)).findLast(hasStops);
  if (last) met.usualRoad = last;
  return answer.rows.some(isUncounted) ? asking(met.usualRoad) : answer;
}

const moreOf = ({ points }: TripFilter): More => (points === true ? 'boarding' : 'nothing');

/** Orders whole trips and sections together. */
function inOrder(order: TripOrder): (one: TripListing, other: TripListing) => number {
  const sign = order.startsWith('-') ? -1 : 1;
  return (one, other) => sign * (sortKeyOf(order, one) - sortKeyOf(order, other)) || one.id - other.id;
}

export const knexTripSearch = (read: Sql, byCatalogue: ByCatalogue): TripSearch => {
  /**
   * Routes for which a search has found sections of longer trips. For other routes a shorter statement is tried first.
   */
  const withSections = new Set<RouteId>();
  const met = { search: { usualRoad: NO_STOPS }, find: { usualRoad: NO_STOPS } };

  async function between(route: RouteId, filter: TripFilter, now: Instant, expected: RoadRow): Promise<Answer> {
    const more = moreOf(filter);
    if (!withSections.has(route)) {
      const statement = shown(read, ofRoute(read, route, filter), now, { expected, more });
      const answer = await ask(
        read,
        fragment`select found.*, exists (select 1 from trip_sections where route_id = ${route}) as has_sections
          from (${statement}) as found`,
        expected,
      );
      if (!answer.has_sections) return answer;
      withSections.add(route);
    }
    const trips = picked(read, firstWithSections(read, route, filter));
    return ask(read, shown(read, trips, now, { expected, sections: 'pick', more }), expected);
  }

  return {
    async search(filter, now) {
      const { origin, destination, order } = filter;
      const { found, catalogue } = await byCatalogue((present) => {
        if (origin === undefined || destination === undefined) {
          const trips = wholeRoads(read, present, filter);
          if (!trips) return ask(read, NO_TRIPS);
          return askByRoad(met.search, (expected) =>
            ask(read, shown(read, trips, now, { expected, more: moreOf(filter) }), expected),
          );
        }
        const route = routeOf(present, origin, destination);
        if (route === undefined || route === 'same city') return ask(read, NO_TRIPS);
        return askByRoad(known(present.routes, route), (expected) => between(route, filter, now, expected));
      });
      if (routeOf(catalogue, origin, destination) === 'same city') throw sameCity();
      return found.rows.map((row) => listing(catalogue, row, found.expected, now)).sort(inOrder(order));
    },

    async find(id, now, section) {
      const part = section
        ? fragment`left join trip_sections as part
          on part.schedule_id = s.id and part.from_stop = ${section.from} and part.to_stop = ${section.to}`
        : raw('');
      const trip = fragment`schedules s ${withBus(read)} ${part} where s.id = ${id} and ${ON_SALE}`;
      const sections = section && 'part';
      const { found, catalogue } = await byCatalogue(() =>
        askByRoad(met.find, (expected) =>
          ask(read, shown(read, trip, now, { expected, sections, more: 'points' }), expected),
        ),
      );
      const [row] = found.rows;
      const detail = row && listing(catalogue, row, found.expected, now);
      if (!detail || (section && !isSameSection(section, detail.section))) return undefined;
      const boardingPoints = toPoints(row[BOARDING_POINTS] ?? '[]');
      const droppingPoints = toPoints(row[DROPPING_POINTS]);
      const { sourceCityId, destinationCityId } = known(catalogue.routes, routeIn(row));
      const keys = [...boardingPoints, ...droppingPoints].map(({ name }) => pointKey(name));
      const places = await placesNamed(read, detail.operator.id, [sourceCityId, destinationCityId], keys);
      const placesIn = (city: CityId) => byName(places.filter(([, of]) => of === city));
      return {
        ...detail,
        boardingPoints,
        droppingPoints,
        places: { boarding: placesIn(sourceCityId), dropping: placesIn(destinationCityId) },
        cancellationTiers: known(catalogue.buses, detail.bus.id).cancellationTiers,
      };
    },
  };
};

/** Reads cities from `cities`. Sorted in this code, because each database has its own order of letters. */
export const knexCities = (read: Sql): CityRepo => ({
  async all() {
    const rows = await read.rows<CityRow>`select ${CITY_COLUMNS} from cities`;
    return rows.map(toCity).sort(byCityName);
  },
});
