import type { SectionedTrip } from '../../../core/audit/sections.ts';
import type { CityId } from '../../../core/kernel/ids.ts';
import type { Paisa } from '../../../core/kernel/money.ts';
import type { Instant } from '../../../core/kernel/time.ts';
import { type Sql, jsonRows, raw } from '../engine/sql.ts';
import { NO_STOPS, type RoadRow, toRoad } from '../trips/road.ts';

interface Row extends RoadRow {
  readonly id: number;
  readonly source_city_id: CityId;
  readonly destination_city_id: CityId;
  readonly departure_time: Instant;
  readonly arrival_time: Instant;
  readonly fare_paisa: Paisa;
  /** An array of SectionRow as JSON; null for a trip without sections. */
  readonly sections: string | null;
}

type SectionRow = [
  ...[from: number, to: number, sourceCityId: CityId, destinationCityId: CityId],
  ...[fare: Paisa, departsAt: Instant, arrivesAt: Instant],
];

/** Reads active trips with stops, or with rows of sections, together with these rows. */
export async function sectionedTrips(sql: Sql, after: number, limit: number): Promise<readonly SectionedTrip[]> {
  const sections = jsonRows(
    sql.dialect,
    [
      ...['part.from_stop', 'part.to_stop', 'part_routes.source_city_id', 'part_routes.destination_city_id'],
      ...['part.fare_paisa', 'part.departure_time', 'part.arrival_time'],
    ].map(raw),
    raw(
      'trip_sections part join routes part_routes on part_routes.id = part.route_id where part.schedule_id = schedules.id',
    ),
  );
  const rows = await sql.rows<Row>`
    select schedules.id, routes.source_city_id, routes.destination_city_id, schedules.departure_time, schedules.arrival_time,
      schedules.fare_paisa, schedules.stops, schedules.fares, ${sections} as sections
    from schedules join routes on routes.id = schedules.route_id
    where schedules.id > ${after} and schedules.status = 'ACTIVE' and (schedules.stops <> ${NO_STOPS.stops}
      or exists (select 1 from trip_sections where trip_sections.schedule_id = schedules.id))
    order by schedules.id limit ${limit}`;
  return rows.map((row) => ({
    id: row.id,
    sourceCityId: row.source_city_id,
    destinationCityId: row.destination_city_id,
    departsAt: row.departure_time,
    arrivesAt: row.arrival_time,
    fare: row.fare_paisa,
    ...toRoad(row),
    sections: (JSON.parse(row.sections ?? '[]') as SectionRow[]).map(
      ([from, to, sourceCityId, destinationCityId, fare, departsAt, arrivesAt]) => ({
        from,
        to,
        sourceCityId,
        destinationCityId,
        fare,
        departsAt,
        arrivesAt,
      }),
    ),
  }));
}
