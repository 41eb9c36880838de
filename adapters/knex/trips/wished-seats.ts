import type { SeatNumber } from '../../../core/kernel/ids.ts';
import type { WishedSeat, Wish } from '../../../core/seats/sold-passenger.ts';
import { type Fragment, raw } from '../engine/sql.ts';

export type WishRow = [wish: Wish | null, left: SeatNumber | null, right: SeatNumber | null];

const neighbour = (sold: string, column: string): Fragment =>
  raw(`case when ${sold}.wish is not null then (
    select beside.seat_number from bus_seats as beside
    where beside.bus_id = bus_seats.bus_id and beside.deck = bus_seats.deck and beside.row_number = bus_seats.row_number
      and beside.col_number = ${column} and beside.in_map and beside.is_active) end`);

/**
 * The columns of a WishRow, of a sale called `sold` that is joined with its seat in `bus_seats`. Seats side by side are
 * read for a passenger with a wish alone.
 */
export const wishColumns = (sold: 'seat' | 'booking_seats'): readonly Fragment[] => [
  raw(`${sold}.wish`),
  neighbour(sold, 'bus_seats.col_number - 1'),
  neighbour(sold, 'bus_seats.col_number + 1'),
];

export const toWishedSeat = ([wish, left, right]: WishRow): WishedSeat => ({
  ...(wish && { wish }),
  beside: [left, right].filter((seat) => seat !== null),
});
