import { ACTIVE_STATUSES } from '../../../core/bookings/booking.ts';
import type { BusId, CityId, OperatorId, TimetableId, TripId } from '../../../core/kernel/ids.ts';
import type { TripState } from '../../../core/listening/happening.ts';
import type { Paisa } from '../../../core/kernel/money.ts';
import type { Instant } from '../../../core/kernel/time.ts';
import type { BusyTrip, NewTrip, PlannedTrip, PlannedTrips } from '../../../core/trips/planned-trips.ts';
import type { Point } from '../../../core/trips/points.ts';
import type { TransactionNeeds } from '../../../core/stores.ts';
import type { TripStatus } from '../../../core/trips/trip.ts';
import {
  type Fragment,
  type Sql,
  type SqlValue,
  fragment,
  inBatches,
  list,
  padded,
  raw,
  tuples,
} from '../engine/sql.ts';
import { inOrder } from '../engine/in-order.ts';
import { routeIn, routesOf } from './routes.ts';
import { fixedAmong, stretchBlocks } from './fixed-stops.ts';
import { addSections, replaceSections } from './trip-sections.ts';
import { fromFares, fromStops, fromTaps, toRoad, toTaps } from './road.ts';
import { toCrew } from './trip-crews.ts';
import { lockTrips } from './trips.ts';

export interface PlanRow {
  readonly id: TripId;
  readonly schedule_key: string;
  readonly operator_id: OperatorId;
  readonly source_city_id: CityId;
  readonly destination_city_id: CityId;
  readonly bus_id: BusId;
  readonly fare_paisa: Paisa;
  readonly departure_time: Instant;
  readonly arrival_time: Instant;
  readonly status: TripStatus;
  readonly timetable_id: TimetableId | null;
  readonly timetable_day: string | null;
  readonly boarding_points: string;
  readonly dropping_points: string;
  readonly stops: string;
  readonly fares: string;
  readonly departed_at: Instant | null;
  readonly stops_left: string;
  readonly taken_back: string;
  readonly crew: string;
  readonly changed_in_office: boolean;
  readonly sale_opens_at: Instant | null;
}

/** Columns of a row of `schedules` joined with its route. */
export const planColumns = (trip: 's' | 'schedules', route: 'r' | 'routes'): Fragment =>
  raw(`
  ${trip}.id, ${trip}.schedule_key, ${trip}.operator_id, ${route}.source_city_id, ${route}.destination_city_id,
  ${trip}.bus_id, ${trip}.fare_paisa, ${trip}.departure_time, ${trip}.arrival_time, ${trip}.status,
  ${trip}.timetable_id, ${trip}.timetable_day, ${trip}.boarding_points, ${trip}.dropping_points,
  ${trip}.stops, ${trip}.fares,
  ${trip}.departed_at, ${trip}.stops_left, ${trip}.taken_back, ${trip}.crew, ${trip}.changed_in_office,
  ${trip}.sale_opens_at`);

export const PLAN_COLUMNS = planColumns('schedules', 'routes');

export const toPlannedTrip = (row: PlanRow): PlannedTrip => ({
  id: row.id,
  key: row.schedule_key,
  operatorId: row.operator_id,
  sourceCityId: row.source_city_id,
  destinationCityId: row.destination_city_id,
  busId: row.bus_id,
  fare: row.fare_paisa,
  departsAt: row.departure_time,
  arrivesAt: row.arrival_time,
  status: row.status,
  timetable:
    row.timetable_id === null || row.timetable_day === null ? null : { id: row.timetable_id, day: row.timetable_day },
  boardingPoints: toPoints(row.boarding_points),
  droppingPoints: toPoints(row.dropping_points),
  ...toRoad(row),
  departedAt: row.departed_at,
  taps: { left: toTaps(row.stops_left), takenBack: toTaps(row.taken_back) },
  crew: toCrew(row.crew),
  changedInOffice: row.changed_in_office,
  saleOpensAt: row.sale_opens_at,
});

/** The stored form of points: `[["Kalanki", 15]]`. The number of a stop, if any, is a point's third value. */
export const fromPoints = (points: readonly Point[]): string =>
  JSON.stringify(
    points.map(({ name, minutes, stop }) => (stop === undefined ? [name, minutes] : [name, minutes, stop])),
  );

