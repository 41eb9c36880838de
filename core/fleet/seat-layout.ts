import type { Draft } from '../kernel/draft.ts';
import type { SeatNumber } from '../kernel/ids.ts';
import type { Fault } from '../kernel/refusal.ts';
import { repeats } from '../kernel/repeats.ts';

/** Where a seat is in the bus: decks, rows and columns are counted from 1. */
export interface SeatPlace {
  readonly number: SeatNumber;
  readonly deck: number;
  readonly row: number;
  readonly col: number;
  readonly type: string;
}

export interface Seat extends SeatPlace {
  /** Whether it can be sold. */
  readonly isActive: boolean;
}

export interface SeatLayout {
  readonly rows: number;
  readonly cols: number;
  readonly deckCount: number;
  readonly seats: readonly Seat[];
}

/**
 * What is wrong with a layout whose values are well-formed: seats outside it, and seats with the same number or in the
 * same place. Fields are named as in a seat map: `seats[3].row`.
 */
export function layoutFaults({ rows, cols, deckCount, seats = [] }: Draft<SeatLayout>): readonly Fault[] {
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
    ...repeats(seats, (seat) => seat?.number).map(({ index, first }) => ({
      field: `seats[${index}].seat_number`,
      message: before(first),
    })),
    ...repeats(seats, placeOf).map(({ index, first }) => ({ field: `seats[${index}]`, message: before(first) })),
  ];
}

const placeOf = (seat: Draft<SeatPlace> | undefined): string | undefined =>
  seat?.deck === undefined || seat.row === undefined || seat.col === undefined
    ? undefined
    : `${seat.deck} ${seat.row} ${seat.col}`;
