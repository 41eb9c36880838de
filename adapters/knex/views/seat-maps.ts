import type { SeatNumber, UserId } from '../../../core/kernel/ids.ts';
import type { Paisa } from '../../../core/kernel/money.ts';
import type { SeatMaps } from '../../../core/seats/ports.ts';
import { lapsedPlaces, stillSold } from '../repos/seat-rows.ts';
import type { Sql } from '../engine/sql.ts';

interface Row {
  readonly fare_paisa: Paisa;
  readonly has_seat_map: boolean;
  readonly total_seats: number;
  readonly places_taken: number;
  readonly places_lapsed: number;
  readonly seat_rows: number;
  readonly seat_cols: number;
  readonly deck_count: number;
}

interface SeatRow extends Row {
  readonly seat_number: SeatNumber;
  readonly deck: number;
  readonly row_number: number;
  readonly col_number: number;
  readonly seat_type: string;
  readonly is_active: boolean;
  readonly is_sold: boolean;
  readonly locked_by: UserId | null;
}

export const knexSeatMaps = (sql: Sql): SeatMaps => ({
  async view(trip, viewer, now) {
    const rows = await sql.rows<SeatRow | (Row & { readonly seat_number: null })>`
      select schedules.fare_paisa, buses.has_seat_map, buses.total_seats, schedules.places_taken, case when buses.has_seat_map then 0
          else ${lapsedPlaces('schedules', now)} end as places_lapsed,
        buses.seat_rows, buses.seat_cols, buses.deck_count,
        bus_seats.seat_number, bus_seats.deck, bus_seats.row_number, bus_seats.col_number, bus_seats.seat_type, bus_seats.is_active,
        sold.id is not null as is_sold, seat_locks.locked_by
      from schedules join buses on buses.id = schedules.bus_id
      left join bus_seats on bus_seats.bus_id = buses.id and bus_seats.in_map and buses.has_seat_map
      left join booking_seats as sold on sold.schedule_id = schedules.id and sold.seat_id = bus_seats.id and ${stillSold(now)}
      left join seat_locks on seat_locks.schedule_id = schedules.id and seat_locks.seat_id = bus_seats.id and seat_locks.expires_at > ${now}
      where schedules.id = ${trip}
      order by bus_seats.deck, bus_seats.row_number, bus_seats.col_number, bus_seats.id`;
    const [first] = rows;
    if (!first) return undefined;
    if (!first.has_seat_map) {
      const seatsLeft = Math.max(0, first.total_seats - first.places_taken + first.places_lapsed);
      return { hasSeatMap: false, fare: first.fare_paisa, totalSeats: first.total_seats, seatsLeft };
    }
    return {
      hasSeatMap: true,
      fare: first.fare_paisa,
      rows: first.seat_rows,
      cols: first.seat_cols,
      deckCount: first.deck_count,
      seats: rows.flatMap((row) =>
        row.seat_number === null
          ? []
          : [
              {
                number: row.seat_number,
                deck: row.deck,
                row: row.row_number,
                col: row.col_number,
                type: row.seat_type,
                isActive: row.is_active,
                isBooked: row.is_sold,
                heldBy: row.locked_by === null ? 'nobody' : row.locked_by === viewer ? 'me' : 'another',
              },
            ],
      ),
    };
  },
});