export const toPoints = (text: string): readonly Point[] =>
  (JSON.parse(text) as readonly (readonly [string, number, number?])[]).map(([name, minutes, stop]) =>
    stop === undefined ? { name, minutes } : { name, minutes, stop },
  );

/** Stores planned trips in `schedules`, unique by `schedule_key`. */
export const knexPlannedTrips = (
  sql: Sql,
  {
    manifestChanged,
    happened,
    recordChange,
    estimateChanged,
  }: Pick<TransactionNeeds, 'manifestChanged' | 'happened' | 'recordChange' | 'estimateChanged'>,
): PlannedTrips => ({
  find: (id) => find(sql, id),

  async lock(id) {
    await lockTrips(sql, [id]);
    return find(sql, id);
  },

  async add(trips) {
    const routes = await routesOf(sql, trips);
    const rows = await inBatches(
      trips,
      (batch) => sql.rows<Pick<PlanRow, 'id' | 'schedule_key'>>`
      insert into schedules (schedule_key, operator_id, route_id, bus_id, fare_paisa, departure_time, arrival_time,
        status, timetable_id, timetable_day, boarding_points, dropping_points, stops, fares, sale_opens_at)
      values ${tuples(batch.map((trip) => newRow(trip, routes)))}
      returning id, schedule_key`,
    );
    const ids = inOrder(
      trips.map(({ key }) => key),
      new Map(rows.map((row) => [row.schedule_key, row.id])),
    );
    await addSections(
      sql,
      trips.map((trip, index) => ({ ...trip, id: ids[index] as TripId })),
    );
    for (const id of ids) happened({ of: 'trip', id, before: undefined });
    return ids;
  },

  async save(trips) {
    const routes = await routesOf(sql, trips);
    const before = await savedRowsOf(sql, trips);
    await stretchBlocks(sql, trips);
    await inBatches(trips, async (batch) => [
      await sql.changes`
        update schedules set route_id = given.route, bus_id = given.bus, fare_paisa = given.fare,
          departure_time = given.departs, arrival_time = given.arrives, status = given.status,
          boarding_points = given.boarding, dropping_points = given.dropping, departed_at = given.departed,
          changed_in_office = given.changed, stops = given.stops, fares = given.fares,
          stops_left = given.stops_left, taken_back = given.taken_back, bookings_ended = ${false},
          sale_opens_at = given.sale_opens_at,
          calendar_sequence = schedules.calendar_sequence + 1
        from (select cast(column1 as integer) as id, cast(column2 as integer) as route, cast(column3 as integer) as bus,
            cast(column4 as bigint) as fare, cast(column5 as bigint) as departs, cast(column6 as bigint) as arrives,
            column7 as status, column8 as boarding, column9 as dropping, cast(column10 as bigint) as departed,
            ${asBoolean(sql, 'column11')} as changed, column12 as stops, column13 as fares,
            column14 as stops_left, column15 as taken_back, cast(column16 as bigint) as sale_opens_at
          from (values ${tuples(batch.map((trip) => savedRow(trip, routes)))}) as rows) as given
        where schedules.id = given.id`,
    ]);
    await replaceSections(sql, trips);
    for (const { id, taps } of trips) {
      const row = before.get(id);
      manifestChanged({ of: 'trip', id });
      happened({ of: 'trip', id, before: row && toTripState(row) });
      if (!row || row.stops_left === fromTaps(taps.left)) continue;
      estimateChanged(id);
      // Taps move the estimates of a bus that somebody follows.
      if (row.is_tracked) recordChange({ thing: 'position', tripId: id });
    }
  },

  fixed: (trips, now) => fixedAmong(sql, trips, now),

  async busy(bus, { start, end }) {
    const rows = await sql.rows<Pick<PlanRow, 'id' | 'departure_time' | 'arrival_time'>>`
      select id, departure_time, arrival_time from schedules
      where bus_id = ${bus} and arrival_time > ${start} and departure_time < ${end} and status = 'ACTIVE'
      order by departure_time, id`;
    return rows.map((row): BusyTrip => ({
      id: row.id,
      departsAt: row.departure_time,
      arrivesAt: row.arrival_time,
    }));
  },

  async cancelledButBooked(after, limit) {
    for (let last = after; ;) {
      const seen = await sql.rows<Pick<PlanRow, 'id'>>`
        select id from schedules where status = 'CANCELLED' and not bookings_ended and id > ${last} order by id limit ${limit}`;
      const ids = seen.map(({ id }) => id);
      const booked = await bookedAmong(sql, ids);
      await markEnded(
        sql,
        ids.filter((id) => !booked.has(id)),
      );
      last = ids.at(-1) ?? last;
      if (booked.size > 0 || ids.length < limit) return ids.filter((id) => booked.has(id));
    }
  },
});

