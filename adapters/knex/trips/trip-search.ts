import type { RouteId } from '../../../core/catalogue/catalogue.ts';
import type { CityId } from '../../../core/kernel/ids.ts';
import type { Instant } from '../../../core/kernel/time.ts';
import { type CityRepo, byCityName, cityKey } from '../../../core/trips/city.ts';
import type { TripFilter, TripListing, TripOrder, TripSearch } from '../../../core/trips/ports.ts';
import { toPoints } from './planned-trips.ts';
import { toRoad } from './road.ts';
import { type Fragment, type Sql, fragment, joined, jsonRows, raw } from '../engine/sql.ts';
import { type Catalogue, known, routeOf } from './catalogue.ts';
import type { ByCatalogue } from './kept-catalogue.ts';
import { isSameSection } from '../../../core/trips/sections.ts';
import { takenOnSections } from './section-seats.ts';
import { conditions, ON_SALE, ORDER, sortKeyIn, withBus } from './search-conditions.ts';
import {
  BOARDING_POINTS,
  COLUMNS,
  DETAILS,
  DROPPING_POINTS,
  FARES,
  listing,
  ROUTE,
  type Row,
  SEATS_TAKEN,
  SECTION,
  STOPS,
} from './search-rows.ts';
import { seatsTaken } from './seats-left.ts';

/*
 * A search reads one index and counts seats; shared data of trips, such as their buses, is cached. The search first
 * picks the keys of the few trips that it will show. Then it counts their free seats only.
 *
 * The keys come from an index in their final order, so a search takes the same time however many trips there are. The
 * index is `schedules (route_id, departure_time, id)` for each route between the requested cities. Without a city it is
 * `schedules (departure_time, id)`.
 */

interface Answer {
  readonly revision: number;
  /** Whether the route has sections of longer trips. Read for searches between two cities only. */
  readonly has_sections?: boolean;
  /** An array of Row; null if Postgres finds none. */
  readonly trips: string | null;
}

const NO_TRIPS = raw('select revision, null as trips from catalogue_revision');

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

const OF_WHOLE_ROADS = raw(
  Object.keys(SECTION)
    .map((name) => `cast(null as bigint) as ${name}`)
    .join(', '),
);
const sectionsIn = (table: 'pick' | 'part'): Fragment =>
  raw(
    Object.entries(SECTION)
      .map(([name, column]) => (table === 'pick' ? `pick.${name}` : `part.${column} as ${name}`))
      .join(', '),
  );

interface Shown {
  readonly order: Fragment;
  /** The columns of sections. */
  readonly sections?: Fragment;
  readonly more?: readonly string[];
}

/** Columns of trips `s`, in one row with the revision of the catalogue. */
function shown(
  sql: Sql,
  trips: Fragment,
  now: Instant,
  { order, sections = OF_WHOLE_ROADS, more = [] }: Shown,
): Fragment {
  const [stored, others] = [columnsOf(COLUMNS), columnsOf(more)];
  const rows = fragment`(
    select ${joined([...stored, sections, ...others], ', ')},
      case when s.stops = '[]' then ${seatsTaken(now)} else 0 end as seats_taken
    from ${trips}) as s`;
  const columns = [...stored, ...columnsOf(Object.keys(SECTION)), raw('s.seats_taken'), ...others];
  return fragment`
    select revision, ${jsonRows(sql.dialect, columns, rows, order)} as trips
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

/** The order of whole roads and sections among each other. */
const SECTION_ORDER: Readonly<Record<TripOrder, Fragment>> = {
  departure_time: raw('coalesce(s.section_departs, s.departure_time), s.id'),
  '-departure_time': raw('coalesce(s.section_departs, s.departure_time) desc, s.id'),
  fare: raw('coalesce(s.section_fare, s.fare_paisa), s.id'),
  '-fare': raw('coalesce(s.section_fare, s.fare_paisa) desc, s.id'),
};

/** The first whole roads and sections of one route, each read from its own index in the order of the search. */
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
      select part.schedule_id as id, ${sectionsIn('part')}, ${sections} as sort_key
      from trip_sections as part ${raw(sql.dialect === 'sqlite' ? 'cross join' : 'join')} schedules s on s.id = part.schedule_id
      ${withBus(sql)}
      where part.route_id = ${route} and ${conditions(filter, 'part')}
      order by ${sections} ${by}, part.schedule_id limit ${limit}) as sections
    order by sort_key ${by}, id limit ${limit}`;
}

/** A search that is not between two cities, and finds whole roads only. Undefined if there is no such city. */
function wholeRoads(sql: Sql, { cities }: Catalogue, filter: TripFilter): Fragment | undefined {
  const { origin, destination } = filter;
  if (origin === undefined && destination === undefined) return picked(sql, first(sql, filter));
  const city = cities.get(cityKey(origin ?? destination ?? ''));
  const end = raw(origin === undefined ? 'r.destination_city_id' : 'r.source_city_id');
  return city === undefined ? undefined : picked(sql, firstByRoute(sql, fragment`${end} = ${city}`, filter));
}

