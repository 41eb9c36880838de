import type { BookedSeat, BookedSeats } from '../../../core/bookings/booked-seats.ts';
import { searchKeyOf } from '../../../core/bookings/booking-code.ts';
import type { BookingId, SeatId, SeatNumber, TripId } from '../../../core/kernel/ids.ts';
import { sum } from '../../../core/kernel/money.ts';
import type { Instant } from '../../../core/kernel/time.ts';
import type { Need, Wish } from '../../../core/seats/sold-passenger.ts';
import type { TransactionNeeds } from '../../../core/stores.ts';
import { type FreedRow, isFreeAfterSale, SEAT_NUMBER, sectionOf, toFreedSeats } from '../trips/seat-rows.ts';
import { ARRIVES } from '../trips/section-times.ts';
import { type Sql, list, tuples } from '../engine/sql.ts';

interface Row {
  readonly seat_id: SeatId;
  readonly seat_number: SeatNumber;
  readonly passenger_name: string;
  readonly passenger_age: number | null;
  readonly passenger_gender: BookedSeat['gender'];
  readonly boarding_point: string;
  readonly dropping_point: string;
  readonly need: Need | null;
  readonly wish: Wish | null;
  readonly name_changes: number;
  readonly boarded_at: Instant | null;
}

/** Reads and writes booked seats: the active rows of `booking_seats`. */
export const knexBookedSeats = (
  sql: Sql,
  { manifestChanged, happened, lineChanged }: Pick<TransactionNeeds, 'manifestChanged' | 'happened' | 'lineChanged'>,
): BookedSeats => ({
  async of(booking) {
    const rows = await sql.rows<Row>`
      select sold.seat_id, bus_seats.seat_number, sold.passenger_name, sold.passenger_age, sold.passenger_gender,
        sold.boarding_point, sold.dropping_point, sold.need, sold.wish, sold.name_changes, sold.boarded_at
      from booking_seats as sold join bus_seats on bus_seats.id = sold.seat_id
      where sold.booking_id = ${booking} and sold.active
      order by bus_seats.deck, bus_seats.row_number, bus_seats.col_number, bus_seats.id`;
    return rows.map(toBookedSeat);
  },

  async savePassengers({ id, tripId, ...booking }, seats) {
    const isTold = await changesNamesOrPoints(sql, id, seats);
    await sql.changes`
      update booking_seats set passenger_name = given.name, passenger_age = given.age, passenger_gender = given.gender,
        boarding_point = given.boarding, dropping_point = given.dropping, name_changes = given.changes, need = given.need, wish = given.wish
      from (select cast(column1 as integer) as seat, column2 as name, cast(column3 as integer) as age,
          column4 as gender, column5 as boarding, column6 as dropping, cast(column7 as integer) as changes,
          column8 as need, column9 as wish
        from (values ${tuples(seats.map(columnsOf))}) as rows) as given
      where booking_seats.booking_id = ${id} and booking_seats.seat_id = given.seat and booking_seats.active`;
    const names = seats.map(({ name }) => name);
    await sql.changes`
      update bookings set search_key = ${searchKeyOf(booking, names)}, calendar_sequence = calendar_sequence + 1
      where id = ${id}`;
    manifestChanged({ of: 'trip', id: tripId });
    if (isTold) happened({ of: 'booking', id, did: 'changed', what: 'passengers' });
  },

  async giveUp(booking, seats, now) {
    happened({ of: 'booking', id: booking, did: 'changed', what: 'seats_moved' });
    const rows = await sql.rows<FreedRow & { readonly schedule_id: TripId }>`
      delete from booking_seats where booking_id = ${booking} and active and exists (
        select 1 from bus_seats where bus_seats.id = booking_seats.seat_id and bus_seats.seat_number in ${list(seats)})
      returning schedule_id, ${SEAT_NUMBER}, ${sectionOf('booking_seats')}, ${isFreeAfterSale(now)} as is_free`;
    if (rows[0]) lineChanged({ of: 'freed', tripId: rows[0].schedule_id, at: now });
    return toFreedSeats(rows);
  },

  async saveRest({ id, tripId }, { seatsCount, total, commission, operatorEarning, parts }) {
    const [amount, fee] = [sum(parts.map((part) => part.amount)), sum(parts.map((part) => part.fee))];
    await sql.changes`
      update bookings set seats_count = ${seatsCount}, total_amount_paisa = ${total},
        commission_amount_paisa = ${commission}, operator_earning_paisa = ${operatorEarning},
        cancelled_parts = ${JSON.stringify(parts)}, parts_amount_paisa = ${amount}, parts_fee_paisa = ${fee},
        calendar_sequence = calendar_sequence + 1
      where id = ${id}`;
    manifestChanged({ of: 'trip', id: tripId });
    happened({ of: 'booking', id, did: 'changed', what: 'seats_cancelled' });
  },

  pruneWishes: (before, limit) => sql.changes`
    update booking_seats set need = null, wish = null where id in (
      select sold.id from booking_seats as sold
        join bookings on bookings.id = sold.booking_id join schedules on schedules.id = bookings.schedule_id
      where (sold.need is not null or sold.wish is not null) and ${ARRIVES} <= ${before}
      limit ${limit})`,
});

/** Whether a seat would get another name, or another boarding or dropping point. */
async function changesNamesOrPoints(sql: Sql, booking: BookingId, seats: readonly BookedSeat[]): Promise<boolean> {
  const rows = await sql.rows<Pick<Row, 'seat_id' | 'passenger_name' | 'boarding_point' | 'dropping_point'>>`
    select seat_id, passenger_name, boarding_point, dropping_point from booking_seats
    where booking_id = ${booking} and active`;
  const before = new Map(rows.map((row) => [row.seat_id, row]));
  return seats.some(({ id, name, boardingPoint, droppingPoint }) => {
    const row = before.get(id);
    return (
      row !== undefined &&
      (row.passenger_name !== name || row.boarding_point !== boardingPoint || row.dropping_point !== droppingPoint)
    );
  });
}

const columnsOf = ({ id, name, age, gender, boardingPoint, droppingPoint, nameChanges, need, wish }: BookedSeat) =>
  [id, name, age, gender, boardingPoint, droppingPoint, nameChanges, need ?? null, wish ?? null] as const;

const toBookedSeat = (row: Row): BookedSeat => ({
  id: row.seat_id,
  seat: row.seat_number,
  name: row.passenger_name,
  age: row.passenger_age,
  gender: row.passenger_gender,
  boardingPoint: row.boarding_point,
  droppingPoint: row.dropping_point,
  ...(row.need && { need: row.need }),
  ...(row.wish && { wish: row.wish }),
  nameChanges: row.name_changes,
  boardedAt: row.boarded_at,
});
