import type { KeptFor } from '../../../core/fleet/kept-seats.ts';
import type { SeatPlace } from '../../../core/fleet/seat-layout.ts';
import type { BusId, SeatId, SeatNumber } from '../../../core/kernel/ids.ts';
import type { SeatFacts } from '../../../core/seats/seat-map.ts';
import { type Sql, jsonBoolean, jsonRows, raw } from '../engine/sql.ts';

/** A seat of a seat map, with the state of a seat that is neither sold, held nor blocked. */
export type FreeSeat = SeatPlace & SeatFacts;

/** The layout of a bus at one revision of the catalogue. */
export interface BusLayout {
  readonly revision: number;
  readonly hasSeatMap: boolean;
  readonly totalSeats: number;
  readonly rows: number;
  readonly cols: number;
  readonly deckCount: number;
  /** The seats of the map, ordered by deck, row and column. */
  readonly seats: readonly FreeSeat[];
  /** Keys of the seats, in the order of the seat map. */
  readonly ids: readonly SeatId[];
}

interface Loaded {
  readonly revision: number;
  readonly has_seat_map: boolean;
  readonly total_seats: number;
  readonly seat_rows: number;
  readonly seat_cols: number;
  readonly deck_count: number;
  /** An array of SeatRow as JSON. */
  readonly seats: string | null;
}

type SeatRow = [SeatId, SeatNumber, number, number, number, string, boolean, KeptFor | null];

/** The highest number of buses whose seats are cached. A full cache takes some megabytes. */
const MOST = 1_000;

const free = ([, number, deck, row, col, type, isActive, keptFor]: SeatRow): FreeSeat => {
  const state = { isActive, isBooked: false, isBlocked: false, heldBy: 'nobody' } as const;
  return Object.freeze({ number, deck, row, col, type, ...state, ...(keptFor !== null && { keptFor }) });
};

async function load(read: Sql, bus: BusId): Promise<BusLayout> {
  const { dialect } = read;
  const columns = ['id', 'seat_number', 'deck', 'row_number', 'col_number', 'seat_type'].map(raw);
  const seats = jsonRows(
    dialect,
    [...columns, jsonBoolean(dialect, raw('is_active')), raw('kept_for')],
    raw('bus_seats where bus_seats.bus_id = buses.id and bus_seats.in_map and buses.has_seat_map'),
    raw('deck, row_number, col_number, id'),
  );
  const loaded = await read.one<Loaded>`
    select catalogue_revision.revision, has_seat_map, total_seats, seat_rows, seat_cols, deck_count, ${seats} as seats
    from catalogue_revision cross join buses where buses.id = ${bus}`;
  if (!loaded) throw new Error(`The bus ${bus} of a trip is not there.`);
  const rows = loaded.seats === null ? [] : (JSON.parse(loaded.seats) as SeatRow[]);
  return {
    revision: loaded.revision,
    hasSeatMap: loaded.has_seat_map,
    totalSeats: loaded.total_seats,
    rows: loaded.seat_rows,
    cols: loaded.seat_cols,
    deckCount: loaded.deck_count,
    seats: rows.map(free),
    ids: rows.map(([id]) => id),
  };
}

/**
 * Returns the layout of a bus. Uses the cached layout if it is of this revision; otherwise reads the present layout.
 */
export function keptLayouts(read: Sql): (bus: BusId, revision: number) => Promise<BusLayout> {
  const kept = new Map<BusId, BusLayout>();
  return async (bus, revision) => {
    const known = kept.get(bus);
    if (known?.revision === revision) return known;
    const layout = await load(read, bus);
    const [oldest] = kept.size < MOST ? [] : kept.keys();
    if (oldest !== undefined) kept.delete(oldest);
    kept.set(bus, layout);
    return layout;
  };
}
