import type { BusId, OperatorId, TripId } from '../../core/kernel/ids.ts';
import type { Paisa } from '../../core/kernel/money.ts';
import type { Instant } from '../../core/kernel/time.ts';
import type { TripRepo } from '../../core/trips/ports.ts';
import type { ApprovalStatus, TripStatus } from '../../core/trips/trip.ts';
import { list } from './sql.ts';
import type { Sql } from './sql.ts';

interface Row {
  readonly id: TripId;
  readonly status: TripStatus;
  readonly fare_paisa: Paisa;
  readonly departure_time: Instant;
  readonly arrival_time: Instant;
  readonly bus_id: BusId;
  readonly operator_id: OperatorId;
  readonly approval_status: ApprovalStatus;
  readonly total_seats: number;
  readonly has_seat_map: boolean | number;
}

/** Rows of `schedules`. `places_taken` is changed by single conditional updates: however many ask at once, none of them oversells. */
export const knexTrips = (sql: Sql): TripRepo => ({
  async find(id) {
    const row = await sql.one<Row>`
      select s.id, s.status, s.fare_paisa, s.departure_time, s.arrival_time,
             b.id as bus_id, b.operator_id, b.approval_status, b.total_seats, b.has_seat_map
      from schedules s join buses b on b.id = s.bus_id where s.id = ${id}`;
    return row && {
      id: row.id, status: row.status, fare: row.fare_paisa, departsAt: row.departure_time, arrivesAt: row.arrival_time,
      bus: {
        id: row.bus_id, operatorId: row.operator_id, approvalStatus: row.approval_status,
        totalSeats: row.total_seats, hasSeatMap: Boolean(row.has_seat_map),
      },
    };
  },

  async takePlaces(id, count) {
    return 1 === await sql.changes`
      update schedules set places_taken = places_taken + ${count}
      where id = ${id} and places_taken + ${count} <= (select total_seats from buses where buses.id = schedules.bus_id)`;
  },

  async placesLeft(id) {
    const row = await sql.one<{ left: number }>`
      select buses.total_seats - schedules.places_taken as "left" from schedules join buses on buses.id = schedules.bus_id where schedules.id = ${id}`;
    return Math.max(0, row?.left ?? 0);
  },

  async freePlaces(id, count) {
    sql.post`update schedules set places_taken = places_taken - ${count} where id = ${id} and places_taken >= ${count}`;
  },
});

/** Which of the trips, all yet to come, have a booking that takes seats: a look at the partial indexes `bookings_waiting_by_trip` and `bookings_ahead`. */
export async function tripsSold(sql: Sql, trips: readonly TripId[]): Promise<ReadonlySet<TripId>> {
  if (trips.length === 0) return new Set();
  const rows = await sql.rows<{ id: TripId }>`
    select schedule_id as id from bookings where schedule_id in ${list(trips)} and booking_status = 'PENDING_PAYMENT'
    union
    select schedule_id as id from bookings where schedule_id in ${list(trips)} and booking_status in ('CONFIRMED', 'CHECKED_IN')`;
  return new Set(rows.map(({ id }) => id));
}
