import type { BusId, CityId, OperatorId, TripId } from '../../../core/kernel/ids.ts';
import type { Paisa } from '../../../core/kernel/money.ts';
import type { Instant } from '../../../core/kernel/time.ts';
import { byCityName, cityKey } from '../../../core/trips/city.ts';
import type { CityRepo } from '../../../core/trips/city.ts';
import type { SearchPosition, TripFilter, TripListing, TripOrder, TripSearch } from '../../../core/trips/ports.ts';
import type { TripStatus } from '../../../core/trips/trip.ts';
import { fragment, joined, raw } from '../engine/sql.ts';
import type { Fragment, Sql } from '../engine/sql.ts';
import { lapsedPlaces, stillSold } from '../repos/seat-rows.ts';

/*
 * A search first picks the keys of the few trips that it will show, and then reads the rest, such as free seats, for
 * these alone. The keys come from an index in their final order, so a search costs the same however many trips there
 * are: `schedules (route_id, departure_time, id)` for each route between the cities asked for, `schedules
 * (departure_time, id)` when no city is given.
 */

interface Ends {
  readonly origin: string;
  readonly destination: string;
}

interface Row {
  readonly id: TripId;
  readonly source_city: string;
  readonly destination_city: string;
  readonly departure_time: Instant;
  readonly arrival_time: Instant;
  readonly fare_paisa: Paisa;
  readonly status: TripStatus;
  readonly seats_left: number;
  readonly bus_id: BusId;
  readonly bus_name: string;
  readonly registration_no: string;
  readonly bus_type: string;
  readonly total_seats: number;
  readonly has_seat_map: boolean;
  readonly operator_id: OperatorId;
  readonly company_name: string;
  readonly rating_sum: number;
  readonly rating_count: number;
}

const listing = (row: Row): TripListing => ({
  id: row.id,
  sourceCity: row.source_city,
  destinationCity: row.destination_city,
  departsAt: row.departure_time,
  arrivesAt: row.arrival_time,
  fare: row.fare_paisa,
  status: row.status,
  seatsLeft: Math.max(0, row.seats_left),
  bus: {
    id: row.bus_id,
    name: row.bus_name,
    registrationNo: row.registration_no,
    type: row.bus_type,
    totalSeats: row.total_seats,
    hasSeatMap: row.has_seat_map,
  },
  operator: { id: row.operator_id, companyName: row.company_name },
  ratingSum: row.rating_sum,
  ratingCount: row.rating_count,
});

/**
 * Whether a schedule `s` is on sale, on a bus of the type asked for. Postgres may hash the buses first. SQLite would
 * start from the buses, so its form makes it walk the schedules in order and look up the bus of each.
 */
function onSale({ dialect }: Pick<Sql, 'dialect'>, busType?: string): Fragment {
  const fit = joined(
    [
      raw(`approval_status = 'APPROVED' and status = 'ACTIVE' and company_active`),
      ...(busType === undefined ? [] : [fragment`bus_type = ${busType}`]),
    ],
    ' and ',
  );
  return dialect === 'postgres'
    ? fragment`s.status = 'ACTIVE' and s.papers_ok and s.bus_id in (select id from buses where ${fit})`
    : fragment`s.status = 'ACTIVE' and s.papers_ok and (select ${fit} from buses where buses.id = s.bus_id)`;
}

const ORDER: Readonly<Record<TripOrder, Fragment>> = {
  departure_time: raw('s.departure_time, s.id'),
  '-departure_time': raw('s.departure_time desc, s.id'),
  fare: raw('s.fare_paisa, s.id'),
  '-fare': raw('s.fare_paisa desc, s.id'),
};

/**
 * The filter, narrowed to where the search continues, so that the index is entered at that point. Trips with the same
 * sort key as the last one shown are still within these bounds: `behind` leaves out those already shown, by their ids.
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

function conditions(sql: Sql, filter: TripFilter): Fragment {
  const { departs, busType, minFare, maxFare, after, order } = narrowed(filter);
  return joined(
    [
      onSale(sql, busType),
      fragment`s.departure_time >= ${departs.start}`,
      ...(departs.end === undefined ? [] : [fragment`s.departure_time < ${departs.end}`]),
      ...(minFare === undefined ? [] : [fragment`s.fare_paisa >= ${minFare}`]),
      ...(maxFare === undefined ? [] : [fragment`s.fare_paisa <= ${maxFare}`]),
      ...(after === undefined ? [] : [behind(after, order)]),
    ],
    ' and ',
  );
}

const cityNamed = (name: string): Fragment => fragment`(select id from cities where name_key = ${cityKey(name)})`;

/** The first trips on sale, of all schedules or of one route `r`. */
const first = (sql: Sql, filter: TripFilter, ofRoute = raw('')): Fragment => fragment`
  select s.id, s.departure_time, s.fare_paisa from schedules s
  where ${conditions(sql, filter)} ${ofRoute} order by ${ORDER[filter.order]} limit ${filter.limit}`;

