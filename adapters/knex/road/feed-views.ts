import type { CityId, OperatorId, PlaceId, TripId } from '../../../core/kernel/ids.ts';
import type { Paisa } from '../../../core/kernel/money.ts';
import { type Instant, daysAfter, hoursAfter } from '../../../core/kernel/time.ts';
import type { DayFacts } from '../../../core/road/gtfs/day-texts.ts';
import { type FeedTrip, CANCELLED_DAYS } from '../../../core/road/gtfs/feed-trip.ts';
import type { FeedDayHead, FeedHead, FeedViews, LiveTrip } from '../../../core/road/gtfs/ports.ts';
import { type Fragment, type Sql, fragment, jsonRows, list, padded, raw } from '../engine/sql.ts';
import { toPoints } from '../trips/planned-trips.ts';
import { toRoad } from '../trips/road.ts';
import { ON_SALE, withBus } from '../trips/search-conditions.ts';

/** Trips of a page. They are read and written while other work waits. */
const PAGE = 250;
/** Hours for which a trip stays in the feed after its planned arrival. */
const HOURS_AFTER = 24;

const DAY_MS = daysAfter(0 as Instant, 1);

/** Condition that the feed publishes a trip `s` on a bus `b` at `now`. */
const isPublished = (now: Instant): Fragment => fragment`(
  s.status = 'ACTIVE' and s.arrival_time > ${hoursAfter(now, -HOURS_AFTER)}
    and (s.departure_time <= ${now} or s.departed_at is not null or (${ON_SALE}))
  or s.status = 'CANCELLED' and s.arrival_time > ${now} and exists (
    select 1 from trip_cancellations where trip_cancellations.schedule_id = s.id
      and trip_cancellations.at > s.departure_time - ${CANCELLED_DAYS * DAY_MS}))`;

const TRIP_NAMES = [
  ...['trip.id', 'trip.company', 'routes.source_city_id', 'routes.destination_city_id', 'trip.bus_type'],
  ...['trip.fare_paisa', 'trip.departure_time', 'trip.arrival_time', 'trip.stops', 'trip.fares'],
  ...['trip.boarding_points', 'trip.dropping_points'],
];
const TRIP_COLUMNS = TRIP_NAMES.map(raw);

type TripTuple = [
  ...[id: TripId, company: OperatorId, source: CityId, destination: CityId, busType: string, fare: Paisa],
  ...[departsAt: Instant, arrivesAt: Instant, stops: string, fares: string, boarding: string, dropping: string],
];

/** One page of trips. Its last trip is read besides, so that a page without a change need not be parsed. */
interface PageRow {
  /** An array of TripTuple as JSON. */
  readonly trips: string | null;
  readonly trip_count: number;
  readonly last_departure: Instant;
  readonly last_id: TripId;
}

const TRIPS = raw('trip join routes on routes.id = trip.route_id');
const LAST = raw('order by departure_time desc, id desc limit 1');

function toTrip(trip: TripTuple): FeedTrip {
  const [id, companyId, sourceCityId, destinationCityId, busType, fare, departsAt, arrivesAt, ...road] = trip;
  const [stops, fares, boarding, dropping] = road;
  return {
    id,
    companyId,
    sourceCityId,
    destinationCityId,
    busType,
    fare,
    departsAt,
    arrivesAt,
    ...toRoad({ stops, fares }),
    boardingPoints: toPoints(boarding),
    droppingPoints: toPoints(dropping),
  };
}

interface LiveRow {
  readonly id: TripId;
  readonly company: OperatorId;
  readonly source_city_id: CityId;
  readonly destination_city_id: CityId;
  readonly bus_type: string;
  readonly fare_paisa: Paisa;
  readonly departure_time: Instant;
  readonly arrival_time: Instant;
  readonly stops: string;
  readonly fares: string;
  readonly boarding_points: string;
  readonly dropping_points: string;
  readonly status: 'ACTIVE' | 'CANCELLED';
  readonly reason: LiveTrip['cancelledFor'] & (string | null);
  readonly retimed: boolean | number;
}

type CityTuple = [id: CityId, name: string, nameNe: string | null, lat: number | null, lon: number | null];
type PlaceTuple = [
  ...[id: PlaceId, owner: OperatorId | null, city: CityId, key: string, name: string, nameNe: string | null],
  ...[lat: number, lon: number, landmark: string | null],
];

const CITY_COLUMNS = ['id', 'city_name', 'name_ne', 'lat', 'lon'].map(raw);
const PLACE_COLUMNS = [
  ...['id', 'operator_id', 'city_id', 'name_key', 'name', 'name_ne', 'lat', 'lon', 'landmark'],
].map(raw);

interface DayRow extends FeedDayHead {
  readonly facts: string;
  readonly trips: string;
  readonly trips_digest: string;
  readonly stop_times: string;
  readonly stop_times_digest: string;
}

const rowsIn = <Row>(json: string | null): readonly Row[] => (json === null ? [] : (JSON.parse(json) as Row[]));