async function ask(sql: Sql, statement: Fragment): Promise<Answer> {
  const answer = await sql.one<Answer>`${statement}`;
  if (!answer) throw new Error('The catalogue has no revision.');
  return answer;
}

const moreOf = ({ points }: TripFilter): readonly string[] => (points === true ? DETAILS.slice(0, 1) : []);

const rowsIn = ({ trips }: Answer): readonly Row[] => (trips === null ? [] : (JSON.parse(trips) as Row[]));

/** The listings of rows. Seats of trips with stops are counted here, because a seat may be taken on several parts. */
async function listings(
  sql: Sql,
  catalogue: Catalogue,
  rows: readonly Row[],
  now: Instant,
): Promise<readonly TripListing[]> {
  const found = rows.map((row) => listing(catalogue, row, row[SEATS_TAKEN]));
  const withStops = found.filter((_, index) => rows[index]?.[STOPS] !== '[]');
  if (withStops.length === 0) return found;
  const taken = await takenOnSections(sql, withStops, now);
  return found.map((trip, index) => {
    const row = rows[index];
    const count = taken.get(trip.id);
    return row && count !== undefined ? listing(catalogue, row, count) : trip;
  });
}

export const knexTripSearch = (read: Sql, byCatalogue: ByCatalogue): TripSearch => {
  /** Routes on which a search has met sections of longer trips. The others are asked a shorter question first. */
  const withSections = new Set<RouteId>();

  async function between(route: RouteId, filter: TripFilter, now: Instant): Promise<Answer> {
    const { order } = filter;
    if (!withSections.has(route)) {
      const statement = shown(read, ofRoute(read, route, filter), now, { order: ORDER[order], more: moreOf(filter) });
      const answer = await ask(
        read,
        fragment`select found.*, exists (select 1 from trip_sections where route_id = ${route}) as has_sections
          from (${statement}) as found`,
      );
      if (!answer.has_sections) return answer;
      withSections.add(route);
    }
    const trips = picked(read, firstWithSections(read, route, filter));
    return ask(
      read,
      shown(read, trips, now, { order: SECTION_ORDER[order], sections: sectionsIn('pick'), more: moreOf(filter) }),
    );
  }

  return {
    async search(filter, now) {
      const { origin, destination } = filter;
      const { found, catalogue } = await byCatalogue((present) => {
        if (origin === undefined || destination === undefined) {
          const trips = wholeRoads(read, present, filter);
          return ask(
            read,
            trips ? shown(read, trips, now, { order: ORDER[filter.order], more: moreOf(filter) }) : NO_TRIPS,
          );
        }
        const route = routeOf(present, origin, destination);
        return route === undefined ? ask(read, NO_TRIPS) : between(route, filter, now);
      });
      return listings(read, catalogue, rowsIn(found), now);
    },

    async find(id, now, section) {
      const part = section
        ? fragment`left join trip_sections as part
          on part.schedule_id = s.id and part.from_stop = ${section.from} and part.to_stop = ${section.to}`
        : raw('');
      const trip = fragment`schedules s ${withBus(read)} ${part} where s.id = ${id} and ${ON_SALE}`;
      const sections = section ? { sections: sectionsIn('part') } : {};
      const statement = shown(read, trip, now, { order: ORDER.departure_time, more: DETAILS, ...sections });
      const { found, catalogue } = await byCatalogue(() => ask(read, statement));
      const [row] = rowsIn(found);
      const [detail] = await listings(read, catalogue, rowsIn(found), now);
      if (!row || !detail || (section && !isSameSection(section, detail.section))) return undefined;
      const road = toRoad({ stops: row[STOPS], fares: row[FARES] });
      const ends = known(catalogue.routes, row[ROUTE]);
      const between = road.stops.map(({ cityId }) => known(catalogue.cityNames, cityId));
      return {
        ...detail,
        ...road,
        stopCities: [ends.sourceCity, ...between, ends.destinationCity],
        boardingPoints: toPoints(row[BOARDING_POINTS] ?? '[]'),
        droppingPoints: toPoints(row[DROPPING_POINTS]),
        cancellationTiers: known(catalogue.buses, detail.bus.id).cancellationTiers,
      };
    },
  };
};

/** Rows of `cities`. Sorted in this code, because each database has its own order of letters. */
export const knexCities = (read: Sql): CityRepo => ({
  async all() {
    const rows = await read.rows<{ id: CityId; city_name: string }>`select id, city_name from cities`;
    return rows.map((row) => ({ id: row.id, name: row.city_name })).sort(byCityName);
  },
});