type StateRow = Pick<PlanRow, 'status' | 'departure_time' | 'arrival_time' | 'bus_id' | 'fare_paisa' | 'departed_at'>;

/** The fields of a trip whose changes are events. */
export const toTripState = (row: StateRow): TripState => ({
  status: row.status,
  departsAt: row.departure_time,
  arrivesAt: row.arrival_time,
  busId: row.bus_id,
  fare: row.fare_paisa,
  departedAt: row.departed_at,
});

interface SavedRow extends StateRow, Pick<PlanRow, 'id' | 'stops_left'> {
  /** Whether the trip has had points of its bus, or a said delay. SQLite tells it as 0 or 1. */
  readonly is_tracked: boolean | number;
}

async function savedRowsOf(
  sql: Sql,
  trips: readonly Pick<PlannedTrip, 'id'>[],
): Promise<ReadonlyMap<TripId, SavedRow>> {
  const rows = await inBatches(
    trips.map(({ id }) => id),
    (batch) => sql.rows<SavedRow>`
      select id, status, departure_time, arrival_time, bus_id, fare_paisa, departed_at, stops_left,
        exists (select 1 from bus_tracks where bus_tracks.schedule_id = schedules.id) as is_tracked
      from schedules where id in ${list(padded(batch))}`,
  );
  return new Map(rows.map((row) => [row.id, row]));
}

async function bookedAmong(sql: Sql, trips: readonly TripId[]): Promise<ReadonlySet<TripId>> {
  if (trips.length === 0) return new Set();
  const rows = await sql.rows<{ id: TripId }>`
    select distinct schedule_id as id from bookings
    where schedule_id in ${list(padded(trips))} and booking_status in ${list(ACTIVE_STATUSES)}
      and (section_arrives is null or booking_status <> 'COMPLETED')`;
  return new Set(rows.map(({ id }) => id));
}

/** Marks cancelled trips whose bookings have all ended. A cancelled trip gets no new bookings, so no lock is needed. */
async function markEnded(sql: Sql, trips: readonly TripId[]): Promise<void> {
  if (trips.length === 0) return;
  await sql.changes`
    update schedules set bookings_ended = ${true} where id in ${list(padded(trips))} and status = 'CANCELLED'`;
}

async function find(sql: Sql, id: TripId): Promise<PlannedTrip | undefined> {
  const row = await sql.one<PlanRow>`
    select ${PLAN_COLUMNS} from schedules join routes on routes.id = schedules.route_id where schedules.id = ${id}`;
  return row && toPlannedTrip(row);
}

const newRow = (trip: NewTrip, routes: ReadonlyMap<string, number>): readonly SqlValue[] => [
  ...[trip.key, trip.operatorId, routeIn(routes, trip), trip.busId, trip.fare, trip.departsAt, trip.arrivesAt],
  ...['ACTIVE', trip.timetable?.id ?? null, trip.timetable?.day ?? null],
  ...[fromPoints(trip.boardingPoints), fromPoints(trip.droppingPoints), fromStops(trip), fromFares(trip)],
  trip.saleOpensAt,
];

const savedRow = (trip: PlannedTrip, routes: ReadonlyMap<string, number>): readonly SqlValue[] => [
  ...[trip.id, routeIn(routes, trip), trip.busId, trip.fare, trip.departsAt, trip.arrivesAt, trip.status],
  ...[fromPoints(trip.boardingPoints), fromPoints(trip.droppingPoints), trip.departedAt, trip.changedInOffice],
  ...[fromStops(trip), fromFares(trip), fromTaps(trip.taps.left), fromTaps(trip.taps.takenBack)],
  trip.saleOpensAt,
];

const asBoolean = ({ dialect }: Pick<Sql, 'dialect'>, column: string): Fragment =>
  dialect === 'postgres' ? fragment`cast(${raw(column)} as boolean)` : raw(column);
