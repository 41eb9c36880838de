import type { CompanyStatus } from '../../../core/accounts/membership.ts';
import type { ApprovalStatus, BusStatus } from '../../../core/fleet/bus.ts';
import type { Paisa } from '../../../core/kernel/money.ts';
import { listingOf } from '../../../core/kernel/page.ts';
import type { Instant } from '../../../core/kernel/time.ts';
import {
  type OfficeTrip,
  type OfficeTripFilter,
  type OfficeTrips,
  type TripFacts,
  officeTrip,
} from '../../../core/trips/office-trip.ts';
import { onePart } from '../../../core/trips/seat-counts.ts';
import { lastStop } from '../../../core/trips/sections.ts';
import { type Fragment, type Sql, fragment, list, padded, raw } from '../engine/sql.ts';
import { type PlanRow, planColumns, toPlannedTrip } from './planned-trips.ts';
import { behind, where } from '../engine/keyset.ts';
import { withStopCities } from './stop-cities.ts';
import { countRoads } from './road-counts.ts';
import {
  type CancellationRow,
  CANCELLATION_COLUMNS,
  CANCELLATION_JOINS,
  toCancellation,
} from './trip-cancellations.ts';
import { offeredPlaces } from './seat-rows.ts';
import { seatsBlocked, seatsHeld, seatsLeft } from './seats-left.ts';

interface Row extends PlanRow, CancellationRow {
  readonly papers_ok: boolean;
  readonly source_city: string;
  readonly destination_city: string;
  readonly bus_name: string;
  readonly registration_no: string;
  readonly bus_type: string;
  readonly total_seats: number;
  readonly active_seats: number;
  readonly has_seat_map: boolean;
  readonly approval_status: ApprovalStatus;
  readonly bus_status: BusStatus;
  readonly company_status: CompanyStatus;
  readonly seats_sold: number;
  readonly seats_held: number;
  readonly seats_blocked: number;
  readonly seats_left: number;
  readonly seats_boarded: number;
  readonly gross_paisa: Paisa;
}

const TAKEN = raw(`('PENDING_PAYMENT', 'CONFIRMED', 'CHECKED_IN', 'COMPLETED')`);
const PAID = raw(`('CONFIRMED', 'CHECKED_IN', 'COMPLETED')`);

/** The number of seats that active bookings take. */
const seatsSold = (now: Instant): Fragment => fragment`(
  select coalesce(sum(seats_count), 0) from bookings where bookings.schedule_id = s.id and booking_status in ${TAKEN}
    and not (booking_status = 'PENDING_PAYMENT' and payment_deadline <= ${now}))`;

const GROSS = fragment`(
  select cast(coalesce(sum(total_amount_paisa), 0) as bigint) from bookings
  where bookings.schedule_id = s.id and booking_status in ${PAID})`;

/** The number of seats whose passengers boarded and have not cancelled; on a bus without a seat map, of passengers. */
const BOARDED = fragment`((
  select count(*) from booking_seats where booking_seats.schedule_id = s.id and active and boarded_at is not null) + (
  select count(*) from bookings join booking_places on booking_places.booking_id = bookings.id
  where bookings.schedule_id = s.id and booking_status in ${PAID} and boarded_at is not null))`;

const columns = (now: Instant): Fragment => fragment`
  ${planColumns('s', 'r')}, s.papers_ok, source.city_name as source_city, destination.city_name as destination_city,
  b.bus_name, b.registration_no, b.bus_type, b.total_seats, b.active_seats, b.has_seat_map, b.approval_status, b.status as bus_status,
  o.status as company_status, ${seatsSold(now)} as seats_sold,
  case when b.has_seat_map then ${seatsHeld(now)} else ${offeredPlaces('s', now)} end as seats_held,
  ${seatsBlocked(now)} as seats_blocked, ${seatsLeft(now)} as seats_left,
  ${BOARDED} as seats_boarded,
  ${GROSS} as gross_paisa, ${CANCELLATION_COLUMNS}`;

const JOINS = fragment`
  join routes r on r.id = s.route_id
  join cities source on source.id = r.source_city_id
  join cities destination on destination.id = r.destination_city_id
  join buses b on b.id = s.bus_id
  join operators o on o.id = b.operator_id
  ${CANCELLATION_JOINS}`;