export const knexFeedViews = (read: Sql): FeedViews => ({
  async source() {
    const of = (table: string, columns: readonly Fragment[]) => jsonRows(read.dialect, columns, raw(table), raw('id'));
    const found = await read.one<Record<'cities' | 'places' | 'companies', string | null>>`
      select ${of('cities', CITY_COLUMNS)} as cities, ${of('places', PLACE_COLUMNS)} as places,
        ${of('operators', ['id', 'company_name'].map(raw))} as companies`;
    const { cities = null, places = null, companies = null } = found ?? {};
    return {
      text: JSON.stringify([cities, places, companies]),
      cities: rowsIn<CityTuple>(cities).map(([id, name, nameNe, lat, lon]) => ({
        id,
        name,
        nameNe,
        coordinates: lat === null || lon === null ? null : { lat, lon },
      })),
      places: rowsIn<PlaceTuple>(places).map(([id, owner, city, key, name, nameNe, lat, lon, landmark]) => ({
        id,
        owner,
        city,
        key,
        name,
        nameNe,
        landmark,
        coordinates: { lat, lon },
      })),
      companies: rowsIn<[OperatorId, string]>(companies).map(([id, name]) => ({ id, name })),
    };
  },

  async nextDeparture(from, now) {
    const next = await read.one<{ departure_time: Instant }>`
      select departure_time from schedules
      where departure_time >= ${from} and arrival_time > ${hoursAfter(now, -HOURS_AFTER)}
      order by departure_time, id limit 1`;
    return next?.departure_time;
  },

  async trips({ start, end }, now, after) {
    const behind = after ? fragment`and (s.departure_time, s.id) > (${after.departsAt}, ${after.id})` : raw('');
    const found = await read.one<PageRow>`
      with trip as materialized (
        select s.id, coalesce(s.operator_id, b.operator_id) as company, b.bus_type, s.route_id, s.fare_paisa,
          s.departure_time, s.arrival_time, s.stops, s.fares, s.boarding_points, s.dropping_points
        from schedules s ${withBus(read)}
        where s.departure_time >= ${start} and s.departure_time < ${end} ${behind} and ${isPublished(now)}
        order by s.departure_time, s.id limit ${PAGE})
      select ${jsonRows(read.dialect, TRIP_COLUMNS, TRIPS, raw('trip.departure_time, trip.id'))} as trips,
        (select count(*) from trip) as trip_count, (select departure_time from trip ${LAST}) as last_departure,
        (select id from trip ${LAST}) as last_id`;
    const text = found?.trips ?? '[]';
    return {
      text,
      trips: () => rowsIn<TripTuple>(text).map(toTrip),
      after: found && found.trip_count === PAGE ? { departsAt: found.last_departure, id: found.last_id } : undefined,
    };
  },

  async liveIds({ start, end }, now) {
    const rows = await read.rows<{ id: TripId }>`
      select s.id from schedules s
      where s.departure_time >= ${start} and s.departure_time < ${end} and s.arrival_time > ${hoursAfter(now, -HOURS_AFTER)}
        and (s.status = 'CANCELLED' or s.stops_left <> '[]'
          or exists (select 1 from bus_tracks where bus_tracks.schedule_id = s.id)
          or exists (select 1 from stop_passings where stop_passings.schedule_id = s.id))`;
    return rows.map(({ id }) => id);
  },

  async retimedIds(since) {
    const rows = await read.rows<{ id: TripId }>`
      select schedule_id as id from trip_retimings where at > ${since}`;
    return rows.map(({ id }) => id);
  },

  async liveTrips(ids, retimedSince, now) {
    const rows = await read.rows<LiveRow>`
      with trip as materialized (
        select s.id, coalesce(s.operator_id, b.operator_id) as company, b.bus_type, s.route_id, s.fare_paisa,
          s.departure_time, s.arrival_time, s.stops, s.fares, s.boarding_points, s.dropping_points, s.status,
          trip_cancellations.reason,
          exists (select 1 from trip_retimings where trip_retimings.schedule_id = s.id
            and trip_retimings.at > ${retimedSince}) as retimed
        from schedules s ${withBus(read)}
        left join trip_cancellations on trip_cancellations.schedule_id = s.id
        where s.id in ${list(padded(ids))} and ${isPublished(now)})
      select ${raw(TRIP_NAMES.join(', '))}, trip.status, trip.reason, trip.retimed from ${TRIPS} order by trip.id`;
    return rows.map(
      ({ status, reason, retimed, company, source_city_id, destination_city_id, bus_type, ...row }): LiveTrip => ({
        trip: toTrip([
          ...[row.id, company, source_city_id, destination_city_id, bus_type, row.fare_paisa],
          ...[row.departure_time, row.arrival_time, row.stops, row.fares, row.boarding_points, row.dropping_points],
        ] as TripTuple),
        cancelledFor: status === 'CANCELLED' ? reason : undefined,
        isRetimed: Boolean(retimed),
      }),
    );
  },

  days: () => read.rows<FeedDayHead>`select day, digest from gtfs_days order by day`,

  async day(name) {
    const row = await read.one<DayRow>`
      select day, digest, facts, trips, trips_digest, stop_times, stop_times_digest from gtfs_days where day = ${name}`;
    return (
      row && {
        day: row.day,
        digest: row.digest,
        facts: JSON.parse(row.facts) as DayFacts,
        trips: { packed: row.trips, digest: row.trips_digest },
        stopTimes: { packed: row.stop_times, digest: row.stop_times_digest },
      }
    );
  },

  async head() {
    const row = await read.one<{ etag: string; left_out: string }>`select etag, left_out from gtfs_feed where id = 1`;
    return row && toHead(row);
  },

  async feed() {
    const row = await read.one<{ etag: string; left_out: string; content: string }>`
      select etag, left_out, content from gtfs_feed where id = 1`;
    return row && { ...toHead(row), content: Buffer.from(row.content, 'base64') };
  },
});

const toHead = ({ etag, left_out }: { readonly etag: string; readonly left_out: string }): FeedHead => ({
  etag,
  leftOut: left_out,
});
