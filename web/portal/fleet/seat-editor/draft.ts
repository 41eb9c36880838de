/*
 * A seat map while the user draws it. Rows count from the front, columns from the left (looking forward), and decks
 * from below. All three start at 1. Each change makes a new map, so that undo is easy.
 */

export interface Place {
  readonly deck: number;
  readonly row: number;
  readonly col: number;
}

export interface DraftSeat extends Place {
  /** The id of a saved seat. A moved or renumbered seat keeps its id and its sales. */
  readonly id?: number;
  readonly seat_number: string;
  readonly seat_type: string;
  /** Whether the seat can be sold. */
  readonly is_active: boolean;
  /** The passengers for whom the seat is kept; null or missing means anybody. */
  readonly kept_for?: KeptFor | null;
}

export const KEPT_FOR = ['WOMEN', 'DISABLED', 'ELDERLY'] as const;
export type KeptFor = (typeof KEPT_FOR)[number];

export interface Draft {
  readonly rows: number;
  readonly cols: number;
  readonly deck_count: number;
  readonly seats: readonly DraftSeat[];
}

/** The largest seat map that the service accepts. `number` is the length of a seat number. */
export const MOST = { rows: 40, cols: 8, decks: 2, seats: 120, number: 10 } as const;

export const EMPTY: Draft = { rows: 10, cols: 5, deck_count: 1, seats: [] };

const isAt =
  ({ deck, row, col }: Place) =>
  (other: Place): boolean =>
    other.deck === deck && other.row === row && other.col === col;

export const seatAt = (draft: Draft, place: Place): DraftSeat | undefined => draft.seats.find(isAt(place));

const within = (draft: Draft, { deck, row, col }: Place): boolean =>
  deck <= draft.deck_count && row <= draft.rows && col <= draft.cols;

/** The order of seats: by deck, row and column. Seats are numbered and read in this order. */
const byPlace = (one: Place, other: Place): number =>
  one.deck - other.deck || one.row - other.row || one.col - other.col;

const withSeats = (draft: Draft, seats: readonly DraftSeat[]): Draft => ({ ...draft, seats: [...seats].sort(byPlace) });

const lettersOf = (number: string): string => /^\D*/.exec(number)?.[0] ?? '';

/**
 * Suggests a number for a new seat: a letter and the next free number. The letter is the letter of the seat in front,
 * otherwise the letter of a seat in the same row.
 */
export function nextNumber({ seats }: Draft, { deck, row, col }: Place): string {
  const here = seats.filter((seat) => seat.deck === deck);
  const ahead = here.filter((seat) => seat.col === col && seat.row < row).sort((one, other) => other.row - one.row);
  const beside = here.filter((seat) => seat.row === row).sort((one, other) => nearer(col, one) - nearer(col, other));
  const letters = lettersOf((ahead[0] ?? beside[0] ?? here[0])?.seat_number ?? 'A') || 'A';
  const taken = new Set(seats.map(({ seat_number }) => seat_number));
  let count = 1;
  while (taken.has(`${letters}${count}`)) count += 1;
  return `${letters}${count}`;
}

const nearer = (col: number, seat: Place): number => Math.abs(seat.col - col);

/** Adds a seat in a free cell of the map. The seat gets the same type as the first seat. */
export function add(draft: Draft, place: Place, number = nextNumber(draft, place)): Draft {
  if (seatAt(draft, place) || !within(draft, place) || draft.seats.length >= MOST.seats) return draft;
  const seat: DraftSeat = {
    deck: place.deck,
    row: place.row,
    col: place.col,
    seat_number: number,
    seat_type: draft.seats[0]?.seat_type ?? 'SEAT',
    is_active: true,
  };
  return withSeats(draft, [...draft.seats, seat]);
}

export const remove = (draft: Draft, place: Place): Draft =>
  withSeats(
    draft,
    draft.seats.filter((seat) => !isAt(place)(seat)),
  );