/** The columns by which the list of trips is ordered. */
const KEY = raw('schedules.departure_time, schedules.id');

/**
 * Conditions of the list of trips. The company's index is read in the list's order until the page is full. SQLite keeps
 * no statistics. A unary plus keeps SQLite from using the index of a bus or a route, whose rows would need sorting.
 */
function conditions(
  { dialect }: Pick<Sql, 'dialect'>,
  { operatorId, busId, status, sourceCityId, destinationCityId, departs }: OfficeTripFilter,
): readonly Fragment[] {
  const aside = (column: string): Fragment => raw(dialect === 'sqlite' ? `+${column}` : column);
  const ends = [
    ...(sourceCityId === undefined ? [] : [fragment`source_city_id = ${sourceCityId}`]),
    ...(destinationCityId === undefined ? [] : [fragment`destination_city_id = ${destinationCityId}`]),
  ];
  return [
    fragment`schedules.operator_id = ${operatorId}`,
    ...(busId === undefined ? [] : [fragment`${aside('schedules.bus_id')} = ${busId}`]),
    ...(status === undefined ? [] : [fragment`schedules.status = ${status}`]),
    ...(ends.length === 0 ? [] : [fragment`${aside('schedules.route_id')} in (select id from routes ${where(ends)})`]),
    ...(departs?.start === undefined ? [] : [fragment`schedules.departure_time >= ${departs.start}`]),
    ...(departs?.end === undefined ? [] : [fragment`schedules.departure_time < ${departs.end}`]),
  ];
}

export const knexOfficeTrips = (read: Sql): OfficeTrips => ({
  async list(filter, now, page) {
    const rows = await read.rows<Row>`
      with page as materialized (
        select schedules.id from schedules ${where([...conditions(read, filter), ...behind(KEY, page.after, 'asc')])}
        order by schedules.departure_time, schedules.id limit ${page.limit + 1})
      select ${columns(now)} from page cross join schedules s ${JOINS} where s.id = page.id
      order by s.departure_time, s.id`;
    return listingOf(await officeTrips(read, rows, now), page, ({ departsAt, id }) => [departsAt, id]);
  },

  async openingAt(moments, now) {
    const rows = await read.rows<Row>`
      select ${columns(now)} from schedules s ${JOINS}
      where s.sale_opens_at in ${list(padded(moments))} and s.status = 'ACTIVE' order by s.departure_time, s.id`;
    return officeTrips(read, rows, now);
  },

  async find(id, now) {
    const row = await read.one<Row>`select ${columns(now)} from schedules s ${JOINS} where s.id = ${id}`;
    const [trip] = await officeTrips(read, row ? [row] : [], now);
    return trip;
  },
});

async function officeTrips(read: Sql, rows: readonly Row[], now: Instant): Promise<readonly OfficeTrip[]> {
  const trips = await withStopCities(read, rows.map(toFacts));
  const counted = rows.flatMap((row, index) => {
    const parts = lastStop(trips[index] as TripFacts);
    const seats = row.has_seat_map ? row.active_seats : row.total_seats;
    return parts === 1 ? [] : [{ id: row.id, hasSeatMap: row.has_seat_map, parts, seats }];
  });
  const counts = await countRoads(read, counted, now);
  return trips.map((trip) => officeTrip({ ...trip, seats: { ...trip.seats, ...counts.get(trip.id) } }, now));
}

const toFacts = (row: Row): Omit<TripFacts, 'stopCities'> => ({
  ...toPlannedTrip(row),
  papersOk: row.papers_ok,
  source: { id: row.source_city_id, name: row.source_city },
  destination: { id: row.destination_city_id, name: row.destination_city },
  bus: {
    id: row.bus_id,
    name: row.bus_name,
    registrationNo: row.registration_no,
    type: row.bus_type,
    totalSeats: row.total_seats,
    hasSeatMap: row.has_seat_map,
    approvalStatus: row.approval_status,
    status: row.bus_status,
  },
  company: { status: row.company_status },
  seats: {
    ...onePart({
      sold: row.seats_sold,
      held: row.seats_held,
      blocked: row.seats_blocked,
      left: Math.max(0, row.seats_left),
    }),
    boarded: row.seats_boarded,
  },
  gross: row.gross_paisa,
  cancelled: row.status === 'CANCELLED' ? toCancellation(row) : null,
});
