import type { BookingOnRecord, Books, PaymentOnRecord, SeatOnRecord, SharedSeat, WrongTotal } from '../../core/audit/ports.ts';
import { ACTIVE_STATUSES } from '../../core/bookings/booking.ts';
import type { BookingId, PaymentId, SeatNumber, TripId } from '../../core/kernel/ids.ts';
import type { Paisa } from '../../core/kernel/money.ts';
import type { Instant } from '../../core/kernel/time.ts';
import type { PaymentStatus } from '../../core/payments/payment.ts';
import type { RefundReason } from '../../core/payments/ports.ts';
import { REQUIRED_DOCUMENTS } from '../../core/trips/trip.ts';
import { BOOKING_COLUMNS, toBooking } from './bookings.ts';
import type { BookingRow } from './bookings.ts';
import { fragment, list, raw } from './sql.ts';
import type { Fragment, Sql } from './sql.ts';

/** SQLite's booleans are numbers. */
type Flag = boolean | 0 | 1;

interface Row extends BookingRow {
  readonly has_seat_map: Flag;
  readonly departure_time: Instant;
  readonly arrival_time: Instant;
  readonly cancelled_by: string | null;
  readonly cancelled_at: Instant | null;
  readonly cancellation_fee_paisa: Paisa | null;
  /** JSON: an array of SeatRow. */
  readonly seats: string | null;
  /** JSON: an array of PaymentRow. */
  readonly payments: string | null;
}

type SeatRow = [SeatNumber, TripId, Flag, Instant | null];
type PaymentRow = [PaymentId, PaymentStatus, Paisa, RefundReason | null, Paisa, BookingId];

interface SharedRow {
  readonly trip: TripId;
  readonly seat: SeatNumber;
  readonly bookings: string;
}

const JSON_LIST: Readonly<Record<Sql['dialect'], (columns: string, from: string) => Fragment>> = {
  sqlite: (columns, from) => raw(`(select json_group_array(json_array(${columns})) from ${from})`),
  postgres: (columns, from) => raw(`(select cast(json_agg(json_build_array(${columns})) as text) from ${from})`),
};

