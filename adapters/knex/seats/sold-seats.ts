import type { BookingId, SeatId, SeatNumber } from '../../../core/kernel/ids.ts';
import type { SoldSeat, SoldSeats } from '../../../core/seats/sold-seats.ts';
import type { TransactionNeeds } from '../../../core/stores.ts';
import { type Sql, inBatches, list, tuples } from '../engine/sql.ts';

interface Row {
  readonly id: SeatId;
  readonly booking_id: BookingId;
  readonly seat_number: SeatNumber;
  readonly deck: number;
  readonly row_number: number;
  readonly col_number: number;
  readonly seat_type: string;
  readonly from_stop: number;
  readonly to_stop: number;
}

/** Reads and moves sold seats: the active rows of `booking_seats`. */
export const knexSoldSeats = (
  sql: Sql,
  { manifestChanged, happened }: Pick<TransactionNeeds, 'manifestChanged' | 'happened'>,
): SoldSeats => ({
  async of(trip) {
    const rows = await sql.rows<Row>`
      select bus_seats.id, sold.booking_id, bus_seats.seat_number, bus_seats.deck, bus_seats.row_number,
        bus_seats.col_number, bus_seats.seat_type, sold.from_stop, sold.to_stop
      from booking_seats as sold join bus_seats on bus_seats.id = sold.seat_id
      where sold.schedule_id = ${trip} and sold.active
      order by bus_seats.in_map desc, bus_seats.deck, bus_seats.row_number, bus_seats.col_number, bus_seats.id,
        sold.from_stop`;
    return rows.map(toSoldSeat);
  },

  async move(trip, moves) {
    if (moves.length === 0) return;
    // Ends these sales for a moment. A passenger's new seat may be another passenger's old seat, and the unique index
    // is checked row by row.
    const left = await inBatches([...new Set(moves.map(({ bookingId }) => bookingId))], async (batch) => [
      await sql.changes`
        update booking_seats set active = ${false}
        where schedule_id = ${trip} and active and booking_id in ${list(batch)}`,
    ]);
    const moved = await inBatches(moves, async (batch) => [
      await sql.changes`
        update booking_seats set seat_id = given.wanted, active = ${true}
        from (select cast(column1 as integer) as booking, cast(column2 as integer) as present,
            cast(column3 as integer) as wanted
          from (values ${tuples(batch.map(({ bookingId, from, to }) => [bookingId, from, to]))}) as rows) as given
        where booking_seats.booking_id = given.booking and booking_seats.seat_id = given.present`,
    ]);
    if (total(left) !== moves.length || total(moved) !== moves.length)
      throw new Error(`The seats of trip ${trip} are not those that were to be moved.`);
    manifestChanged({ of: 'trip', id: trip });
    for (const id of await withOtherSeats(sql, moves))
      happened({ of: 'booking', id, did: 'changed', what: 'seats_moved' });
  },
});

/** The bookings of which a seat gets another number. The same number on another bus is the same seat for passengers. */
async function withOtherSeats(sql: Sql, moves: Parameters<SoldSeats['move']>[1]): Promise<readonly BookingId[]> {
  const rows = await inBatches(
    [...new Set(moves.flatMap(({ from, to }) => [from, to]))],
    (batch) => sql.rows<Pick<Row, 'id' | 'seat_number'>>`
      select id, seat_number from bus_seats where id in ${list(batch)}`,
  );
  const numbers = new Map(rows.map((row) => [row.id, row.seat_number]));
  const moved = moves.filter(({ from, to }) => numbers.get(from) !== numbers.get(to));
  return [...new Set(moved.map(({ bookingId }) => bookingId))];
}

const total = (counts: readonly number[]): number => counts.reduce((sum, count) => sum + count, 0);

const toSoldSeat = (row: Row): SoldSeat => ({
  id: row.id,
  bookingId: row.booking_id,
  number: row.seat_number,
  deck: row.deck,
  row: row.row_number,
  col: row.col_number,
  type: row.seat_type,
  section: { from: row.from_stop, to: row.to_stop },
});
