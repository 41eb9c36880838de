/* The rows that the minimal server reads, and its answers, which equal those of the service. */

export const MINUTE = 60_000;
export const HOLD_MS = 10 * MINUTE;

export interface Trip {
  readonly [column: string]: unknown;
  readonly id: number;
  readonly departure_time: number;
  readonly arrival_time: number;
  readonly fare_paisa: number;
  readonly operator_id: number;
  readonly commission_rate_bp: number | null;
  readonly cancellation_tiers: string | null;
}

export interface Booking {
  readonly booking_id: number;
  readonly booking_code: string;
  readonly booking_status: string;
  readonly total_amount_paisa: number;
  readonly payment_deadline: number;
  readonly booked_at: number;
}

export interface Payment {
  readonly id: number;
  readonly booking_id: number;
  readonly amount_paisa: number;
  readonly status: string;
  readonly booking_status: string;
  readonly payment_deadline: number;
}

export type Seat = { readonly seat_id: number; readonly seat_number: string; readonly expires_at: number };

/** Makes an error that Koa answers with this status and message. */
export const refused = (status: number, message: string): Error =>
  Object.assign(new Error(message), { status, expose: true });

export const iso = (at: number): string => new Date(at).toISOString();

const tripOf = (row: Trip) => ({
  source_city: row['source_city'],
  destination_city: row['destination_city'],
  departure_time: iso(row.departure_time),
  arrival_time: iso(row.arrival_time),
});

export function listed(row: Trip) {
  const { bus_name, registration_no, bus_type, total_seats, rating_sum, rating_count } = row;
  return {
    id: row.id,
    ...tripOf(row),
    duration_minutes: Math.round((row.arrival_time - row.departure_time) / MINUTE),
    fare: row.fare_paisa / 100,
    status: row['status'],
    seats_left: Math.max(0, Number(row['seats_left'])),
    bus: {
      id: row['bus_id'],
      bus_name,
      registration_no,
      bus_type,
      total_seats,
      has_seat_map: Boolean(row['has_seat_map']),
    },
    operator: { id: row['company_id'], company_name: row['company_name'] },
    rating_avg: rating_count === 0 ? null : Math.round((10 * Number(rating_sum)) / Number(rating_count)) / 10,
    rating_count,
  };
}

export const booked = (booking: Booking, trip: Trip, seats: readonly string[], payment: string | null) => ({
  id: booking.booking_id,
  booking_code: booking.booking_code,
  booking_status: booking.booking_status,
  schedule_id: trip.id,
  trip: {
    ...tripOf(trip),
    bus_name: trip['bus_name'],
    registration_no: trip['registration_no'],
    bus_type: trip['bus_type'],
    company_name: trip['company_name'],
  },
  seats_count: seats.length,
  seats: seats.map((seat_number) => ({
    seat_number,
    passenger_name: '',
    passenger_age: null,
    passenger_gender: null,
    boarding_point: '',
    dropping_point: '',
  })),
  total_amount: booking.total_amount_paisa / 100,
  payment_status: payment,
  payment_deadline: iso(booking.payment_deadline),
  booked_at: iso(booking.booked_at),
  cancel_reason: null,
  cancelled_by: null,
  cancelled_at: null,
  cancellation_fee_amount: null,
  refunds: [],
  rating: null,
});

export function seatMapOf(rows: readonly Record<string, unknown>[]) {
  const [first] = rows;
  return {
    has_seat_map: true,
    rows: first?.['seat_rows'],
    cols: first?.['seat_cols'],
    deck_count: first?.['deck_count'],
    fare: Number(first?.['fare_paisa']) / 100,
    seats: rows.map((row) => ({
      seat_number: row['seat_number'],
      deck: row['deck'],
      row: row['row_number'],
      col: row['col_number'],
      seat_type: row['seat_type'],
      status: statusOf(row),
    })),
    lock_minutes: HOLD_MS / MINUTE,
  };
}

function statusOf(row: Readonly<Record<string, unknown>>): string {
  if (row['sold'] !== null) return 'BOOKED';
  if (row['locked_by'] !== null) return 'LOCKED';
  return row['is_blocked'] ? 'BLOCKED' : 'AVAILABLE';
}
