import type { Booking, BookingStatus } from '../../core/bookings/booking.ts';
import { MOVES } from '../../core/bookings/booking.ts';
import type { BookingRepo } from '../../core/bookings/ports.ts';
import type { BookingId, TripId, UserId } from '../../core/kernel/ids.ts';
import type { BasisPoints, Paisa } from '../../core/kernel/money.ts';
import type { Instant } from '../../core/kernel/time.ts';
import { forUpdate, forUpdateSkipLocked, list, raw } from './sql.ts';
import type { Sql } from './sql.ts';

export interface BookingRow {
  readonly id: BookingId;
  readonly booking_code: string;
  readonly user_id: UserId;
  readonly schedule_id: TripId;
  readonly seats_count: number;
  readonly total_amount_paisa: Paisa;
  readonly commission_rate_bp: BasisPoints;
  readonly commission_amount_paisa: Paisa;
  readonly operator_earning_paisa: Paisa;
  readonly booking_status: BookingStatus;
  readonly payment_deadline: Instant;
  readonly booked_at: Instant;
}

/** The columns of a BookingRow. */
export const BOOKING_COLUMNS = raw([
  'id', 'booking_code', 'user_id', 'schedule_id', 'seats_count', 'total_amount_paisa', 'commission_rate_bp', 'commission_amount_paisa',
  'operator_earning_paisa', 'booking_status', 'payment_deadline', 'booked_at',
].map((column) => `bookings.${column}`).join(', '));

export const toBooking = (row: BookingRow): Booking => ({
  id: row.id,
  code: row.booking_code,
  userId: row.user_id,
  tripId: row.schedule_id,
  seatsCount: row.seats_count,
  total: row.total_amount_paisa,
  commissionRate: row.commission_rate_bp,
  commission: row.commission_amount_paisa,
  operatorEarning: row.operator_earning_paisa,
  status: row.booking_status,
  paymentDeadline: row.payment_deadline,
  bookedAt: row.booked_at,
});

/** Rows of `bookings`, unique by their code. What waits for its payment is in the index `bookings_waiting`, what is paid and not yet over in `bookings_ahead`. */
export const knexBookings = (sql: Sql): BookingRepo => ({
  async add(booking) {
    const row = await sql.one<{ id: BookingId }>`
      insert into bookings (booking_code, user_id, schedule_id, seats_count, total_amount_paisa, commission_rate_bp,
        commission_amount_paisa, operator_earning_paisa, booking_status, payment_deadline, booked_at)
      values (${booking.code}, ${booking.userId}, ${booking.tripId}, ${booking.seatsCount}, ${booking.total}, ${booking.commissionRate},
        ${booking.commission}, ${booking.operatorEarning}, 'PENDING_PAYMENT', ${booking.paymentDeadline}, ${booking.bookedAt})
      on conflict (booking_code) do nothing
      returning id`;
    return row?.id;
  },

  async find(id) {
    const row = await sql.one<BookingRow>`select ${BOOKING_COLUMNS} from bookings where id = ${id}`;
    return row && toBooking(row);
  },

  async findOwned(id, owner) {
    const row = await sql.one<BookingRow>`select ${BOOKING_COLUMNS} from bookings where id = ${id} and user_id = ${owner}`;
    return row && toBooking(row);
  },

  async lock(id) {
    const row = await sql.one<BookingRow>`select ${BOOKING_COLUMNS} from bookings where id = ${id} ${forUpdate(sql)}`;
    return row && toBooking(row);
  },

  async lockOwned(id, owner) {
    const row = await sql.one<BookingRow>`select ${BOOKING_COLUMNS} from bookings where id = ${id} and user_id = ${owner} ${forUpdate(sql)}`;
    return row && toBooking(row);
  },

  async move(id, move, cancellation) {
    const { from, to } = MOVES[move];
    const moved = cancellation
      ? await sql.changes`
          update bookings set booking_status = ${to}, cancel_reason = ${cancellation.reason}, cancelled_by = ${cancellation.by},
            cancelled_at = ${cancellation.at}, cancellation_fee_paisa = ${cancellation.fee}
          where id = ${id} and booking_status in ${list(from)}`
      : await sql.changes`update bookings set booking_status = ${to} where id = ${id} and booking_status in ${list(from)}`;
    return moved === 1;
  },

  async overdue(now, limit) {
    const rows = await sql.rows<BookingRow>`
      select ${BOOKING_COLUMNS} from bookings where booking_status = 'PENDING_PAYMENT' and payment_deadline <= ${now}
      order by payment_deadline, id limit ${limit} ${forUpdate(sql)}`;
    return rows.map(toBooking);
  },

  async arrived(now, limit) {
    const rows = await sql.rows<{ id: BookingId }>`
      select bookings.id from bookings join schedules on schedules.id = bookings.schedule_id
      where bookings.booking_status in ('CONFIRMED', 'CHECKED_IN') and schedules.arrival_time <= ${now}
      order by bookings.id limit ${limit} ${forUpdateSkipLocked(sql, 'bookings')}`;
    return rows.map(({ id }) => id);
  },
});
