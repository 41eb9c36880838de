import type { KeptFor } from './kept-seats.ts';
import type { Draft } from '../kernel/draft.ts';
import type { SeatId, SeatNumber } from '../kernel/ids.ts';
import { type Fault, refuseFaults } from '../kernel/refusal.ts';
import { repeats } from '../kernel/repeats.ts';
import { bySeatNumber, keyOfSeat } from './seat-numbers.ts';

/** A seat's number and place in the bus. Decks, rows and columns start at 1. */
export interface SeatPlace {
  readonly number: SeatNumber;
  readonly deck: number;
  readonly row: number;
  readonly col: number;
  readonly type: string;
}

export interface Seat extends SeatPlace {
  /** Whether the seat can be sold. */
  readonly isActive: boolean;
  /** The passengers for whom the seat is kept; anybody by default. */
  readonly keptFor?: KeptFor | undefined;
}

export interface SeatLayout {
  readonly rows: number;
  readonly cols: number;
  readonly deckCount: number;
  readonly seats: readonly Seat[];
}

/** A stored seat of a bus. */
export interface KeptSeat extends Seat {
  readonly id: SeatId;
}

/** A bus's seat map. Removed seats stay stored, but are not part of the map. */
export interface SeatMap extends Omit<SeatLayout, 'seats'> {
  /** The map's seats, ordered by deck, row and column. */
  readonly seats: readonly KeptSeat[];
}

/** A seat of the map that the caller wants. With `id`, the present seat with that id; without `id`, a new seat. */
export interface WantedSeat extends Seat {
  readonly id?: SeatId;
}

export interface WantedMap extends Omit<SeatLayout, 'seats'> {
  readonly seats: readonly WantedSeat[];
}

export const byPlace = (one: SeatPlace, other: SeatPlace): number =>
  one.deck - other.deck || one.row - other.row || one.col - other.col;

export const activeSeats = ({ seats }: Pick<SeatLayout, 'seats'>): number =>
  seats.filter(({ isActive }) => isActive).length;

/**
 * Adds ids to a layout: each seat gets the id of the present seat with the same number, if there is one. The present
 * spelling of the number stays.
 */
export function matchedByNumber(layout: SeatLayout, present: SeatMap | null): WantedMap {
  const find = bySeatNumber(present?.seats ?? [], ({ number }) => number);
  return {
    ...layout,
    seats: layout.seats.map((seat) => {
      const there = find(seat.number);
      return there ? { ...seat, id: there.id, number: there.number } : seat;
    }),
  };
}

/** Whether a wanted map equals the present one. */
export function isSameMap(present: SeatMap | null, wanted: WantedMap | null): boolean {
  if (!present || !wanted) return present === wanted;
  const seats = new Map(present.seats.map((seat) => [seat.id, seat]));
  const isSameSeat = ({ id, ...seat }: WantedSeat): boolean => {
    const there = id === undefined ? undefined : seats.get(id);
    return there !== undefined && SEAT_FIELDS.every((field) => there[field] === seat[field]);
  };
  return (
    (['rows', 'cols', 'deckCount'] as const).every((field) => present[field] === wanted[field]) &&
    present.seats.length === wanted.seats.length &&
    wanted.seats.every(isSameSeat)
  );
}

const SEAT_FIELDS = ['number', 'deck', 'row', 'col', 'type', 'isActive', 'keptFor'] as const;

/**
 * Finds faults in a layout: seats outside the rows, columns or decks, and seats that share a number or a place. Names
 * fields as in a seat map: `seats[3].row`. Two seats with `isKept` may have numbers that differ in spelling alone,
 * because maps of earlier versions may have such numbers.
 */
export function layoutFaults(
  { rows, cols, deckCount, seats = [] }: Draft<SeatLayout>,
  isKept: (index: number) => boolean = () => false,
): readonly Fault[] {
  const beyond = (field: string, value: number | undefined, limit: number | undefined, name: string): Fault[] =>
    value !== undefined && limit !== undefined && value > limit
      ? [{ field, message: `is beyond the ${name} of the seat map, ${limit}` }]
      : [];
  const before = (first: number): string => `is listed before, at seats[${first}]`;
  return [
    ...seats.flatMap((seat, index) => [
      ...beyond(`seats[${index}].deck`, seat?.deck, deckCount, 'deck_count'),
      ...beyond(`seats[${index}].row`, seat?.row, rows, 'rows'),
      ...beyond(`seats[${index}].col`, seat?.col, cols, 'cols'),
    ]),
    ...repeats(seats, (seat) => seat?.number && keyOfSeat(seat.number))
      .filter(({ index, first }) => !(isKept(index) && isKept(first) && seats[index]?.number !== seats[first]?.number))
      .map(({ index, first }) => ({ field: `seats[${index}].seat_number`, message: before(first) })),
    ...repeats(seats, placeOf).map(({ index, first }) => ({ field: `seats[${index}]`, message: before(first) })),
  ];
}

const placeOf = (seat: Draft<SeatPlace> | undefined): string | undefined =>
  seat?.deck === undefined || seat.row === undefined || seat.col === undefined
    ? undefined
    : `${seat.deck} ${seat.row} ${seat.col}`;

/** The type of a seat if the caller names none. */
export const USUAL_SEAT_TYPE = 'SEAT';

/** Checks a requested map and returns it with seat types in upper case. */
export function checkedMap(given: WantedMap, present: SeatMap | null): WantedMap {
  const faults = [
    ...layoutFaults(given, (index) => isKept(given.seats[index], present)),
    ...(activeSeats(given) === 0 ? [{ field: 'seats', message: 'must have at least one that is active' }] : []),
    ...idFaults(given, present),
  ];
  refuseFaults(faults.map(({ field, message }) => ({ field: `seat_map.${field}`, message })));
  return { ...given, seats: given.seats.map((seat) => ({ ...seat, type: seat.type.toUpperCase() })) };
}

/** Whether a wanted seat has the number that it has on the present map. */
const isKept = (seat: WantedSeat | undefined, present: SeatMap | null): boolean =>
  present?.seats.some(({ id, number }) => id === seat?.id && number === seat.number) === true;

/** Finds ids of seats that are not on the bus's present map, and ids that are listed twice. */
function idFaults({ seats }: WantedMap, present: SeatMap | null): readonly Fault[] {
  const known = new Set<number | undefined>(present?.seats.map(({ id }) => id));
  return [
    ...seats.flatMap(({ id }, index) =>
      id === undefined || known.has(id)
        ? []
        : [{ field: `seats[${index}].id`, message: 'is no seat of the present map' }],
    ),
    ...repeats(seats, ({ id }) => id?.toString()).map(({ index, first }) => ({
      field: `seats[${index}].id`,
      message: `is listed before, at seats[${first}]`,
    })),
  ];
}
