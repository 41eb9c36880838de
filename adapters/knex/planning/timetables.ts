import type { Weekday } from '../../../core/kernel/calendar.ts';
import type { BusId, CityId, OperatorId, TimetableId } from '../../../core/kernel/ids.ts';
import type { Paisa } from '../../../core/kernel/money.ts';
import type { Instant } from '../../../core/kernel/time.ts';
import type { TimetableRepo } from '../../../core/planning/ports.ts';
import type { Timetable } from '../../../core/planning/timetable.ts';
import { type Sql, forNoKeyUpdate, inBatches, list, raw } from '../engine/sql.ts';
import { type PlanRow, fromPoints, PLAN_COLUMNS, toPlannedTrip, toPoints } from '../trips/planned-trips.ts';
import { type RoadRow, fromFares, fromStops, toRoad } from '../trips/road.ts';
import { routeIn, routesOf } from '../trips/routes.ts';
import { lockOverdue } from '../seats/trips-ahead.ts';
import { lockTrips } from '../trips/trips.ts';

export interface TimetableRow extends RoadRow {
  readonly id: TimetableId;
  readonly operator_id: OperatorId;
  readonly source_city_id: CityId;
  readonly destination_city_id: CityId;
  readonly bus_id: BusId;
  readonly fare_paisa: Paisa;
  readonly departs: string;
  readonly duration_minutes: number;
  readonly days: string;
  readonly valid_from: string;
  readonly valid_until: string | null;
  readonly except_dates: string;
  readonly boarding_points: string;
  readonly dropping_points: string;
  readonly generated_until: string | null;
  readonly clashes: string;
  readonly due_on: string | null;
  readonly sale_opens_at: Instant | null;
  readonly created_at: Instant;
}

/** Columns of `timetables` joined with `routes`. */
export const TIMETABLE_COLUMNS = raw(`
  timetables.id, timetables.operator_id, routes.source_city_id, routes.destination_city_id, timetables.bus_id,
  timetables.fare_paisa, timetables.departs, timetables.duration_minutes, timetables.days, timetables.valid_from,
  timetables.valid_until, timetables.except_dates, timetables.boarding_points, timetables.dropping_points,
  timetables.stops, timetables.fares, timetables.generated_until, timetables.clashes, timetables.due_on,
  timetables.sale_opens_at, timetables.created_at`);

export const toTimetable = (row: TimetableRow): Timetable => ({
  id: row.id,
  operatorId: row.operator_id,
  sourceCityId: row.source_city_id,
  destinationCityId: row.destination_city_id,
  busId: row.bus_id,
  fare: row.fare_paisa,
  departs: row.departs,
  durationMinutes: row.duration_minutes,
  days: JSON.parse(row.days) as readonly Weekday[],
  validFrom: row.valid_from,
  validUntil: row.valid_until,
  exceptDates: JSON.parse(row.except_dates) as readonly string[],
  boardingPoints: toPoints(row.boarding_points),
  droppingPoints: toPoints(row.dropping_points),
  ...toRoad(row),
  generatedUntil: row.generated_until,
  clashes: JSON.parse(row.clashes) as readonly string[],
  dueOn: row.due_on,
  saleOpensAt: row.sale_opens_at,
  createdAt: row.created_at,
});

/** Stores timetables in `timetables`, and the trips that timetables made in `schedules`. */
export const knexTimetables = (sql: Sql): TimetableRepo => ({
  async add(timetable) {
    const row = await sql.one<{ id: TimetableId }>`
      insert into timetables (operator_id, route_id, bus_id, fare_paisa, departs, duration_minutes, days, valid_from,
        valid_until, except_dates, boarding_points, dropping_points, stops, fares, generated_until, clashes, due_on,
        sale_opens_at, created_at)
      values (${timetable.operatorId}, ${await routeOf(sql, timetable)}, ${timetable.busId}, ${timetable.fare},
        ${timetable.departs}, ${timetable.durationMinutes}, ${JSON.stringify(timetable.days)}, ${timetable.validFrom},
        ${timetable.validUntil}, ${JSON.stringify(timetable.exceptDates)}, ${fromPoints(timetable.boardingPoints)},
        ${fromPoints(timetable.droppingPoints)}, ${fromStops(timetable)}, ${fromFares(timetable)},
        ${timetable.generatedUntil}, ${JSON.stringify(timetable.clashes)},
        ${timetable.dueOn}, ${timetable.saleOpensAt}, ${timetable.createdAt})
      returning id`;
    if (!row) throw new Error('The timetable was not saved.');
    return row.id;
  },

  async lock(id) {
    if (sql.dialect === 'postgres') sql.post`select id from timetables where id = ${id} ${forNoKeyUpdate(sql)}`;
    const row = await sql.one<TimetableRow>`
      select ${TIMETABLE_COLUMNS} from timetables join routes on routes.id = timetables.route_id
      where timetables.id = ${id}`;
    return row && toTimetable(row);
  },

  async save(timetable) {
    await sql.changes`
      update timetables set route_id = ${await routeOf(sql, timetable)}, bus_id = ${timetable.busId},
        fare_paisa = ${timetable.fare}, departs = ${timetable.departs}, duration_minutes = ${timetable.durationMinutes},
        days = ${JSON.stringify(timetable.days)}, valid_from = ${timetable.validFrom},
        valid_until = ${timetable.validUntil}, except_dates = ${JSON.stringify(timetable.exceptDates)},
        boarding_points = ${fromPoints(timetable.boardingPoints)},
        dropping_points = ${fromPoints(timetable.droppingPoints)}, stops = ${fromStops(timetable)},
        fares = ${fromFares(timetable)}, generated_until = ${timetable.generatedUntil},
        clashes = ${JSON.stringify(timetable.clashes)}, due_on = ${timetable.dueOn},
        sale_opens_at = ${timetable.saleOpensAt}
      where id = ${timetable.id}`;
  },

  async trips(id, day) {
    const rows = await sql.rows<PlanRow>`
      select ${PLAN_COLUMNS} from schedules join routes on routes.id = schedules.route_id
      where schedules.timetable_id = ${id} and schedules.timetable_day >= ${day} order by schedules.timetable_day`;
    return rows.map(toPlannedTrip);
  },

  async lockTrips(ids, now) {
    await lockOverdue(sql, ids, now);
    await lockTrips(sql, ids);
    const rows = await inBatches(
      ids,
      (batch) => sql.rows<PlanRow>`
      select ${PLAN_COLUMNS} from schedules join routes on routes.id = schedules.route_id
      where schedules.id in ${list(batch)}`,
    );
    return rows.map(toPlannedTrip).sort((one, other) => one.id - other.id);
  },
});

const routeOf = async (sql: Sql, timetable: Pick<Timetable, 'sourceCityId' | 'destinationCityId'>): Promise<number> =>
  routeIn(await routesOf(sql, [timetable]), timetable);