export const change = (draft: Draft, place: Place, changes: Partial<DraftSeat>): Draft =>
  withSeats(
    draft,
    draft.seats.map((seat) => (isAt(place)(seat) ? { ...seat, ...changes } : seat)),
  );

/** Keeps a seat for certain passengers. A seat that is kept for them already is for anybody again. */
export function keepSeat(draft: Draft, place: Place, kept_for: KeptFor): Draft {
  const seat = seatAt(draft, place);
  return seat ? change(draft, place, { kept_for: seat.kept_for === kept_for ? null : kept_for }) : draft;
}

/** Moves a seat to a free cell of the map. Does nothing if the cell is taken or outside the map. */
export const move = (draft: Draft, from: Place, { deck, row, col }: Place): Draft =>
  seatAt(draft, { deck, row, col }) || row < 1 || col < 1 || !within(draft, { deck, row, col })
    ? draft
    : change(draft, from, { deck, row, col });

/** Changes the size of the map. Removes seats that would lie outside it. */
export function resize(draft: Draft, size: Partial<Pick<Draft, 'rows' | 'cols' | 'deck_count'>>): Draft {
  const resized = { ...draft, ...size };
  return withSeats(
    resized,
    resized.seats.filter((seat) => within(resized, seat)),
  );
}

/** Seat numbers that occur more than once. */
export function repeated({ seats }: Draft): ReadonlySet<string> {
  const numbers = seats.map(({ seat_number }) => seat_number);
  return new Set(numbers.filter((number, at) => numbers.indexOf(number) !== at));
}

/**
 * Renumbers all seats as Nepalese buses do. Seats left of the aisle are A1, A2, …; seats right of it are B1, B2, …. The
 * bench at the back follows, then the upper deck.
 */
export function numberAll(draft: Draft): Draft {
  let letter = 0;
  const numbered = Array.from({ length: draft.deck_count }, (_, index) => {
    const here = draft.seats.filter(({ deck }) => deck === index + 1).sort(byPlace);
    const aisle = aisleOf(here, draft.cols);
    const benches = new Set(here.filter(({ col }) => col === aisle).map(({ row }) => row));
    const sides = [
      here.filter(({ row, col }) => !benches.has(row) && (aisle === undefined || col < aisle)),
      here.filter(({ row, col }) => !benches.has(row) && aisle !== undefined && col > aisle),
      here.filter(({ row }) => benches.has(row)),
    ];
    return sides
      .filter((side) => side.length > 0)
      .flatMap((side) => {
        const name = String.fromCharCode('A'.charCodeAt(0) + letter++);
        return side.map((seat, at) => ({ ...seat, seat_number: `${name}${at + 1}` }));
      });
  });
  return withSeats(draft, numbered.flat());
}

/** The column that is the aisle: it has the fewest seats, and most rows leave it free. Undefined if there is none. */
function aisleOf(seats: readonly Place[], cols: number): number | undefined {
  const rows = new Set(seats.map(({ row }) => row)).size;
  const columns = Array.from({ length: cols }, (_, at) => ({
    col: at + 1,
    count: seats.filter(({ col }) => col === at + 1).length,
  }));
  const emptiest = columns.slice(1, -1).sort((one, other) => one.count - other.count)[0];
  return emptiest && emptiest.count * 2 < rows ? emptiest.col : undefined;
}

/** Replaces the present map by another. Seats with the same number keep their id. */
export function inPlaceOf(present: Draft | null, wanted: Draft): Draft {
  const ids = new Map(present?.seats.map(({ seat_number, id }) => [seat_number, id]));
  return withSeats(
    wanted,
    wanted.seats.map((seat) => {
      const id = ids.get(seat.seat_number);
      return id === undefined ? seat : { ...seat, id };
    }),
  );
}

/** The number of seats that can be sold. */
export const forSale = ({ seats }: Draft): number => seats.filter(({ is_active }) => is_active).length;
