import type { OperatorId, TripId } from '../../../core/kernel/ids.ts';
import type { Instant } from '../../../core/kernel/time.ts';
import type { AwaitedTrip, ListedWait, WaitViews } from '../../../core/line/ports.ts';
import { type Fragment, type Sql, fragment, jsonRows, raw } from '../engine/sql.ts';
import { WAIT_COLUMNS, type WaitRow, standing, toWait } from './wait-rows.ts';

interface Row extends WaitRow {
  readonly place: number;
  readonly status: AwaitedTrip['status'];
  readonly departure_time: Instant;
  readonly arrival_time: Instant;
  readonly source_city: string;
  readonly destination_city: string;
  readonly bus_name: string;
  readonly registration_no: string;
  readonly bus_type: string;
  readonly has_seat_map: boolean;
  readonly company_name: string;
}

interface LineRow {
  readonly operator_id: OperatorId;
  readonly people: number;
  readonly seats: number;
  readonly offered: number;
  /** An array of SectionRow as JSON. */
  readonly sections: string | null;
}

type SectionRow = [from: number, to: number, people: number, seats: number];

export const knexWaitViews = (sql: Sql): WaitViews => {
  /** A row of `trip_sections` has the cities and times of a section. A wait for the whole trip has none. */
  const read = async (which: Fragment, now: Instant): Promise<readonly ListedWait[]> => {
    const rows = await sql.rows<Row>`
      select ${WAIT_COLUMNS}, (
          select count(*) from waits as other
          where other.schedule_id = waits.schedule_id and ${standing('other', now)} and other.id <= waits.id
            and other.from_stop < waits.to_stop and other.to_stop > waits.from_stop) as place,
        schedules.status, coalesce(part.departure_time, schedules.departure_time) as departure_time,
        coalesce(part.arrival_time, schedules.arrival_time) as arrival_time,
        source.city_name as source_city, destination.city_name as destination_city,
        buses.bus_name, buses.registration_no, buses.bus_type, buses.has_seat_map, operators.company_name
      from waits join schedules on schedules.id = waits.schedule_id
        left join trip_sections as part on part.schedule_id = waits.schedule_id
          and part.from_stop = waits.from_stop and part.to_stop = waits.to_stop
        join routes on routes.id = coalesce(part.route_id, schedules.route_id)
        join cities as source on source.id = routes.source_city_id
        join cities as destination on destination.id = routes.destination_city_id
        join buses on buses.id = schedules.bus_id join operators on operators.id = buses.operator_id
      where ${which} and ${standing('waits', now)} order by waits.id desc`;
    return rows.map(toListed);
  };

  return {
    own: (user, now) => read(fragment`waits.user_id = ${user}`, now),

    async find(id, now) {
      const [wait] = await read(fragment`waits.id = ${id}`, now);
      return wait;
    },

    async line(trip, now) {
      const row = await sql.one<LineRow>`
        select buses.operator_id, count(waits.id) as people, coalesce(sum(waits.seats), 0) as seats,
          coalesce(sum(case when waits.offered_until is null then 0 else waits.seats end), 0) as offered,
          ${sectionsOf(sql, trip, now)} as sections
        from schedules join buses on buses.id = schedules.bus_id
          left join waits on waits.schedule_id = schedules.id and ${standing('waits', now)}
        where schedules.id = ${trip} group by buses.operator_id`;
      return (
        row && {
          operatorId: row.operator_id,
          people: row.people,
          seats: row.seats,
          offered: row.offered,
          sections: (JSON.parse(row.sections ?? '[]') as SectionRow[]).map(([from, to, people, seats]) => ({
            from,
            to,
            people,
            seats,
          })),
        }
      );
    },
  };
};

const sectionsOf = ({ dialect }: Pick<Sql, 'dialect'>, trip: TripId, now: Instant): Fragment =>
  jsonRows(
    dialect,
    ['from_stop', 'to_stop', 'people', 'seats'].map((column) => raw(column)),
    fragment`(
      select from_stop, to_stop, count(*) as people, sum(seats) as seats from waits
      where schedule_id = ${trip} and ${standing('waits', now)}
      group by from_stop, to_stop order by from_stop, to_stop) as sections`,
  );

const toListed = (row: Row): ListedWait => ({
  ...toWait(row),
  position: row.place,
  trip: {
    status: row.status,
    departsAt: row.departure_time,
    arrivesAt: row.arrival_time,
    sourceCity: row.source_city,
    destinationCity: row.destination_city,
    busName: row.bus_name,
    registrationNo: row.registration_no,
    busType: row.bus_type,
    companyName: row.company_name,
    hasSeatMap: row.has_seat_map,
  },
});