/** Everything that is kept, each question one statement: what it sees is of one moment. */
export const knexBooks = (sql: Sql): Books => {
  const jsonList = JSON_LIST[sql.dialect];
  const seats = jsonList('bus_seats.seat_number, booking_seats.schedule_id, booking_seats.active, booking_seats.taken_until',
    'booking_seats join bus_seats on bus_seats.id = booking_seats.seat_id where booking_seats.booking_id = bookings.id');
  const payments = jsonList('payments.id, payments.status, payments.amount_paisa, refunds.reason, refunds.amount_paisa, refunds.booking_id',
    'payments left join refunds on refunds.payment_id = payments.id where payments.booking_id = bookings.id');
  const ids = raw(sql.dialect === 'sqlite' ? 'group_concat(bookings.id)' : `string_agg(cast(bookings.id as text), ',')`);

  const wrongTotal = async (table: WrongTotal['table'], column: string, kept: Fragment, counted: Fragment): Promise<readonly WrongTotal[]> =>
    (await sql.rows<Pick<WrongTotal, 'id' | 'kept' | 'counted'>>`
      select id, kept, counted from (select id, ${kept} as kept, ${counted} as counted from ${raw(table)}) as totals where kept <> counted order by id`)
      .map((row) => ({ table, column, ...row }));

  return {
    async bookings(after, limit) {
      const rows = await sql.rows<Row>`
        select ${BOOKING_COLUMNS}, bookings.cancelled_by, bookings.cancelled_at, bookings.cancellation_fee_paisa,
          buses.has_seat_map, schedules.departure_time, schedules.arrival_time, ${seats} as seats, ${payments} as payments
        from bookings join schedules on schedules.id = bookings.schedule_id join buses on buses.id = schedules.bus_id
        where bookings.id > ${after} order by bookings.id limit ${limit}`;
      return rows.map(toRecord);
    },

    async soldTwice() {
      const rows = await sql.rows<SharedRow>`
        select booking_seats.schedule_id as trip, min(bus_seats.seat_number) as seat, ${ids} as bookings
        from booking_seats join bookings on bookings.id = booking_seats.booking_id join bus_seats on bus_seats.id = booking_seats.seat_id
        where bookings.booking_status in ${list(ACTIVE_STATUSES)}
        group by booking_seats.schedule_id, booking_seats.seat_id having count(*) > 1 order by 1, 2`;
      return rows.map(toShared);
    },

    async wrongTotals() {
      const flag = (condition: Fragment): Fragment => fragment`case when ${condition} then 1 else 0 end`;
      return [
        ...await wrongTotal('operators', 'rating_sum', raw('rating_sum'), raw('(select coalesce(sum(stars), 0) from ratings where operator_id = operators.id)')),
        ...await wrongTotal('operators', 'rating_count', raw('rating_count'), raw('(select count(*) from ratings where operator_id = operators.id)')),
        ...await wrongTotal('buses', 'active_seats', raw('active_seats'),
          fragment`(select count(*) from bus_seats where bus_id = buses.id and bus_seats.is_active)`),
        ...await wrongTotal('buses', 'papers_complete', flag(raw('papers_complete')), flag(fragment`(
          select count(distinct type) from bus_documents
          where bus_id = buses.id and status = 'VERIFIED' and type in ${list(REQUIRED_DOCUMENTS)}) = ${REQUIRED_DOCUMENTS.length}`)),
        ...await wrongPlaces(),
      ];
    },

    async untold(before) {
      const rows = await sql.rows<{ id: number; topic: string; recorded_at: Instant }>`
        select id, topic, recorded_at from outbox where sent_at is null and recorded_at < ${before} order by id`;
      return rows.map(({ id, topic, recorded_at: recordedAt }) => ({ id, topic, recordedAt }));
    },
  };

  /** Counted in one go rather than a trip at a time: a catalogue has many trips, and few of them are booked. */
  async function wrongPlaces(): Promise<readonly WrongTotal[]> {
    const rows = await sql.rows<Pick<WrongTotal, 'id' | 'kept' | 'counted'>>`
      with taken as (
        select schedule_id, sum(seats_count) as places from bookings
        where booking_status in ${list(ACTIVE_STATUSES)} and not exists (select 1 from booking_seats where booking_seats.booking_id = bookings.id)
        group by schedule_id)
      select schedules.id, schedules.places_taken as kept, coalesce(taken.places, 0) as counted
      from schedules left join taken on taken.schedule_id = schedules.id
      where schedules.places_taken <> coalesce(taken.places, 0) order by schedules.id`;
    return rows.map((row) => ({ table: 'schedules', column: 'places_taken', ...row }));
  }
};

const toRecord = (row: Row): BookingOnRecord => ({
  ...toBooking(row),
  trip: { hasSeatMap: Boolean(row.has_seat_map), departsAt: row.departure_time, arrivesAt: row.arrival_time },
  cancelledBy: row.cancelled_by,
  cancelledAt: row.cancelled_at,
  cancellationFee: row.cancellation_fee_paisa,
  seats: (JSON.parse(row.seats ?? '[]') as SeatRow[]).map(toSeat),
  payments: (JSON.parse(row.payments ?? '[]') as PaymentRow[]).map(toPayment),
});

const toSeat = ([seat, tripId, active, takenUntil]: SeatRow): SeatOnRecord => ({ seat, tripId, isActive: Boolean(active), takenUntil });

const toPayment = ([id, status, amount, reason, refunded, bookingId]: PaymentRow): PaymentOnRecord =>
  ({ id, status, amount, refund: reason === null ? undefined : { reason, amount: refunded, bookingId } });

const toShared = ({ trip, seat, bookings }: SharedRow): SharedSeat =>
  ({ tripId: trip, seat, bookings: bookings.split(',').map((id) => Number(id) as BookingId).sort((one, other) => one - other) });