/** The first trips of each route `r` between the cities asked for, and of these the first overall. */
function firstByRoute(sql: Sql, ends: readonly Fragment[], filter: TripFilter): Fragment {
  const ofEach = first(sql, filter, raw('and s.route_id = r.id'));
  const firsts =
    sql.dialect === 'postgres'
      ? fragment`cross join lateral (${ofEach}) as s`
      : fragment`join schedules s on s.id in (select id from (${ofEach}))`;
  return fragment`
    select s.id from routes r ${firsts} where ${joined(ends, ' and ')} order by ${ORDER[filter.order]} limit ${filter.limit}`;
}

function picked(sql: Sql, filter: TripFilter): Fragment {
  const ends = [
    ...(filter.origin === undefined ? [] : [fragment`r.source_city_id = ${cityNamed(filter.origin)}`]),
    ...(filter.destination === undefined ? [] : [fragment`r.destination_city_id = ${cityNamed(filter.destination)}`]),
  ];
  return ends.length > 0 ? firstByRoute(sql, ends, filter) : first(sql, filter);
}

/**
 * How many seats of the bus are neither booked nor held, or how many places no booking takes. An unpaid booking past
 * its deadline takes nothing. Sold and held seats are found by their trip, and each row is then filtered on its own:
 * with the filter among the conditions, Postgres joins whole tables as long as it has no statistics.
 */
const seatsLeft = (now: Instant): Fragment => fragment`
  case when b.has_seat_map then b.active_seats
    - (select count(*) filter (where ${stillSold(now)} and (select is_active from bus_seats where bus_seats.id = sold.seat_id))
       from booking_seats sold where sold.schedule_id = s.id and sold.active)
    - (select count(*) filter (where held.expires_at > ${now} and (select is_active from bus_seats where bus_seats.id = held.seat_id) and not exists (
         select 1 from booking_seats sold where sold.schedule_id = s.id and sold.seat_id = held.seat_id and ${stillSold(now)}))
       from seat_locks held where held.schedule_id = s.id)
  else b.total_seats - s.places_taken
    + ${lapsedPlaces('s', now)}
  end`;

const columns = (now: Instant): Fragment => fragment`
         s.id, source.city_name as source_city, destination.city_name as destination_city, s.departure_time, s.arrival_time, s.fare_paisa, s.status,
         b.id as bus_id, b.bus_name, b.registration_no, b.bus_type, b.total_seats, b.has_seat_map,
         o.id as operator_id, o.company_name, o.rating_sum, o.rating_count, ${seatsLeft(now)} as seats_left`;

const JOINS = raw(`
  join routes r on r.id = s.route_id
  join cities source on source.id = r.source_city_id
  join cities destination on destination.id = r.destination_city_id
  join buses b on b.id = s.bus_id
  join operators o on o.id = b.operator_id`);

const trips = (picks: Fragment, now: Instant): Fragment => fragment`
  select ${columns(now)} from (${picks}) as pick join schedules s on s.id = pick.id ${JOINS}`;

/**
 * What nearly everybody asks for: one route, in order of departure. The index gives the rows in the order in which they
 * are shown, so there is no need to pick keys first.
 */
const departures = (sql: Sql, { origin, destination }: Ends, filter: TripFilter, now: Instant): Fragment => fragment`
  select ${columns(now)} from schedules s ${JOINS}
  where s.route_id = (select id from routes where source_city_id = ${cityNamed(origin)} and destination_city_id = ${cityNamed(destination)})
    and ${conditions(sql, filter)}`;

export const knexTripSearch = (read: Sql): TripSearch => ({
  async search(filter, now) {
    const { origin, destination, order } = filter;
    const found =
      origin !== undefined && destination !== undefined && order === 'departure_time'
        ? departures(read, { origin, destination }, filter, now)
        : trips(picked(read, filter), now);
    const rows = await read.rows<Row>`${found} order by ${ORDER[filter.order]} limit ${filter.limit}`;
    return rows.map(listing);
  },

  async find(id, now) {
    const pick = fragment`select s.id from schedules s where s.id = ${id} and ${onSale(read)}`;
    const row = await read.one<Row>`${trips(pick, now)}`;
    return row && listing(row);
  },
});

/** Rows of `cities`, sorted here because each database has its own order of letters. */
export const knexCities = (read: Sql): CityRepo => ({
  async all() {
    const rows = await read.rows<{ id: CityId; city_name: string }>`select id, city_name from cities`;
    return rows.map((row) => ({ id: row.id, name: row.city_name })).sort(byCityName);
  },
});
