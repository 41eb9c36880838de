import type { CrewTrip, CrewTripViews } from '../../../core/boarding/crew-trip.ts';
import { EARLIEST_HOURS } from '../../../core/boarding/judge-scan.ts';
import type { OperatorId, TripId } from '../../../core/kernel/ids.ts';
import { type Instant, daysAfter, hoursAfter } from '../../../core/kernel/time.ts';
import type { TripStatus } from '../../../core/trips/trip.ts';
import { type Sql, fragment, raw } from '../engine/sql.ts';
import { toCrew } from '../trips/trip-crews.ts';

export interface CrewTripRow {
  readonly id: TripId;
  readonly operator_id: OperatorId;
  readonly source_city: string;
  readonly destination_city: string;
  readonly departure_time: Instant;
  readonly arrival_time: Instant;
  readonly status: TripStatus;
  readonly departed_at: Instant | null;
  readonly bus_name: string;
  readonly registration_no: string;
  readonly sold: number;
  readonly boarded: number;
  readonly crew: string;
}

/** The bookings `b` of a trip whose passengers have a ticket. */
export const TICKETED = raw(`b.schedule_id = s.id and b.booking_status in ('CONFIRMED', 'CHECKED_IN', 'COMPLETED')`);

/**
 * Columns of a trip for the crew, from a row of `schedules` called `s`. On a bus without a seat map, boarded passengers
 * have a row in `booking_places`.
 */
export const CREW_TRIP_COLUMNS = fragment`
  s.id, s.operator_id, source.city_name as source_city, destination.city_name as destination_city, s.departure_time,
  s.arrival_time, s.status, s.departed_at, s.crew, bus.bus_name, bus.registration_no,
  cast((select coalesce(sum(b.seats_count), 0) from bookings b where ${TICKETED}) as integer) as sold,
  cast((
    select count(*) from booking_seats seat
    where seat.schedule_id = s.id and seat.active and seat.boarded_at is not null) + (
    select count(*) from bookings b join booking_places place on place.booking_id = b.id
    where ${TICKETED} and place.boarded_at is not null) as integer) as boarded`;

export const CREW_TRIP_JOINS = raw(`
  join routes on routes.id = s.route_id
  join cities source on source.id = routes.source_city_id
  join cities destination on destination.id = routes.destination_city_id
  join buses bus on bus.id = s.bus_id`);

/** The longest journey of a bus, in days. */
const LONGEST_DAYS = 3;

export const knexCrewTrips = (read: Sql): CrewTripViews => ({
  async list(operatorId, { start, end }, underWayAt) {
    const isOfTheDay = fragment`s.departure_time >= ${start} and s.departure_time < ${end}`;
    const isListed =
      underWayAt === undefined
        ? isOfTheDay
        : fragment`(${isOfTheDay} or s.status = 'ACTIVE' and s.arrival_time > ${underWayAt}
            and (s.departure_time < ${start} or s.departed_at is not null))`;
    const rows = await read.rows<CrewTripRow>`
      select ${CREW_TRIP_COLUMNS} from schedules s ${CREW_TRIP_JOINS}
      where s.operator_id = ${operatorId} and s.departure_time >= ${daysAfter(start, -LONGEST_DAYS)}
        and s.departure_time < ${hoursAfter(end, EARLIEST_HOURS)} and ${isListed}
      order by s.departure_time, s.id`;
    return rows.map(toCrewTrip);
  },

  async find(id) {
    const row = await read.one<CrewTripRow>`
      select ${CREW_TRIP_COLUMNS} from schedules s ${CREW_TRIP_JOINS} where s.id = ${id}`;
    return row && toCrewTrip(row);
  },
});

export const toCrewTrip = (row: CrewTripRow): CrewTrip => ({
  id: row.id,
  operatorId: row.operator_id,
  sourceCity: row.source_city,
  destinationCity: row.destination_city,
  departsAt: row.departure_time,
  arrivesAt: row.arrival_time,
  status: row.status,
  departedAt: row.departed_at,
  busName: row.bus_name,
  registrationNo: row.registration_no,
  sold: row.sold,
  boarded: row.boarded,
  crew: toCrew(row.crew),
});
