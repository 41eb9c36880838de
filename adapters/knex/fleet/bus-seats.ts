import {
  type KeptSeat,
  type SeatMap,
  type WantedMap,
  type WantedSeat,
  activeSeats,
} from '../../../core/fleet/seat-layout.ts';
import type { KeptFor } from '../../../core/fleet/kept-seats.ts';
import type { BusId, SeatId, SeatNumber } from '../../../core/kernel/ids.ts';
import { type Fragment, type Sql, type SqlValue, fragment, inBatches, list, raw, tuples } from '../engine/sql.ts';

/*
 * The table `bus_seats`. Rows with `in_map` are the seat map of the bus, unique by number and by position. The other
 * rows were on the map before, and old tickets refer to them. Only seats of the map are active. The bus's row stores
 * the map's size and the number of active seats, so that searches need not count.
 */

interface SeatRow {
  readonly id: SeatId;
  readonly bus_id: BusId;
  readonly seat_number: SeatNumber;
  readonly deck: number;
  readonly row_number: number;
  readonly col_number: number;
  readonly seat_type: string;
  readonly is_active: boolean;
  readonly kept_for: KeptFor | null;
}

interface LayoutRow {
  readonly id: BusId;
  readonly seat_rows: number;
  readonly seat_cols: number;
  readonly deck_count: number;
}

const toSeat = (row: SeatRow): KeptSeat => ({
  id: row.id,
  number: row.seat_number,
  deck: row.deck,
  row: row.row_number,
  col: row.col_number,
  type: row.seat_type,
  isActive: row.is_active,
  ...(row.kept_for !== null && { keptFor: row.kept_for }),
});

/** The seat maps of buses that have one. */
export async function seatMapsOf(sql: Sql, buses: readonly BusId[]): Promise<ReadonlyMap<BusId, SeatMap>> {
  const layouts = await inBatches(
    buses,
    (batch) => sql.rows<LayoutRow>`
      select id, seat_rows, seat_cols, deck_count from buses where id in ${list(batch)} and has_seat_map`,
  );
  const seats = await inBatches(
    layouts,
    (batch) => sql.rows<SeatRow>`
      select id, bus_id, seat_number, deck, row_number, col_number, seat_type, is_active, kept_for
      from bus_seats where bus_id in ${list(batch.map(({ id }) => id))} and in_map
      order by bus_id, deck, row_number, col_number`,
  );
  const maps = new Map<BusId, SeatMap & { readonly seats: KeptSeat[] }>(
    layouts.map((row) => [row.id, { rows: row.seat_rows, cols: row.seat_cols, deckCount: row.deck_count, seats: [] }]),
  );
  for (const row of seats) maps.get(row.bus_id)?.seats.push(toSeat(row));
  return maps;
}

/** The condition of a seat whose number is not of capital letters and digits alone. */
export const unusualNumber = ({ dialect }: Pick<Sql, 'dialect'>): Fragment =>
  raw(dialect === 'sqlite' ? `seat_number glob '*[^A-Z0-9]*'` : `seat_number ~ '[^A-Z0-9]'`);

export async function saveSeatMap(sql: Sql, bus: BusId, map: WantedMap | null): Promise<void> {
  const seats = map?.seats ?? [];
  const staying = seats.filter((seat): seat is KeptSeat => seat.id !== undefined);
  // All seats are first taken off the map, so that two seats can swap their numbers or positions.
  const present = await sql.rows<Pick<SeatRow, 'id'>>`
    update bus_seats set in_map = ${false}, is_active = ${false} where bus_id = ${bus} and in_map returning id`;
  if (staying.length > 0) await putBack(sql, bus, staying);
  await forget(
    sql,
    present.map(({ id }) => id).filter((id) => !staying.some((seat) => seat.id === id)),
  );
  const added = seats.filter(({ id }) => id === undefined);
  if (added.length > 0) await insert(sql, bus, added);
  sql.post`
    update buses set has_seat_map = ${map !== null}, seat_rows = ${map?.rows ?? 0}, seat_cols = ${map?.cols ?? 0},
      deck_count = ${map?.deckCount ?? 0}, active_seats = ${map ? activeSeats(map) : 0} where id = ${bus}`;
}

const columnsOf = ({ number, deck, row, col, type, isActive, keptFor }: WantedSeat): readonly SqlValue[] => [
  ...[number, deck, row, col, type],
  isActive,
  keptFor ?? null,
];

async function putBack(sql: Sql, bus: BusId, seats: readonly KeptSeat[]): Promise<void> {
  const boolean = sql.dialect === 'postgres' ? fragment`cast(column7 as boolean)` : fragment`cast(column7 as integer)`;
  const count = await sql.changes`
    with wanted as (
      select cast(column1 as integer) as seat, cast(column2 as text) as number, cast(column3 as integer) as deck,
        cast(column4 as integer) as row_number, cast(column5 as integer) as col_number, cast(column6 as text) as type, ${boolean} as active,
        cast(column8 as text) as kept_for
      from (values ${tuples(seats.map((seat) => [seat.id, ...columnsOf(seat)]))}) as given)
    update bus_seats set in_map = ${true}, seat_number = wanted.number, deck = wanted.deck, row_number = wanted.row_number,
      col_number = wanted.col_number, seat_type = wanted.type, is_active = wanted.active,
      kept_for = wanted.kept_for
    from wanted where bus_seats.id = wanted.seat and bus_seats.bus_id = ${bus}`;
  if (count < seats.length) throw new Error(`The seat map of bus ${bus} names a seat that is not its own.`);
}

/** Deletes seats that were never held, booked or blocked. */
const forget = (sql: Sql, seats: readonly SeatId[]): Promise<unknown> =>
  inBatches(seats, async (batch) => [
    await sql.changes`
      delete from bus_seats where id in ${list(batch)}
        and not exists (select 1 from booking_seats where booking_seats.seat_id = bus_seats.id)
        and not exists (select 1 from seat_locks where seat_locks.seat_id = bus_seats.id)
        and not exists (select 1 from seat_blocks where seat_blocks.seat_id = bus_seats.id)`,
  ]);

const insert = (sql: Sql, bus: BusId, seats: readonly WantedSeat[]): Promise<unknown> =>
  inBatches(seats, async (batch) => [
    await sql.changes`
      insert into bus_seats (bus_id, seat_number, deck, row_number, col_number, seat_type, is_active, kept_for, in_map)
      values ${tuples(batch.map((seat) => [bus, ...columnsOf(seat), true]))}`,
  ]);
