/*
 * Positions of seats in a bus. Rows count from the front. Columns count from the left, looking forward. Decks count
 * from below. All start at 1.
 */

/** A kind of passengers for whom a company keeps seats. */
export type KeptFor = 'WOMEN' | 'DISABLED' | 'ELDERLY';

/** A seat and its position, as the API sends them. */
export interface PlacedSeat {
  readonly seat_number: string;
  readonly deck: number;
  readonly row: number;
  readonly col: number;
  readonly seat_type: string;
  /** The passengers for whom the seat is kept while it is free. */
  readonly kept_for?: KeptFor | null | undefined;
}

/**
 * The state of a seat. `yours`: this user holds it. `held`: somebody else holds it for a few minutes. `blocked`: the
 * company does not sell it.
 */
export type SeatState = 'available' | 'yours' | 'taken' | 'held' | 'blocked';

/** The person who has a sold or reserved seat. Shown only on pages of companies. */
export interface Occupant {
  readonly name: string;
  /** A second line in fainter type: who sold the seat, or until when it is reserved. */
  readonly more: string;
  /** The button over the seat: its label and its action. Undefined if the seat has no button. */
  readonly open?: { readonly label: string; readonly run: () => void };
}

/** The passengers for whom a seat is kept. Null for a taken seat, so that nobody learns who sits there. */
export const signOf = ({ kept_for: kind }: Pick<PlacedSeat, 'kept_for'>, state: SeatState): KeptFor | null =>
  state === 'available' || state === 'yours' ? (kind ?? null) : null;

export type Position = 'window' | 'aisle' | 'middle';
export type Direction = 'left' | 'right' | 'up' | 'down';

export interface Deck<S extends PlacedSeat> {
  /** The number of the deck, from 1. */
  readonly deck: number;
  /** The seats of the deck, ordered by row and column, as read by screen readers. */
  readonly seats: readonly S[];
  /** For each column, whether it has seats or is an aisle. Aisles are drawn narrower. */
  readonly columns: readonly ('seat' | 'aisle')[];
  /** True on the lowest deck only. */
  readonly hasDriver: boolean;
  /** The row of the door, where 0 is the driver's row. Undefined on upper decks, which have no door. */
  readonly doorRow: 0 | 1 | undefined;
}

const byPlace = (one: PlacedSeat, other: PlacedSeat): number => one.row - other.row || one.col - other.col;

/** A bus's decks, lowest first. */
export function decksOf<S extends PlacedSeat>(seats: readonly S[], cols: number, deckCount: number): Deck<S>[] {
  return Array.from({ length: deckCount }, (_, index): Deck<S> => {
    const deck = index + 1;
    const here = seats.filter((seat) => seat.deck === deck).sort(byPlace);
    const used = new Set(here.map(({ col }) => col));
    // Nepal drives on the left, so the door is left: beside the driver, unless the first row leaves room.
    const isFirstRowOpen = here.length > 0 && !here.some(({ row, col }) => row === 1 && col <= cols / 2);
    return {
      deck,
      seats: here,
      columns: Array.from({ length: cols }, (_column, col) => (used.has(col + 1) ? 'seat' : 'aisle')),
      hasDriver: deck === 1,
      doorRow: deck === 1 ? (isFirstRowOpen ? 1 : 0) : undefined,
    };
  });
}

const TOLD: Readonly<Record<string, Position>> = { WINDOW: 'window', AISLE: 'aisle', MIDDLE: 'middle' };

/** A seat's position: window, aisle or middle. If the company has not set it, the neighbouring seats decide. */
export function positionOf(seat: PlacedSeat, seats: readonly PlacedSeat[], cols: number): Position {
  const told = TOLD[seat.seat_type.toUpperCase()];
  if (told) return told;
  if (seat.col === 1 || seat.col === cols) return 'window';
  const hasNeighbour = (step: number): boolean =>
    seats.some(({ deck, row, col }) => deck === seat.deck && row === seat.row && col === seat.col + step);
  return hasNeighbour(-1) && hasNeighbour(1) ? 'middle' : 'aisle';
}

/**
 * The seat on the same deck to which an arrow key leads. The nearest seat straight ahead comes first. Without one, the
 * seat closest to that line is taken.
 */
export function neighbourOf<S extends PlacedSeat>(
  from: PlacedSeat,
  direction: Direction,
  seats: readonly S[],
): S | undefined {
  const isSideways = direction === 'left' || direction === 'right';
  const sign = direction === 'right' || direction === 'down' ? 1 : -1;
  const ahead = ({ row, col }: PlacedSeat): number => sign * (isSideways ? col - from.col : row - from.row);
  const aside = ({ row, col }: PlacedSeat): number => Math.abs(isSideways ? row - from.row : col - from.col);
  return seats
    .filter((seat) => seat.deck === from.deck && ahead(seat) > 0)
    .sort((one, other) => aside(one) - aside(other) || ahead(one) - ahead(other))[0];
}

/** The nearest other seat on the same deck. */
export function nearestTo<S extends PlacedSeat>(from: PlacedSeat, seats: readonly S[]): S | undefined {
  const distance = ({ row, col }: PlacedSeat): number => Math.abs(row - from.row) + Math.abs(col - from.col);
  return seats
    .filter((seat) => seat.deck === from.deck && seat.seat_number !== from.seat_number)
    .sort((one, other) => distance(one) - distance(other))[0];
}

export type States = ReadonlyMap<string, SeatState>;

/** Seats that others took or released between two states of the map. */
export function changesBetween(
  before: States,
  after: States,
): { readonly lost: readonly string[]; readonly freed: readonly string[] } {
  const isFree = (state: SeatState | undefined): boolean => state === 'available' || state === 'yours';
  const changed = [...after].filter(([seat, state]) => before.has(seat) && isFree(before.get(seat)) !== isFree(state));
  const seatsThat = (are: boolean): string[] =>
    changed.flatMap(([seat, state]) => (isFree(state) === are ? [seat] : []));
  return { lost: seatsThat(false), freed: seatsThat(true) };
}
